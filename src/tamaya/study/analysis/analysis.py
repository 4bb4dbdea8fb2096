"""The whole analysis of a study, as one value."""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TypeVar

from tamaya.errors import TamayaError
from tamaya.study.analysis import answers as surveys
from tamaya.study.analysis.answers import BandTable, Correlation, Question, SurveyScale
from tamaya.study.analysis.contrasts import Contrast, contrasts
from tamaya.study.analysis.exclusions import Excluded, exclude
from tamaya.study.analysis.groups import ArmShare, Group, describe, share
from tamaya.study.analysis.mixed import Mixed, Observation, learning_model, mixed_model
from tamaya.study.analysis.moves import AgentMoves, moves_alike
from tamaya.study.analysis.units import (
    all_games,
    arm_names,
    groups,
    observations,
    outcome,
    scores_of_people,
    single_answers,
    study_games,
)
from tamaya.study.analysis.variance import (
    FactorTable,
    OneWay,
    PairTest,
    RepeatedMeasures,
    factor_table,
    one_way,
    repeated_measures,
    tukey,
)
from tamaya.study.reading import digest
from tamaya.study.study_file import StudyFile
from tamaya.study.tables import GameRow, StudyTables

T = TypeVar("T")
LONGEST_CURVE = 10
"""games of a person that the picture of learning shows"""


@dataclass(frozen=True)
class NotComputed:
    """The reason why a part of the analysis is missing."""

    problem: str


@dataclass(frozen=True)
class People:
    """Who took part, and who was left out."""

    arrived: int
    analysed: int
    excluded: tuple[Excluded, ...]
    unfinished_games: int
    late_moves: dict[str, int]
    """moves that a stand-in made for an agent that failed or was too slow, by arm"""


@dataclass(frozen=True)
class ArmScores:
    """The planned outcome, one value for each person and arm."""

    by_arm: tuple[Group, ...]
    bombed: tuple[ArmShare, ...]
    """games that lost all lives, by arm"""
    histogram: dict[str, tuple[int, ...]]
    """games by arm and points kept, 0 to 25"""
    contrasts: tuple[Contrast, ...]
    one_way: OneWay | NotComputed
    tukey: tuple[PairTest, ...] | NotComputed
    repeated: RepeatedMeasures | NotComputed
    """within subjects"""
    pairs: tuple[Contrast, ...]
    """within subjects: all pairs of arms, adjusted by Holm's method"""
    two_way: FactorTable | NotComputed
    """arm, deck, and whether arms differ more on some decks"""
    controlled: FactorTable | NotComputed
    """the arm, adjusted for the answers and the deck in `analysis.controls`"""
    mixed: Mixed | NotComputed


@dataclass(frozen=True)
class AllGames:
    """The study's games together with later ones."""

    by_arm: tuple[Group, ...]
    """games, not people, are the units here"""
    tukey: tuple[PairTest, ...] | NotComputed
    """treats games as independent, although games of one person are not"""
    mixed: Mixed | NotComputed
    """accounts for several games per person"""
    learning: Mixed | NotComputed
    curve: dict[str, tuple[Group, ...]]
    """statistics of the people's first, second, ... games, by arm (within subjects: all arms)"""


@dataclass(frozen=True)
class Analysis:
    """All results of the analysis."""

    study: str
    digest: str
    """of the study file, to compare with the preregistration"""
    outcome: str
    design: str
    arms: tuple[str, ...]
    people: People
    scores: ArmScores
    all_games: AllGames
    questions: tuple[Question, ...]
    scales: tuple[SurveyScale, ...]
    correlations: tuple[Correlation | NotComputed, ...]
    bands: BandTable | NotComputed | None
    moves: tuple[AgentMoves, ...] | NotComputed

    def to_json(self) -> str:
        """All numbers as JSON; what is not known is null."""
        return json.dumps(_plain(dataclasses.asdict(self)), indent=2, allow_nan=False) + "\n"


def analyse(
    study: StudyFile,
    tables: StudyTables,
    *,
    moves: bool = True,
    progress: Callable[[float], None] = lambda _: None,
) -> Analysis:
    """Analyses a study as its file planned it.

    :param moves: compare moves with those of agents, which takes longest
    :raises TamayaError: if nobody is left to analyse
    """
    kept = exclude(study, tables)
    games = study_games(kept.tables)
    if not games:
        raise TamayaError(
            f"nothing to analyse: of {kept.arrived} people, {len(kept.tables.participants)} are "
            "left after exclusions, and they finished no games"
        )
    people = len({game.participant for game in games})
    planned = study.analysis.correlations
    alike: tuple[AgentMoves, ...] | NotComputed = NotComputed("left out (--no-moves)")
    if moves:
        alike = tried(lambda: moves_alike(study, kept.tables, progress))
    return Analysis(
        study.id,
        digest(study),
        study.analysis.outcome,
        study.assignment.design,
        tuple(arm_names(study)),
        People(kept.arrived, people, kept.excluded, kept.unfinished, _late(kept.tables)),
        _scores(study, kept.tables, games),
        _all_games(study, all_games(kept.tables)),
        surveys.questions(study, kept.tables),
        surveys.scales(study, kept.tables),
        tuple(tried(partial(surveys.correlation, kept.tables, *pair)) for pair in planned),
        tried(lambda: surveys.bands(study, kept.tables)) if study.analysis.bands else None,
        alike,
    )


def _late(tables: StudyTables) -> dict[str, int]:
    return dict(Counter(move.arm for move in tables.moves if move.late and move.arm))


def tried(make: Callable[[], T]) -> T | NotComputed:
    """Computes a part of the analysis; returns the reason if that is impossible."""
    try:
        return make()
    except TamayaError as error:
        return NotComputed(str(error))


def _scores(study: StudyFile, tables: StudyTables, games: list[GameRow]) -> ArmScores:
    people = scores_of_people(games, study)
    values, within = groups(people), study.assignment.design == "within"
    by_arm = {arm: [game for game in games if game.arm == arm] for arm in arm_names(study)}
    independent = NotComputed(
        "people met several arms, so their values are not independent: see the mixed model and "
        "the contrasts"
    )
    single = {name: group for name, group in values.items() if group}
    observed = observations(games, study)
    factors = {"arm": [g.arm for g in observed], "deck": [g.deck for g in observed]}
    results = [g.value for g in observed]
    repeated = len(games) > sum(map(len, values.values()))
    return ArmScores(
        tuple(describe(arm, group) for arm, group in values.items()),
        tuple(
            share(arm, sum(g.bombed for g in chosen), len(chosen)) for arm, chosen in by_arm.items()
        ),
        {arm: _histogram(chosen) for arm, chosen in by_arm.items()},
        contrasts(people, study.analysis.contrasts, within=within),
        independent if within else tried(lambda: one_way(single)),
        independent if within else tried(lambda: tukey(single)),
        tried(lambda: repeated_measures(people)) if within else NotComputed("nobody met all arms"),
        contrasts(people, list(combinations(people, 2)), within=True) if within else (),
        _repeats() if repeated or within else tried(lambda: _two_way(results, factors)),
        _repeats() if repeated or within else tried(lambda: _controlled(study, tables, games)),
        tried(lambda: mixed_model(observed, arm_names(study))),
    )


def _repeats() -> NotComputed:
    return NotComputed(
        "people played several games, so games are not independent: see the mixed model"
    )


def _two_way(values: list[float], factors: dict[str, list[str]]) -> FactorTable:
    if len(set(factors["deck"])) * 2 > len(values):
        raise TamayaError("nearly every game has a deck of its own")
    return factor_table(values, factors, interaction=True)


def _controlled(study: StudyFile, tables: StudyTables, games: list[GameRow]) -> FactorTable:
    if not study.analysis.controls:
        raise TamayaError("the study file names no answers to keep constant (analysis.controls)")
    codes = single_answers(tables.answers)
    controls = [name for name in study.analysis.controls if name != "deck"]
    known = [g for g in games if all(name in codes.get(g.participant, {}) for name in controls)]
    factors = {"arm": [game.arm for game in known]}
    factors |= {name: [codes[game.participant][name] for game in known] for name in controls}
    if "deck" in study.analysis.controls:
        factors["deck"] = [game.deck for game in known]
    return factor_table([outcome(game, study) for game in known], factors)


def _histogram(games: list[GameRow]) -> tuple[int, ...]:
    scores = [game.score for game in games]
    return tuple(scores.count(points) for points in range(26))


def _all_games(study: StudyFile, games: list[GameRow]) -> AllGames:
    observed, arms = observations(games, study), arm_names(study)
    values = {arm: [game.value for game in observed if game.arm == arm] for arm in arms}
    single = {name: group for name, group in values.items() if group}
    lines = {arm: [game for game in observed if game.arm == arm] for arm in arms}
    if study.assignment.design == "within":
        lines = {"all arms": observed}
    return AllGames(
        tuple(describe(arm, group) for arm, group in values.items()),
        tried(lambda: tukey(single)),
        tried(lambda: mixed_model(observed, arms)),
        tried(lambda: learning_model(observed, arms)),
        {name: _curve(chosen) for name, chosen in lines.items()},
    )


def _curve(games: list[Observation]) -> tuple[Group, ...]:
    """Outcomes by number of the game."""
    longest = min(LONGEST_CURVE, max((game.number for game in games), default=1))
    return tuple(
        describe(str(number), [game.value for game in games if game.number == number])
        for number in range(1, longest + 1)
    )


def _plain(value: object) -> object:
    """Numbers that JSON knows: nan and infinity become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value
