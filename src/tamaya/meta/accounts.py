"""Counts what a seat sees other seats do. The core keeps the same counts (witness.hpp)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tamaya.features import Counters
from tamaya.game import Event, Knowledge, Seat, TamayaError, View

AccountName = Literal["whole", "published"]
ACCOUNTS: tuple[AccountName, ...] = get_args(AccountName)
"""in the core's order"""
UNSEEN = ("risk_aversion",)
"""features that nobody can see in others: they depend on which cards the actor saw"""


class Account(ABC):
    """Notes of one game, in counters for each other seat."""

    def __init__(self, view: View) -> None:
        self.me: Seat = view.me
        self.seen: dict[Seat, Counters] = {
            seat: Counters() for seat in range(view.setup.players) if seat != view.me
        }

    @abstractmethod
    def my_turn(self, view: View) -> None:
        """The seat is about to move."""

    @abstractmethod
    def observe(self, event: Event, view: View) -> None:
        """A turn has passed, one's own included."""


@dataclass(frozen=True)
class _Before:
    """The public table before a move."""

    hints: int
    hands: dict[Seat, list[Knowledge]]

    @classmethod
    def of(cls, view: View, seats: Sequence[Seat]) -> _Before:
        return cls(view.hints, {seat: view.knowledge(seat) for seat in seats})


class WholeAccount(Account):
    """Every move that was carried out, as the features count them."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._before = _Before.of(view, tuple(self.seen))

    def my_turn(self, view: View) -> None:
        """Nothing to note: others' moves are noted as they are made."""

    def observe(self, event: Event, view: View) -> None:
        """Counts a move of somebody else."""
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
        known, others = hand[move.slot], [slot.stamp for slot in hand if slot.present]
        newest, oldest = int(known.stamp == max(others)), int(known.stamp == min(others))
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
    """As the program of Canaan et al. 2020 keeps it.

    Moves are noted when the seat is to move again, from its second turn on, so that one after its
    last turn is missed. What a partner knows is taken from one's own last turn, to which only what
    one's own hint then told directly is added. A token that one's own play brings back is missed.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._unnoted: dict[Seat, Counters] = {}
        self._moved = False
        self._tokens = view.hints
        self._hands: dict[Seat, list[Knowledge]] = {}
        self._told: Event | None = None

    def my_turn(self, view: View) -> None:
        """Notes what has happened since one's last turn."""
        if self._moved:
            for seat, counters in self._unnoted.items():
                self.seen[seat] += counters
        self._moved, self._unnoted, self._told = True, {}, None
        self._tokens = view.hints
        self._hands = {seat: view.knowledge(seat) for seat in self.seen}

    def observe(self, event: Event, view: View) -> None:
        """Keeps a move in mind."""
        if event.move is None:
            return
        if event.actor == self.me:
            self._told = event if event.move.is_hint else None
            self._tokens += {"discard": 1, "play": 0}.get(event.kind, -1)
        elif self._moved:
            self._unnoted[event.actor] = self._counted(event)
            self._tokens = view.hints

    def _counted(self, event: Event) -> Counters:
        move = event.move
        assert move is not None
        hint = int(move.is_hint)
        possible = int(move.is_hint or self._tokens > 0)
        if event.kind != "play" or move.slot is None:
            return Counters(turns_with_hint=possible, hints_with_token=hint)
        known = self._hands[event.actor][move.slot]
        color = len(known.colors) == 1 or self._just_told(event, "hint_color")
        rank = len(known.ranks) == 1 or self._just_told(event, "hint_rank")
        return Counters(turns_with_hint=possible, plays=1, known_at_play=color + rank)

    def _just_told(self, event: Event, kind: str) -> bool:
        told, move = self._told, event.move
        return (
            told is not None
            and move is not None
            and (told.kind, told.target) == (kind, event.actor)
            and move.slot in told.touched
        )


def account(name: AccountName, view: View) -> Account:
    """Opens an account at the start of a game.

    :raises TamayaError: if there is no such account
    """
    if name not in ACCOUNTS:
        raise TamayaError(f"no account {name!r} (expected {' or '.join(ACCOUNTS)})")
    return WholeAccount(view) if name == "whole" else PublishedAccount(view)
