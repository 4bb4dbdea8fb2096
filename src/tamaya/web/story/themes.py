"""Names what a player can learn from a turn: the chosen move against a better one."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.game import Card, Move, Seat, State, View
from tamaya.web.story.judging import Judged
from tamaya.web.story.protocol import Theme

_SURE = 0.9
"""chance from which a play is no gamble"""
_SAMPLES = 200
"""imagined hands from which the chance of a play is counted"""


def theme_of(state: State, judged: Judged) -> Theme:
    """The theme of a turn, from the view of the player who moved."""
    if not judged.blamed:
        return "luck" if judged.verdict != "find" else "clean"
    view = state.view(judged.seat)
    chosen, best = judged.move, judged.best
    if chosen.kind == "play" and chosen.slot is not None:
        chance = chance_of_play(view, chosen.slot)
        if chance < _SURE:
            return "dud" if chance == 0 else "gamble"
    if best.kind == "play":
        return "other_card" if chosen.kind == "play" else "missed_play"
    if best.is_hint:
        return _missed_hint(view, chosen, best)
    return "wasted_hint" if chosen.is_hint else "lost_card"


def _missed_hint(view: View, chosen: Move, best: Move) -> Theme:
    """The best move is a hint: does it save a card, or show one that can be played?"""
    touched = touched_cards(view, best)
    if any(card in playable_cards(view) for card in touched):
        return "other_hint" if chosen.is_hint else "missed_hint"
    critical = set(view.critical)
    if any(card in critical for card in touched):
        return "missed_save"
    return "other_hint" if chosen.is_hint else "missed_hint"


def touched_cards(view: View, hint: Move) -> list[Card]:
    """Cards of a partner that a hint touches."""
    assert hint.offset is not None
    seat: Seat = (view.me + hint.offset) % view.setup.players
    return [card for card in view.hand(seat) if card is not None and _fits(card, hint)]


def _fits(card: Card, hint: Move) -> bool:
    if hint.rank is not None:
        return card.rank == hint.rank
    return card.color in (hint.color, "m")


def playable_cards(view: View) -> set[Card]:
    """Cards that can be played now."""
    return set(view.playable)


def chance_of_play(view: View, slot: int) -> float:
    """The probability that a card of the viewer is playable, from imagined hands."""
    playable = playable_cards(view)
    if not playable & set(view.possible(slot)):
        return 0.0
    hands = [view.imagine(seed).hand(view.me) for seed in range(_SAMPLES)]
    return sum(hand[slot] in playable for hand in hands) / _SAMPLES


def best_options(judged: Judged, most: int = 3) -> Sequence[tuple[Move, float]]:
    """The best moves with their values, and the chosen one, best first."""
    ranked = judged.trials.ranked()
    kept = [move for move in ranked if move in {*ranked[:most], judged.move, judged.best}]
    return [(move, judged.trials.value(move).mean) for move in kept]
