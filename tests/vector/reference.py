"""Plays rows of a vector with State, View and NativeSeat, to check what the vector shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.game import Event, Move, Setup, State, View
from tamaya.vector.fields import HABITS

Shown = dict[str, NDArray[np.uint8]]


def suit_names(setup: Setup) -> str:
    return "rygwb"[: setup.colors] + ("m" if setup.extra_suit != "none" else "")


def seats_from(view: View) -> list[int]:
    """All seats, the viewer's first."""
    return [(view.me + offset) % view.setup.players for offset in range(view.setup.players)]


def byte(part: float, whole: float) -> int:
    return int(255 * part / whole + 0.5) if whole else 0


def ages(view: View) -> list[list[list[bool]]]:
    size = view.setup.hand_size
    table = []
    for seat in seats_from(view):
        slots = view.knowledge(seat)
        order = sorted((slot.stamp, i) for i, slot in enumerate(slots) if slot.present)
        place = {i: rank for rank, (_, i) in enumerate(order)}
        table.append([[place.get(i) == rank for rank in range(size)] for i in range(size)])
    return table


def padded(hand: Sequence[object], size: int) -> list[object]:
    return [*hand, *[None] * (size - len(hand))]


def seen(view: View) -> list[list[list[bool]]]:
    sets = view.playable, view.dead, view.critical
    return [
        [
            [card in worth for worth in sets]
            for card in padded(view.hand(seat), view.setup.hand_size)
        ]
        for seat in seats_from(view)[1:]
    ]


def touched_now(view: View, number: int) -> list[bool]:
    """For each slot, whether its card was touched by event `number`."""
    event = view.events[number]
    size = view.setup.hand_size
    cards: list[object] = ["touched" if i in event.touched else None for i in range(size)]
    for later in view.events[number + 1 :]:
        if later.kind not in ("play", "discard") or later.actor != event.target:
            continue
        assert later.move is not None
        assert later.move.slot is not None
        if view.setup.refill == "shift":
            del cards[later.move.slot]
            cards.append(None)
        else:
            cards[later.move.slot] = None
    return [card is not None for card in cards]


def event_bits(view: View, ago: int) -> Shown:
    """The fields of the event `ago` turns ago."""
    setup, suits = view.setup, suit_names(view.setup)
    sizes = {
        "actor": setup.players,
        "kind": 4,
        "target": setup.players,
        "slot": setup.hand_size,
        "touched": setup.hand_size,
        "color": len(suits),
        "rank": setup.ranks,
        "scored": 1,
    }
    bits = {name: np.zeros(size, np.uint8) for name, size in sizes.items()}
    if ago <= len(view.events):
        event = view.events[-ago]
        kinds = ("play", "discard", "hint_color", "hint_rank")
        bits["actor"][seats_from(view).index(event.actor)] = 1
        bits["kind"][kinds.index(event.kind)] = 1
        bits["scored"][0] = event.scored
        move = event.move
        assert move is not None
        if event.card is not None:
            bits["slot"][move.slot] = 1
            bits["color"][suits.index(event.card.color)] = 1
            bits["rank"][event.card.rank - 1] = 1
        else:
            assert event.target is not None
            bits["target"][seats_from(view).index(event.target)] = 1
            bits["touched"][:] = touched_now(view, len(view.events) - ago)
            if move.color is not None:
                bits["color"][suits.index(move.color)] = 1
            if move.rank is not None:
                bits["rank"][move.rank - 1] = 1
    return {f"event_{ago}_{name}": values for name, values in bits.items()}


def chances(view: View) -> Shown:
    fields: Shown = {}
    slots, unseen = view.knowledge(view.me), view.unseen
    for name, cards in (
        ("playable", view.playable),
        ("dead", view.dead),
        ("critical", view.critical),
    ):
        row = np.zeros(view.setup.hand_size, np.uint8)
        for i, slot in enumerate(slots):
            if slot.present:
                possible = view.possible(i)
                total = sum(unseen[card] for card in possible)
                row[i] = byte(sum(unseen[card] for card in possible if card in cards), total)
        fields[f"chance_{name}"] = row
    return fields


def extended(view: View) -> Shown:
    """All fields of the extended observation that HLE's vector lacks."""
    fields = {
        "ages": np.array(ages(view), np.uint8).reshape(-1),
        "seen": np.array(seen(view), np.uint8).reshape(-1),
    }
    for ago in range(1, 9):
        fields |= event_bits(view, ago)
    return fields | chances(view)


class HabitNotes:
    """Counts the habits of one seat from events and public knowledge."""

    def __init__(self) -> None:
        self.yes = dict.fromkeys([name for name, _ in HABITS], 0)
        self.occasions = dict(self.yes)

    def note(self, name: str, occasion: bool, did: bool) -> None:
        if occasion:
            self.occasions[name] += 1
            self.yes[name] += did

    def bytes(self) -> list[int]:
        return [byte(self.yes[name] + 0.5, self.occasions[name] + 1) for name, _ in HABITS]


def latest_hint(before: State, seat: int) -> Event | None:
    """The latest hint to a seat since its own last move."""
    for event in reversed(before.events):
        if event.actor == seat:
            return None
        if event.kind.startswith("hint") and event.target == seat:
            return event
    return None


def note_habits(notes: list[HabitNotes], before: State, event: Event) -> None:
    """Counts a move towards the habits of its player; `before` is the position before the move."""
    setup, own_notes = before.setup, notes[event.actor]
    slots = before.knowledge(event.actor)
    filled = {i for i, slot in enumerate(slots) if slot.present}
    hinted = {i for i in filled if slots[i].color_hinted or slots[i].rank_hinted}
    fresh = latest_hint(before, event.actor)
    touched = set(fresh.touched) if fresh else set()
    names = {(card.color, card.rank) for card in before.playable}
    certain = {
        i
        for i in filled
        if all((color, rank) in names for color in slots[i].colors for rank in slots[i].ranks)
    }
    slot = event.move.slot if event.move and event.card else None
    played = slot if event.kind == "play" else None
    note = own_notes.note
    note("plays", True, played is not None)
    note("plays_hinted", bool(hinted), played in hinted)
    note("plays_unhinted", bool(filled - hinted), played in filled - hinted)
    note("plays_fresh", fresh is not None, played in touched)
    note("plays_fresh_single", len(touched) == 1, played in touched)
    note("plays_fresh_color", fresh is not None and fresh.kind == "hint_color", played in touched)
    note("plays_fresh_rank", fresh is not None and fresh.kind == "hint_rank", played in touched)
    newest = max(touched, key=lambda i: slots[i].stamp, default=None)
    note("plays_newest_of_fresh", played in touched and len(touched) > 1, played == newest)
    note("plays_known_playable", bool(certain), played in certain)
    note("plays_uncertain", played is not None, played not in certain)
    note("plays_at_one_life", before.lives == 1, played is not None)
    note("play_scores", played is not None, event.scored)
    discards = event.kind == "discard"
    may_discard = before.hints < setup.max_hints or setup.discard_at_max
    note("discards_with_token", before.hints > 0 and may_discard, discards)
    by_age = sorted(filled, key=lambda i: slots[i].stamp)
    unhinted = [i for i in by_age if i not in hinted]
    note("discards_oldest", discards, slot == by_age[0])
    note("discards_newest", discards, slot == by_age[-1])
    note("discards_first_unhinted", discards and bool(unhinted), slot in unhinted[:1])
    note("discards_hinted", discards, slot in hinted)
    note("discards_dead", discards, event.card in before.dead)
    hints = event.kind.startswith("hint")
    note("hints", before.hints > 0, hints)
    note("hints_color", hints, event.kind == "hint_color")
    note("hints_one_card", hints, len(event.touched) == 1)
    if hints and event.target is not None:
        target_slots = before.knowledge(event.target)
        new = [
            i
            for i in event.touched
            if not (target_slots[i].color_hinted or target_slots[i].rank_hinted)
        ]
        note("hints_new_card", True, bool(new))
    rank = event.move.rank if event.move else None
    note("hints_highest_rank", event.kind == "hint_rank", rank == setup.ranks)
    if played in touched and fresh is not None:
        notes[fresh.actor].note("hint_leads_to_points", True, event.scored)


class Row:
    """One row of a vector: deals games, moves for the partners and takes the learners' actions."""

    def __init__(self, plan: _core.VectorPlan, setup: Setup, row: int, episode: int) -> None:
        self.plan, self.setup, self.row, self.episode = plan, setup, row, episode
        self.number = -1
        self.notes = [HabitNotes() for _ in range(setup.players)]

    def deal(self, learners: set[int], policy: _core.Policy | None) -> None:
        """Deals the row's next game; the caller says which seats learn and who their partner is."""
        self.number += 1
        seed = self.plan.game_seed(self.row, self.number)
        if self.number % self.episode == 0:
            self.notes = [HabitNotes() for _ in range(self.setup.players)]
        self.state = State.deal(seed, self.setup)
        self.learners = learners
        self.partners = {
            seat: _core.NativeSeat(policy, _core.agent_seed(seed, seat))
            for seat in range(self.setup.players)
            if policy is not None and seat not in learners
        }
        self.credited = 0
        self._let_partners_move()

    def _let_partners_move(self) -> None:
        while not self.state.over and self.state.current in self.partners:
            view = self.state.view(self.state.current)
            self.make(self.partners[self.state.current].decide(view).move)

    def make(self, move: Move | None) -> None:
        """Makes a move; an illegal one forfeits the game."""
        before = self.state.copy()
        if move is None or move not in before.legal_moves():
            self.state.give_up()
        else:
            note_habits(self.notes, before, self.state.apply(move))

    def step(self, action: int) -> int:
        """Makes a learner's move and returns the points since that row's last step."""
        if not self.state.over:
            self.make(Move.from_action_id(action, self.setup))
            self._let_partners_move()
        gained = self.state.score - self.credited
        self.credited = self.state.score
        return gained

    def habit_bytes(self) -> NDArray[np.uint8]:
        """The habits of the others, as the seat to move sees them."""
        seats = seats_from(self.state.view(self.state.current))[1:]
        return np.array([self.notes[seat].bytes() for seat in seats], np.uint8).reshape(-1)
