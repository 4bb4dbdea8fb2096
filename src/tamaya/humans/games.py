"""Games in which people sat, and the decisions they made in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tamaya.game import Move, View
from tamaya.transcript import Transcript


@dataclass(frozen=True)
class HumanGame:
    """A whole game, and who sat at the table."""

    id: str
    transcript: Transcript
    people: tuple[str | None, ...]
    """for each seat an opaque name of the person, or None for a computer"""
    in_step: bool = True
    """did the program that recorded it know all the time whose turn it was? Otherwise the moves say
    nothing about anybody's play."""
    source: str = ""
    """where it comes from: 'HanabiData' or 'hanab.live'"""
    deal: str = ""
    """what its source calls the deck"""
    first: bool = False
    """is it known to be the first that its person played there?"""
    survey: Mapping[str, str] = field(default_factory=dict, hash=False)
    """what the person answered after it, by question, in the words of its source"""

    @property
    def partners(self) -> tuple[str, ...]:
        """The computers at the table, by name."""
        names = self.transcript.players or ("",) * len(self.people)
        return tuple(name for name, who in zip(names, self.people, strict=True) if who is None)

    @property
    def person(self) -> str:
        """Whose game it is: the first person at the table."""
        return next(name for name in self.people if name is not None)


@dataclass(frozen=True)
class Found:
    """What was read."""

    games: tuple[HumanGame, ...]
    skipped: tuple[tuple[str, str], ...] = ()
    """files that are no games, and why"""


@dataclass(frozen=True)
class HumanDecision:
    """What one person saw, and did."""

    person: str
    game: str
    view: View
    move: Move


def decisions(games: Iterable[HumanGame]) -> Iterator[HumanDecision]:
    """Every move that a person made, without games out of step."""
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
"""whoever played more is heavy: one person of the 2017 study played half of its public games"""


def without_heavy(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """The games of people who played at most so many: few people play most games, and are few."""
    counts = games_by_person(games)
    return [game for game in games if all(counts[name] <= most for name in people_of(game))]


def capped(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """At most so many games of each person, the first ones in the given order."""
    counts: Counter[str] = Counter()
    kept = []
    for game in games:
        if all(counts[name] < most for name in people_of(game)):
            counts.update(people_of(game))
            kept.append(game)
    return kept


def games_by_person(games: Iterable[HumanGame]) -> Counter[str]:
    """How many games each person played."""
    return Counter(name for game in games for name in people_of(game))


def people_of(game: HumanGame) -> set[str]:
    """The people at the table."""
    return {name for name in game.people if name is not None}
