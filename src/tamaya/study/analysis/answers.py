"""What people answered: by arm, as scales, together with other answers, and with scores."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.errors import TamayaError
from tamaya.humans.comparisons import kendall
from tamaya.study.analysis.contrasts import Contrast, contrasts
from tamaya.study.analysis.groups import ArmShare, Group, describe, share
from tamaya.study.analysis.libraries import scipy_stats
from tamaya.study.analysis.scales import Reliability, reliability
from tamaya.study.analysis.units import (
    ValuesOfPeople,
    answers_of_people,
    arm_names,
    groups,
    means_of_people,
)
from tamaya.study.analysis.variance import PairTest, tukey
from tamaya.study.instruments import Catalogue
from tamaya.study.study_file import GamesPage, Instrument, Item, StudyFile, Survey, Text
from tamaya.study.tables import AnswerRow, StudyTables

_NORMAL = 1.959963984540054


@dataclass(frozen=True)
class Question:
    """One ordered question, by arm."""

    instrument: str
    item: str
    options: tuple[str, ...]
    """codes in their order; empty for sliders"""
    labels: tuple[str, ...]
    """words of the options, in English where the instrument has them"""
    counts: dict[str, tuple[int, ...]]
    """answers by arm and option"""
    groups: tuple[Group, ...]
    """each person's mean answer, by arm"""
    kruskal_p: float
    """Kruskal and Wallis' test that all arms are answered alike; nan where it cannot be made"""
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True)
class SurveyScale:
    """An instrument whose items measure one thing together."""

    instrument: str
    measures: str
    reliability: Reliability | None
    problem: str
    """why there is no reliability"""
    groups: tuple[Group, ...]
    """each person's mean over the items, by arm"""
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True)
class Correlation:
    """Kendall's tau-b of two answers of the same people."""

    first: str
    second: str
    people: int
    tau: float
    low: float
    high: float
    """95 % interval by the jackknife"""
    p: float


def questions(study: StudyFile, tables: StudyTables) -> tuple[Question, ...]:
    """All ordered questions about partners, by arm."""
    summaries = []
    for instrument in _about_partners(study):
        summaries += [
            _question(study, tables, instrument, item)
            for item in instrument.items
            if item.kind in ("likert", "slider") and not item.expected
        ]
    return tuple(summaries)


def scales(study: StudyFile, tables: StudyTables) -> tuple[SurveyScale, ...]:
    """All instruments that measure one thing, asked about partners or about people."""
    return tuple(
        _scale(study, tables, instrument) for instrument in _asked(study) if instrument.scale
    )


def correlation(tables: StudyTables, first: str, second: str) -> Correlation:
    """Correlates two answers. People count once for each occasion with both answers.

    :raises TamayaError: if there are fewer than three pairs
    """
    numbers: defaultdict[tuple[str, int], dict[str, float]] = defaultdict(dict)
    for row in tables.answers:
        if row.item in (first, second) and row.number is not None:
            numbers[row.participant, row.occasion][row.item] = row.number
    both = [pair for pair in numbers.values() if len(pair) == 2]
    if len(both) < 3:
        raise TamayaError(
            f"{len(both)} people answered both {first!r} and {second!r} (expected three or more)"
        )
    test = kendall([pair[first] for pair in both], [pair[second] for pair in both])
    reach = _NORMAL * test.sem
    return Correlation(
        first, second, len(both), test.tau, test.tau - reach, min(1.0, test.tau + reach), test.p
    )


@dataclass(frozen=True)
class BandTable:
    """Shares of high answers by arm and range of scores, and Tukey's test of all such cells."""

    item: str
    at_least: int
    cells: tuple[ArmShare, ...]
    """named `arm, LOW to HIGH points`"""
    pairs: tuple[PairTest, ...]
    """all pairs of cells with two people or more"""


def bands(study: StudyFile, tables: StudyTables) -> BandTable:
    """Shares of high answers by arm and range of scores, as in Eger et al. 2017.

    :raises TamayaError: if the study plans no such test, or too few people answered
    """
    plan = study.analysis.bands
    if plan is None:
        raise TamayaError("the study file has no [analysis.bands]")
    cells: defaultdict[str, list[float]] = defaultdict(list)
    names = [
        (arm, band)
        for arm in arm_names(study)
        for band in range(-(plan.first > 0), 25 // plan.width)
    ]
    scores = {game.game: game for game in tables.games}
    for row in tables.answers:
        game = scores.get(row.game or "")
        if row.item == plan.item and row.number is not None and game is not None:
            band = (game.score - plan.first) // plan.width
            cells[_cell(game.arm, band, plan.first, plan.width)].append(
                float(row.number >= plan.at_least)
            )
    order = [_cell(arm, band, plan.first, plan.width) for arm, band in names]
    known = {name: cells[name] for name in order if cells[name]}
    shares = tuple(share(name, int(sum(v)), len(v)) for name, v in known.items())
    testable = {name: values for name, values in known.items() if len(values) > 1}
    return BandTable(plan.item, plan.at_least, shares, tukey(testable))


def _cell(arm: str, band: int, first: int, width: int) -> str:
    low, high = max(0, first + band * width), min(25, first + (band + 1) * width - 1)
    return f"{arm}, {low} to {high} points"


def _question(
    study: StudyFile, tables: StudyTables, instrument: Instrument, item: Item
) -> Question:
    values = answers_of_people(tables.answers, item.id, study)
    options = tuple(option.code for option in item.options)
    return Question(
        instrument.name,
        item.id,
        options,
        tuple(_words(option.label) for option in item.options),
        _counts(tables.answers, item.id, options, arm_names(study)),
        tuple(describe(arm, list(people.values())) for arm, people in values.items()),
        kruskal(values),
        _planned(study, values),
    )


def _words(text: Text) -> str:
    if isinstance(text, str):
        return text
    return text.get("en") or next(iter(text.values()))


def _counts(
    answers: Sequence[AnswerRow], item: str, options: Sequence[str], arms: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    counted = Counter((row.arm, row.value) for row in answers if row.item == item)
    return {arm: tuple(counted[arm, code] for code in options) for arm in arms}


def kruskal(values: ValuesOfPeople) -> float:
    """The p-value of Kruskal and Wallis' test of all arms; nan if all answers are equal."""
    samples = [group for group in groups(values).values() if group]
    if len(samples) < 2 or len({value for sample in samples for value in sample}) < 2:
        return math.nan
    return float(scipy_stats().kruskal(*samples).pvalue)


def _planned(study: StudyFile, values: ValuesOfPeople) -> tuple[Contrast, ...]:
    within = study.assignment.design == "within"
    return contrasts(values, study.analysis.contrasts, within=within)


def _scale(study: StudyFile, tables: StudyTables, instrument: Instrument) -> SurveyScale:
    items = {item.id: item for item in instrument.items if item.kind in ("likert", "slider")}
    rows: defaultdict[tuple[str, int, str | None], dict[str, float]] = defaultdict(dict)
    for row in tables.answers:
        if row.item in items and row.instrument == instrument.name and row.number is not None:
            place = row.participant, row.occasion, row.arm
            rows[place][row.item] = _turned(items[row.item], row.number)
    complete = {place: given for place, given in rows.items() if len(given) == len(items)}
    estimated, problem = None, ""
    try:
        estimated = reliability(
            instrument.name, [[given[item] for item in items] for given in complete.values()]
        )
    except TamayaError as error:
        problem = str(error)
    means = (
        (arm, person, sum(given.values()) / len(given))
        for (person, _, arm), given in complete.items()
        if arm is not None
    )
    values = means_of_people(means, study)
    described = tuple(describe(arm, list(people.values())) for arm, people in values.items())
    planned = _planned(study, values)
    return SurveyScale(instrument.name, instrument.scale, estimated, problem, described, planned)


def _turned(item: Item, number: float) -> float:
    """An answer whose high values mean much of what the scale measures."""
    if not item.reversed:
        return number
    least, most = (1, len(item.options)) if item.kind == "likert" else (item.least, item.most)
    return least + most - number


def _asked(study: StudyFile) -> list[Instrument]:
    catalogue = Catalogue.of(study)
    names: list[str] = []
    for page in study.pages:
        if isinstance(page, Survey):
            names.append(page.instrument)
        elif isinstance(page, GamesPage):
            names += page.after_each
    return [catalogue[name] for name in dict.fromkeys(names)]


def _about_partners(study: StudyFile) -> list[Instrument]:
    """Instruments asked once the person has met an arm."""
    catalogue = Catalogue.of(study)
    names: list[str] = []
    met = False
    for page in study.pages:
        if isinstance(page, GamesPage):
            met = True
            names += page.after_each
        elif isinstance(page, Survey) and met:
            names.append(page.instrument)
    return [catalogue[name] for name in dict.fromkeys(names)]
