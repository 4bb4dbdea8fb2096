"""Summary statistics of a set of games: players, moves, results."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tamaya.humans.games import HumanGame, games_by_person
from tamaya.stats import Estimate, clustered

PEOPLE_ONLY = "people only"


@dataclass(frozen=True)
class PartnerScores:
    """Results of games with one partner."""

    points: tuple[int, ...]
    """points of each game, kept when bombed"""
    people: tuple[str, ...]
    """person of each game"""
    ends: Mapping[str, int]
    """number of games by end: 'bombed', 'complete', 'last_turn'"""

    @classmethod
    def of(cls, games: Sequence[HumanGame]) -> PartnerScores:
        """The scores of some games."""
        last = [game.transcript.replay() for game in games]
        return cls(
            tuple(state.score for state in last),
            tuple(game.person for game in games),
            dict(Counter(state.end for state in last)),
        )

    @property
    def mean(self) -> Estimate:
        """The mean score; its error is clustered by person."""
        return clustered(self.points, self.people)

    @property
    def sd(self) -> float:
        """The standard deviation of the sample; nan for fewer than two games."""
        return float(np.std(self.points, ddof=1)) if len(self.points) > 1 else math.nan

    @property
    def best(self) -> int:
        """The highest score."""
        return max(self.points)


@dataclass(frozen=True)
class Overview:
    """Counts of games, people and moves."""

    games: int
    out_of_step: int
    sources: Mapping[str, int]
    """number of games by source"""
    by_person: Mapping[str, int]
    """number of games by person, most first"""
    decisions_by_person: Mapping[str, int]
    moves: Mapping[str, int]
    """number of people's moves by kind, and of misplays, without games out of step"""
    by_partner: Mapping[str, PartnerScores]
    """scores by computer partner"""
    first_games: Mapping[str, PartnerScores]
    """scores of people's first games, by computer partner"""
    surveys: int

    @property
    def decisions(self) -> int:
        """Number of people's moves, without games out of step."""
        return sum(self.decisions_by_person.values())


def overview(games: Sequence[HumanGame]) -> Overview:
    """Counts games, people and moves."""
    moves: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for game in games:
        _count(game, moves, decided)
    return Overview(
        games=len(games),
        out_of_step=sum(not game.in_step for game in games),
        sources=dict(Counter(game.source or "unknown" for game in games)),
        by_person=dict(games_by_person(games).most_common()),
        decisions_by_person=dict(decided),
        moves=dict(moves),
        by_partner=by_partner(games),
        first_games=by_partner([game for game in games if game.first]),
        surveys=sum(bool(game.survey) for game in games),
    )


def _count(game: HumanGame, moves: Counter[str], decided: Counter[str]) -> None:
    if not game.in_step:
        return
    for event in game.transcript.replay().events:
        person = game.people[event.actor]
        if person is not None and event.move is not None:
            moves[event.kind] += 1
            moves["misplay"] += event.kind == "play" and not event.scored
            decided[person] += 1


def partner_name(game: HumanGame) -> str:
    """Names of the computers at the table, or `PEOPLE_ONLY`."""
    return ", ".join(game.partners) or PEOPLE_ONLY


def by_partner(games: Sequence[HumanGame]) -> dict[str, PartnerScores]:
    """Scores by computer partner, sorted by name."""
    names = sorted({partner_name(game) for game in games})
    return {
        name: PartnerScores.of([game for game in games if partner_name(game) == name])
        for name in names
    }
