"""Reads study files and checks everything that can be checked before people come."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct

from tamaya.agents import ValueAgent, as_agent
from tamaya.errors import StudyError, TamayaError
from tamaya.game import Setup
from tamaya.study.instruments import Catalogue
from tamaya.study.shape import mistakes
from tamaya.study.study_file import (
    Consent,
    GamesPage,
    Instrument,
    Item,
    Practice,
    Quiz,
    Seeds,
    StudyFile,
    Survey,
    Text,
)

SERVED_AGENTS = ("meta:detective", "meta:published")
"""agents that every server trains for itself"""


def read(path: Path) -> StudyFile:
    """Reads and checks a study file.

    :raises StudyError: naming the file and every problem in it
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StudyError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    try:
        return parse(content)
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from None


def parse(content: bytes) -> StudyFile:
    """Parses and checks the content of a study file.

    :raises StudyError: naming every problem
    """
    try:
        values = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise StudyError("not a text in UTF-8") from None
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        raise StudyError(f"not TOML: {error}") from None
    try:
        study = msgspec.convert(values, StudyFile)
    except msgspec.ValidationError as error:
        raise StudyError(_listed(list(mistakes(values, StudyFile)) or [str(error)])) from None
    if problems := list(_problems(study)):
        raise StudyError(_listed(problems))
    return study


def _listed(problems: Sequence[str]) -> str:
    """One problem as it is, several in lines of their own."""
    if len(problems) == 1:
        return problems[0]
    return "\n".join([f"{len(problems)} problems", *(f"  {problem}" for problem in problems)])


def digest(study: StudyFile) -> str:
    """A hash of everything that a study file says; comments and order of keys do not count."""
    return hashlib.sha256(msgspec.json.encode(study, order="deterministic")).hexdigest()


def _problems(study: StudyFile) -> Iterator[str]:
    for check in _CHECKS:
        yield from check(study)


def _check_texts(study: StudyFile) -> Iterator[str]:
    yield from _repeated("language", study.languages)
    for place, text in _texts(study, ""):
        needed = study.languages if isinstance(text, dict) else ()
        missing = [language for language in needed if language not in text]
        if missing:
            yield f"{place} has no text in {', '.join(missing)}"


def _texts(value: object, place: str) -> Iterator[tuple[str, Text]]:
    """All texts by language with their places; texts are the only tables of strings."""
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field), f"{place}.{field}".lstrip("."))
    elif isinstance(value, tuple):
        for number, part in enumerate(value, 1):
            yield from _texts(part, f"{place}[{number}]")
    elif isinstance(value, dict):
        yield place, value


def _check_arms(study: StudyFile) -> Iterator[str]:
    yield from _repeated("arm", [arm.name for arm in study.arms])
    practice = [page.agent for page in study.pages if isinstance(page, Practice)]
    for agent in [*(arm.agent for arm in study.arms), *practice]:
        if agent not in SERVED_AGENTS:
            try:
                named_agent = as_agent(agent)
            except TamayaError as error:
                yield f"agent {agent!r}: {error}"
                continue
            if isinstance(named_agent, ValueAgent) and 2 not in named_agent.players:
                numbers = ", ".join(map(str, named_agent.players))
                yield f"agent {agent!r} plays with {numbers} players (expected 2)"


def _check_table(study: StudyFile) -> Iterator[str]:
    try:
        setup = Setup.parse(study.table.setup)
    except TamayaError as error:
        yield f"table.setup: {error}"
        return
    if setup.players != 2:
        yield f"table.setup has {setup.players} players (expected 2: a person and an agent)"


def _check_pages(study: StudyFile) -> Iterator[str]:
    consents = [page for page in study.pages if isinstance(page, Consent)]
    if len(consents) != 1 or not isinstance(study.pages[0], Consent):
        yield f"{len(consents)} consent pages (expected one, as the first page)"
    if not study.games:
        yield 'no page with page = "games"'
    arms = len(study.arms)
    for page in study.pages:
        within = isinstance(page, GamesPage) and study.assignment.design == "within"
        if within and isinstance(page, GamesPage) and page.count % arms:
            yield f"{page.count} games within subjects (expected a multiple of {arms} arms)"


def _check_limits(study: StudyFile) -> Iterator[str]:
    for number, page in enumerate(study.pages, 1):
        if isinstance(page, Consent):
            continue
        if page.minutes is not UNSET and page.on_timeout is UNSET:
            yield (
                f"pages[{number}] has minutes = {page.minutes:g} without on_timeout "
                '(expected "submit" or "stop")'
            )
        if page.minutes is UNSET and page.on_timeout is not UNSET:
            yield f'pages[{number}] has on_timeout = "{page.on_timeout}" without minutes'


def _check_instruments(study: StudyFile) -> Iterator[str]:
    yield from _repeated("instrument", [instrument.name for instrument in study.instruments])
    catalogue = Catalogue.of(study)
    wanted = [page.instrument for page in study.pages if isinstance(page, (Survey, Quiz))]
    wanted += [
        name for page in study.pages if isinstance(page, GamesPage) for name in page.after_each
    ]
    for name in dict.fromkeys(wanted):
        if name not in catalogue.names:
            yield f"no instrument {name!r} (shipped: {', '.join(Catalogue.shipped_names())})"
    used = [catalogue[name] for name in dict.fromkeys(wanted) if name in catalogue.names]
    ids = [item.id for instrument in used for item in instrument.items]
    yield from _repeated("question", ids)
    for instrument in used:
        for item in instrument.items:
            yield from _item_problems(instrument, item)
    yield from _check_quizzes(study, catalogue)


def _item_problems(instrument: Instrument, item: Item) -> Iterator[str]:
    place = f"question {item.id!r} of instrument {instrument.name!r}"
    codes = [option.code for option in item.options]
    yield from _repeated(f"option of {place}", codes)
    if item.kind in ("likert", "choice") and len(codes) < 2:
        yield f"{place} has {len(codes)} options (expected two or more)"
    if item.kind in ("text", "slider") and codes:
        yield f"{place} has options, which only likert and choice have"
    if item.kind == "slider" and not (item.least < item.most and item.step > 0):
        yield (
            f"{place}: slider from {item.least:g} to {item.most:g} by {item.step:g} (expected "
            "least below most, and a step above 0)"
        )
    if item.expected and item.expected not in codes:
        yield f"{place} expects {item.expected!r}, which it does not offer"
    if item.prompt == "":
        yield f"{place} has no prompt: the shipped instrument leaves its wording to you"


def _check_quizzes(study: StudyFile, catalogue: Catalogue) -> Iterator[str]:
    for page in study.pages:
        if isinstance(page, Quiz) and page.instrument in catalogue.names:
            for item in catalogue[page.instrument].items:
                if not item.expected:
                    yield f"quiz question {item.id!r} has no expected answer"


def _check_assignment(study: StudyFile) -> Iterator[str]:
    plan = study.assignment
    if plan.method == "minimization" and not plan.covariates:
        yield "minimization without covariates (name questions asked before the games)"
    if plan.covariates and plan.method != "minimization":
        yield f"covariates with method {plan.method!r} (expected minimization)"
    before = _asked_before_games(study)
    for name in plan.covariates:
        if name not in before:
            yield f"covariate {name!r} is not asked, with options, before the first game"
    if isinstance(study.decks, Seeds):
        yield from _check_decks(study, study.decks)


def _asked_before_games(study: StudyFile) -> set[str]:
    catalogue, asked = Catalogue.of(study), set()
    for page in study.pages:
        if isinstance(page, GamesPage):
            break
        if isinstance(page, Survey) and page.instrument in catalogue.names:
            asked |= {item.id for item in catalogue[page.instrument].items if item.options}
    return asked


def _check_decks(study: StudyFile, decks: Seeds) -> Iterator[str]:
    yield from _repeated("seed", list(map(str, decks.seeds)))
    if len(decks.seeds) < study.games and study.assignment.design == "between":
        yield f"{len(decks.seeds)} decks for {study.games} games: a person would meet one twice"
    if decks.shuffle == "python2" and not study.table.setup.startswith("eger"):
        yield 'decks of the 2017 study need table.setup = "eger"'


def _check_completion(study: StudyFile) -> Iterator[str]:
    later = study.later_games
    if later is not None and later.last_seed < later.first_seed:
        yield (
            f"later_games: seeds from {later.first_seed} to {later.last_seed} (expected last_seed "
            "not below first_seed)"
        )
    ends = [page for page in study.pages if isinstance(page, Quiz) and page.on_failure == "end"]
    if ends and study.completion.code:
        yield (
            "one completion code for everybody and a quiz that ends the participation: whoever "
            "knows the code could use it (leave completion.code out)"
        )


def _check_analysis(study: StudyFile) -> Iterator[str]:
    plan, arms = study.analysis, {arm.name for arm in study.arms}
    for pair in plan.contrasts:
        unknown = [name for name in pair if name not in arms]
        if unknown:
            expected = ", ".join(sorted(arms))
            yield f"analysis.contrasts compares {unknown[0]!r}, which is not an arm ({expected})"
    asked = {item.id: item for item in _questions(study)}
    for name in plan.controls:
        if name != "deck" and not (name in asked and asked[name].options):
            yield f"analysis.controls names {name!r} (expected 'deck' or a question with options)"
    ordered = [("correlations", name) for pair in plan.correlations for name in pair]
    ordered += [("bands.item", plan.bands.item)] if plan.bands else []
    for place, name in ordered:
        if name not in asked or asked[name].kind not in ("likert", "slider"):
            yield f"analysis.{place} names {name!r} (expected a likert or slider question)"
    for agent in plan.agents:
        try:
            as_agent(agent)
        except TamayaError as error:
            yield f"analysis.agents: {error}"


def _questions(study: StudyFile) -> Iterator[Item]:
    """Every question of every survey of the study."""
    catalogue = Catalogue.of(study)
    names = [page.instrument for page in study.pages if isinstance(page, Survey)]
    for page in study.pages:
        names += page.after_each if isinstance(page, GamesPage) else ()
    for name in names:
        yield from catalogue[name].items if name in catalogue.names else ()


def _repeated(what: str, names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"{what} {name!r} occurs {names.count(name)} times"


_CHECKS: tuple[Callable[[StudyFile], Iterator[str]], ...] = (
    _check_texts,
    _check_arms,
    _check_table,
    _check_pages,
    _check_limits,
    _check_instruments,
    _check_assignment,
    _check_completion,
    _check_analysis,
)
