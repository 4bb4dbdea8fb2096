"""Legal moves, with what each would do as far as the player knows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from tamaya.game import Card, Move, View
from tamaya.web.game.hands import Cards, cards, hinted
from tamaya.web.game.protocol import CardView, Choice, Guard, Help, MoveKind, SeatView

_KINDS: dict[str, MoveKind] = {
    "play": "play",
    "discard": "discard",
    "hint_color": "hint_color",
    "hint_rank": "hint_rank",
}


def choices(view: View, seats: Sequence[SeatView], help_level: Help) -> tuple[Choice, ...]:
    """All legal moves of the viewer, who is to move."""
    return tuple(_choice(view, move, seats, help_level) for move in view.legal_moves())


def _choice(view: View, move: Move, seats: Sequence[SeatView], help_level: Help) -> Choice:
    kind = _KINDS[move.kind]
    if move.slot is not None:
        own_card = next(card for card in seats[view.me].hand if card.slot == move.slot)
        guard = _guard(view, move, own_card, help_level)
        return Choice(str(move), kind, slot=move.slot, guard=guard)
    target = (view.me + (move.offset or 0)) % view.setup.players
    hint_cards = hinted(view.setup, move)
    touched = [card for card in seats[target].hand if hint_cards & _face(card)]
    return Choice(
        str(move),
        kind,
        target=target,
        value=move.color or str(move.rank),
        touches=tuple(card.key for card in touched),
        news=sum(card.negative & ~hint_cards != 0 for card in touched),
    )


def _guard(view: View, move: Move, card: CardView, help_level: Help) -> Guard:
    """Why to ask for confirmation. It depends only on what the player may see."""
    if move.kind == "play":
        may_be: Cards = getattr(card, help_level)
        return "misplay" if may_be & cards(view.playable) == 0 else ""
    return "critical" if card.critical else ""


def _face(card: CardView) -> Cards:
    return 0 if card.card is UNSET else 1 << Card(str(card.card)).index
