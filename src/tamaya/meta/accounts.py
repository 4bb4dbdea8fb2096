"""Counts what other seats do, from the views of one seat. The core counts the same
(witness.hpp).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tamaya.features import Counters
from tamaya.game import Event, Knowledge, Seat, TamayaError, View

AccountName = Literal["whole", "published"]
ACCOUNTS: tuple[AccountName, ...] = get_args(AccountName)
"""names of the accounts, in the core's order"""
UNSEEN = ("risk_aversion",)
"""features that cannot be measured for others, since they depend on which cards the actor saw"""


class Account(ABC):
    """Counters of each other seat in one game."""

    def __init__(self, view: View) -> None:
        self.me: Seat = view.me
        self.seen: dict[Seat, Counters] = {
            seat: Counters() for seat in range(view.setup.players) if seat != view.me
        }

    @abstractmethod
    def my_turn(self, view: View) -> None:
        """Called when the account's own seat is about to move."""

    @abstractmethod
    def observe(self, event: Event, view: View) -> None:
        """Called after every turn, including those of the account's own seat."""


@dataclass(frozen=True)
class _Before:
    """The public table before a move."""

    hints: int
    hands: dict[Seat, list[Knowledge]]

    @classmethod
    def of(cls, view: View, seats: Sequence[Seat]) -> _Before:
        return cls(view.hints, {seat: view.knowledge(seat) for seat in seats})


class WholeAccount(Account):
    """Counts every legal move, as the features do."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._before = _Before.of(view, tuple(self.seen))

    def my_turn(self, view: View) -> None:
        """Does nothing: moves of others are counted when they are made."""

    def observe(self, event: Event, view: View) -> None:
        """Counts the move if another seat made it."""
        if event.actor != self.me and event.move is not None:
            self.seen[event.actor] += self._counted(event)
        self._before = _Before.of(view, tuple(self.seen))

    def _counted(self, event: Event) -> Counters:
        token = int(self._before.hints > 0)
        move = event.move
        assert move is not None
        if move.slot is None:
            color = int(event.kind == "hint_color")
            return Counters(
                turns=1, turns_with_hint=token, hints=1, hints_with_token=token, color_hints=color
            )
        hand = self._before.hands[event.actor]
        known, stamps = hand[move.slot], [slot.stamp for slot in hand if slot.present]
        newest, oldest = int(known.stamp == max(stamps)), int(known.stamp == min(stamps))
        if event.kind == "discard":
            return Counters(
                turns=1,
                turns_with_hint=token,
                discards=1,
                discards_with_hint=token,
                newest_discards=newest,
                oldest_discards=oldest,
            )
        return Counters(
            turns=1,
            turns_with_hint=token,
            plays=1,
            known_at_play=(len(known.colors) == 1) + (len(known.ranks) == 1),
            hinted_at_play=known.color_hinted + known.rank_hinted,
            misplays=int(not event.scored),
            newest_plays=newest,
            oldest_plays=oldest,
        )


class PublishedAccount(Account):
    """Counts as the program of Canaan et al. 2020 does.

    It counts moves only when its own seat is to move again, from the second turn on, so a move
    after its last turn is missed. It takes what a partner knew from the view of its own last turn,
    and adds only what its own hint told about the cards that it touched. It misses a hint token
    that its own play returns.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._uncounted: dict[Seat, Counters] = {}
        self._moved = False
        self._tokens = view.hints
        self._hands: dict[Seat, list[Knowledge]] = {}
        self._own_hint: Event | None = None

    def my_turn(self, view: View) -> None:
        """Adds the moves since the own seat's last turn."""
        if self._moved:
            for seat, counters in self._uncounted.items():
                self.seen[seat] += counters
        self._moved, self._uncounted, self._own_hint = True, {}, None
        self._tokens = view.hints
        self._hands = {seat: view.knowledge(seat) for seat in self.seen}

    def observe(self, event: Event, view: View) -> None:
        """Remembers the move until the own seat's next turn."""
        if event.move is None:
            return
        if event.actor == self.me:
            self._own_hint = event if event.move.is_hint else None
            self._tokens += {"discard": 1, "play": 0}.get(event.kind, -1)
        elif self._moved:
            self._uncounted[event.actor] = self._counted(event)
            self._tokens = view.hints

    def _counted(self, event: Event) -> Counters:
        move = event.move
        assert move is not None
        hint = int(move.is_hint)
        possible = int(move.is_hint or self._tokens > 0)
        if event.kind != "play" or move.slot is None:
            return Counters(turns_with_hint=possible, hints_with_token=hint)
        known = self._hands[event.actor][move.slot]
        color = len(known.colors) == 1 or self._was_just_hinted(event, "hint_color")
        rank = len(known.ranks) == 1 or self._was_just_hinted(event, "hint_rank")
        return Counters(turns_with_hint=possible, plays=1, known_at_play=color + rank)

    def _was_just_hinted(self, event: Event, kind: str) -> bool:
        hint, move = self._own_hint, event.move
        return (
            hint is not None
            and move is not None
            and (hint.kind, hint.target) == (kind, event.actor)
            and move.slot in hint.touched
        )


def account(name: AccountName, view: View) -> Account:
    """Opens an account at the start of a game.

    :raises TamayaError: if there is no such account
    """
    if name not in ACCOUNTS:
        raise TamayaError(f"no account {name!r} (expected {' or '.join(ACCOUNTS)})")
    return WholeAccount(view) if name == "whole" else PublishedAccount(view)
