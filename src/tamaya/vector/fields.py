"""The fields of an observation: name, offset, shape, range and meaning."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from tamaya.game import Setup, TamayaError

ObservationKind = Literal["hle", "extended", "counts"]
"""Kinds of observation; each contains the fields of the previous kind."""

RECENT_EVENTS = 8
GAME_BITS = 10
HABITS = (
    ("plays", "of all moves, how many were plays"),
    ("plays_hinted", "with a hinted card in hand, it plays a hinted card"),
    ("plays_unhinted", "with an unhinted card in hand, it plays an unhinted card"),
    ("plays_fresh", "after a hint, it plays a card that the hint touched"),
    ("plays_fresh_single", "after a hint about one card, it plays that card"),
    ("plays_fresh_color", "after a color hint, it plays a card that the hint touched"),
    ("plays_fresh_rank", "after a rank hint, it plays a card that the hint touched"),
    ("plays_newest_of_fresh", "of plays after a hint about several cards, the newest of them"),
    ("plays_known_playable", "with a card that hints show to be playable, it plays such a card"),
    ("plays_uncertain", "of its plays, the card was not known to be playable"),
    ("plays_at_one_life", "with one life left, it plays"),
    ("play_scores", "of its plays, the card scored"),
    ("discards_with_token", "with a hint token and discarding allowed, it discards"),
    ("discards_oldest", "of its discards, the oldest card"),
    ("discards_newest", "of its discards, the newest card"),
    ("discards_first_unhinted", "of its discards, the oldest card that no hint had touched"),
    ("discards_hinted", "of its discards, a hinted card"),
    ("discards_dead", "of its discards, a card that could not score any more"),
    ("hints", "with a hint token, it hints"),
    ("hints_color", "of its hints, those about a color"),
    ("hints_one_card", "of its hints, those that touch one card"),
    ("hints_new_card", "of its hints, those that touch a card for the first time"),
    ("hints_highest_rank", "of its rank hints, those about the highest rank"),
    ("hint_leads_to_points", "of its hints answered at once by playing a touched card, it scored"),
)
"""Habits of the other seats in an observation, in order: name, and what is counted."""


@dataclass(frozen=True)
class Field:
    """Consecutive entries of an observation with a common meaning."""

    name: str
    offset: int
    """index of the first entry in an unpacked observation"""
    shape: tuple[int, ...]
    """axes such as seat and slot; the last axis varies fastest"""
    largest: int
    """largest value of an entry: 1 for bits, 255 for shares in units of 1/255"""
    meaning: str

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)

    @property
    def span(self) -> slice:
        """The field's columns in an array of observations."""
        return slice(self.offset, self.offset + self.size)


class _Layout:
    """Collects fields and computes their offsets."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.size = 0

    def add(self, name: str, shape: tuple[int, ...], meaning: str, largest: int = 1) -> None:
        self.fields.append(Field(name, self.size, shape, largest, meaning))
        self.size += self.fields[-1].size

    def pad(self, multiple: int) -> None:
        missing = -self.size % multiple
        if missing:
            self.add(f"padding_{self.size}", (missing,), "always 0")


def observation_fields(
    setup: Setup | str = "standard", observation: ObservationKind = "extended"
) -> tuple[Field, ...]:
    """All fields of a learner's observation, in order.

    Seats count from the viewer: entry 0 of a seat axis is the viewer, or the next player in a field
    about the other seats.

    :param setup: a `Setup`, or words like "competition players=3"
    :param observation: "hle", "extended" or "counts"
    :raises TamayaError: if there is no such observation
    """
    setup = Setup.parse(setup) if isinstance(setup, str) else setup
    if observation not in get_args(ObservationKind):
        raise TamayaError(
            f"no observation {observation!r} (expected 'extended', 'hle' or 'counts')"
        )
    layout = _Layout()
    _add_hle(layout, setup)
    if observation == "hle":
        return tuple(layout.fields)
    _add_extended_bits(layout, setup)
    if observation == "counts":
        layout.add("game", (GAME_BITS,), "number of the game in its episode: entry i is game > i")
    layout.pad(32)
    hand = setup.hand_size
    for worth in "playable", "dead", "critical":
        layout.add(
            f"chance_{worth}",
            (hand,),
            f"chance that each own card is {worth}, by hints and counting",
            255,
        )
    if observation == "counts":
        layout.add(
            "habits",
            (setup.players - 1, len(HABITS)),
            "(yes + 1/2) / (occasions + 1) for each habit of each other seat in this episode: "
            + ", ".join(name for name, _ in HABITS),
            255,
        )
    layout.pad(16)
    return tuple(layout.fields)


def _kinds(setup: Setup) -> int:
    return setup.max_score


def _suits(setup: Setup) -> int:
    return setup.max_score // setup.ranks


def _hint_colors(setup: Setup) -> int:
    hints = setup.actions - 2 * setup.hand_size
    return hints // (setup.players - 1) - setup.ranks


def _add_hle(layout: _Layout, setup: Setup) -> None:
    players, hand, kinds = setup.players, setup.hand_size, _kinds(setup)
    add = layout.add
    add("hands", (players - 1, hand, kinds), "card in each slot of the others, by color and rank")
    add("short_hands", (players,), "the hand lacks a card")
    add("deck", (setup.deck_size - players * hand,), "cards left to draw: the first n entries")
    add("fireworks", (kinds,), "highest card of each color that was played")
    add("hint_tokens", (setup.max_hints,), "tokens there: the first n entries")
    add("lives", (setup.max_lives,), "lives left: the first n entries")
    add("discards", (setup.deck_size,), "copies of each card that were discarded: the first n")
    add("last_actor", (players,), "who made the last move")
    add("last_kind", (4,), "play, discard, color hint, rank hint")
    add("last_target", (players,), "who was hinted")
    add("last_color", (_hint_colors(setup),), "color that was hinted")
    add("last_rank", (setup.ranks,), "rank that was hinted")
    add("last_touched", (hand,), "slots that the hint touched")
    add("last_slot", (hand,), "slot that was played or discarded")
    add("last_card", (kinds,), "card that was played or discarded")
    add("last_scored", (1,), "the play succeeded")
    add("last_token", (1,), "the play brought a hint token back")
    add(
        "knowledge",
        (players, hand, kinds + _suits(setup) + setup.ranks),
        "what hints tell of each slot: possible cards, then color and rank where hinted",
    )


def _add_extended_bits(layout: _Layout, setup: Setup) -> None:
    players, hand = setup.players, setup.hand_size
    layout.add("ages", (players, hand, hand), "place of each slot by age: entry 0 is the oldest")
    layout.add(
        "seen", (players - 1, hand, 3), "card in each slot of the others: playable, dead, critical"
    )
    for event in range(1, RECENT_EVENTS + 1):
        name, when = f"event_{event}", f"{event} turns ago"
        layout.add(f"{name}_actor", (players,), f"who moved {when}")
        layout.add(f"{name}_kind", (4,), "play, discard, color hint, rank hint")
        layout.add(f"{name}_target", (players,), "who was hinted")
        layout.add(f"{name}_slot", (hand,), "slot that was played or discarded, as it was then")
        layout.add(f"{name}_touched", (hand,), "where the cards that the hint touched lie now")
        layout.add(f"{name}_color", (_suits(setup),), "color hinted, or of the card that was used")
        layout.add(f"{name}_rank", (setup.ranks,), "rank hinted, or of the card that was used")
        layout.add(f"{name}_scored", (1,), "the play succeeded")
