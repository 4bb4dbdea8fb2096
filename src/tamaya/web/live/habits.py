"""What an agent does at the table, counted in games with another player.

The lobby tells players these habits before they choose a partner. Each habit is how often the agent
did something, of the times that it could have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tamaya.game import Move, Seat, State, View
from tamaya.transcript import Transcript

HABITS = (
    "hint_playable",
    "hint_newest",
    "hint_last_copy",
    "hint_rank",
    "save",
    "discard_oldest",
    "discard_useless",
    "play_certain",
    "play_works",
    "answer_single",
    "hint_with_token",
)
"""names of the habits; `HabitCounter` says what they count"""


@dataclass
class HabitCounter:
    """Counts the habits of one seat."""

    done: Counter[str] = field(default_factory=Counter)
    """how often the seat did it"""
    chances: Counter[str] = field(default_factory=Counter)
    """how often it could have"""

    def add(self, transcript: Transcript, seat: Seat) -> None:
        """Counts one game."""
        state = State.from_deck(transcript.deck, transcript.setup)
        for move in transcript.moves:
            if state.current == seat:
                self._move(state, move)
            state.apply(move)

    def _note(self, habit: str, *, did: bool) -> None:
        self.chances[habit] += 1
        self.done[habit] += did

    def _move(self, state: State, move: Move) -> None:
        view = state.view(state.current)
        if view.hints > 0:
            self._note("hint_with_token", did=move.is_hint)
            self._save(view, move)
        self._answer(view, move)
        if move.is_hint:
            self._hint(view, move)
        elif move.slot is not None:
            possible = set(view.possible(move.slot))
            if move.kind == "play":
                self._note("play_certain", did=possible <= set(view.playable))
                card = state.hand(state.current)[move.slot]
                self._note("play_works", did=card in view.playable)
            else:
                self._note("discard_useless", did=possible <= set(view.dead))
                self._note("discard_oldest", did=move.slot == oldest_unhinted(view, view.me))

    def _hint(self, view: View, move: Move) -> None:
        """A hint: does it touch playable cards, is the newest one playable, a last copy?"""
        touched = touched_slots(view, move)
        hand = view.hand(target_of(view, move))
        playable, critical = set(view.playable), set(view.critical)
        cards = [hand[slot] for slot in touched]
        self._note("hint_playable", did=any(card in playable for card in cards))
        self._note("hint_last_copy", did=any(card in critical - playable for card in cards))
        self._note("hint_rank", did=move.rank is not None)
        if len(cards) > 1 and any(card in playable for card in cards):
            self._note("hint_newest", did=cards[-1] in playable)

    def _save(self, view: View, move: Move) -> None:
        """The next player's oldest card without hints is a last copy: does a hint touch it?"""
        partner = (view.me + 1) % view.setup.players
        slot = oldest_unhinted(view, partner)
        if slot is None or view.hand(partner)[slot] not in set(view.critical) - set(view.playable):
            return
        is_saved = (
            move.is_hint and target_of(view, move) == partner and slot in touched_slots(view, move)
        )
        self._note("save", did=is_saved)

    def _answer(self, view: View, move: Move) -> None:
        """The last move hinted exactly one of its cards, which may be playable: does it play it?"""
        last = view.events[-1] if view.events else None
        if last is None or last.target != view.me or len(last.touched) != 1:
            return
        (slot,) = last.touched
        if set(view.possible(slot)) & set(view.playable):
            self._note("answer_single", did=move.kind == "play" and move.slot == slot)

    def shares(self) -> dict[str, int]:
        """Each habit in percent, if it had at least 30 chances."""
        return {
            habit: round(100 * self.done[habit] / self.chances[habit])
            for habit in HABITS
            if self.chances[habit] >= 30
        }


def counted(transcripts: Iterable[Transcript], seat: Seat) -> HabitCounter:
    """The habits of a seat in several games."""
    counter = HabitCounter()
    for transcript in transcripts:
        counter.add(transcript, seat)
    return counter


def oldest_unhinted(view: View, seat: Seat) -> int | None:
    """The slot of the oldest card that no hint touched; None if hints touched all cards."""
    return next(
        (
            slot
            for slot, known in enumerate(view.knowledge(seat))
            if known.present and not known.color_hinted and not known.rank_hinted
        ),
        None,
    )


def target_of(view: View, move: Move) -> Seat:
    """The seat that a hint is for."""
    assert move.offset is not None
    return (view.me + move.offset) % view.setup.players


def touched_slots(view: View, move: Move) -> list[int]:
    """Slots that a hint touches, oldest first."""
    return [
        slot
        for slot, card in enumerate(view.hand(target_of(view, move)))
        if card is not None and (card.color == move.color or card.rank == move.rank)
    ]
