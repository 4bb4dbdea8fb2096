"""Games with people at the table, and the decisions that they made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tamaya.game import Move, View
from tamaya.transcript import Transcript


@dataclass(frozen=True)
class HumanGame:
    """A game and the people at the table."""

    id: str
    transcript: Transcript
    people: tuple[str | None, ...]
    """for each seat an opaque name of the person, or None for a computer"""
    in_step: bool = True
    """False if the page and the server of the study disagreed about whose turn it was; the moves of
    such a game tell nothing about its players"""
    source: str = ""
    """'HanabiData' or 'hanab.live'"""
    deal: str = ""
    """the source's name of the deck"""
    first: bool = False
    """whether this is known to be the person's first game there"""
    survey: Mapping[str, str] = field(default_factory=dict, hash=False)
    """the person's answers after the game, by question, in the words of the source"""

    @property
    def partners(self) -> tuple[str, ...]:
        """The computers at the table, by name."""
        names = self.transcript.players or ("",) * len(self.people)
        return tuple(name for name, person in zip(names, self.people, strict=True) if not person)

    @property
    def person(self) -> str:
        """The first person at the table."""
        return next(name for name in self.people if name is not None)


@dataclass(frozen=True)
class GamesRead:
    """The games of some files."""

    games: tuple[HumanGame, ...]
    skipped: tuple[tuple[str, str], ...] = ()
    """names of files that were skipped, and why"""


@dataclass(frozen=True)
class HumanDecision:
    """A decision of a person: what they saw, and their move."""

    person: str
    game: str
    view: View
    move: Move


def decisions(games: Iterable[HumanGame]) -> Iterator[HumanDecision]:
    """Yields every decision of people, except in games out of step."""
    for game in games:
        if not game.in_step:
            continue
        state = game.transcript.start()
        for move in game.transcript.moves:
            person = game.people[state.current]
            if person is not None:
                yield HumanDecision(person, game.id, state.view(state.current), move)
            state.apply(move)


MOST_GAMES = 200
"""people with more games are left out by default: one person played half of the games of 2017"""


def without_heavy(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """The games of people with at most `most` games, so that a few people do not dominate."""
    counts = games_by_person(games)
    return [game for game in games if all(counts[name] <= most for name in people_of(game))]


def capped(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """The first `most` games of each person."""
    counts: Counter[str] = Counter()
    chosen = []
    for game in games:
        if all(counts[name] < most for name in people_of(game)):
            counts.update(people_of(game))
            chosen.append(game)
    return chosen


def games_by_person(games: Iterable[HumanGame]) -> Counter[str]:
    """The number of games of each person."""
    return Counter(name for game in games for name in people_of(game))


def people_of(game: HumanGame) -> set[str]:
    """The people at the table."""
    return {name for name in game.people if name is not None}
