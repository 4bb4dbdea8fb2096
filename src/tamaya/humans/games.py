"""Games in which people sat, and the decisions they made in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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

    @property
    def person(self) -> str:
        """Whose game it is: the first person at the table."""
        return next(name for name in self.people if name is not None)


@dataclass(frozen=True)
class Decision:
    """What one person saw, and did."""

    person: str
    game: str
    view: View
    move: Move


def decisions(games: Iterable[HumanGame]) -> Iterator[Decision]:
    """Every move that a person made, without games out of step."""
    for game in games:
        if not game.in_step:
            continue
        state = game.transcript.start()
        for move in game.transcript.moves:
            person = game.people[state.current]
            if person is not None:
                yield Decision(person, game.id, state.view(state.current), move)
            state.apply(move)


def without_heavy(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """The games of people who played at most so many: few people play most games, and are few."""
    counts = Counter(game.person for game in games)
    return [game for game in games if counts[game.person] <= most]


def capped(games: Sequence[HumanGame], most: int) -> list[HumanGame]:
    """At most so many games of each person, the first ones in the given order."""
    counts: Counter[str] = Counter()
    kept = []
    for game in games:
        counts[game.person] += 1
        if counts[game.person] <= most:
            kept.append(game)
    return kept
