"""Legal moves, with what each would do as far as the player knows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from tamaya.game import Card, Move, View
from tamaya.web.game.card_sets import Cards
from tamaya.web.game.protocol import CardView, Choice, Guard, Help, MoveKind, SeatView
from tamaya.web.game.public_table import PublicTable

_KINDS: dict[str, MoveKind] = {
    "play": "play",
    "discard": "discard",
    "hint_color": "hint_color",
    "hint_rank": "hint_rank",
}


_Face = tuple[CardView, Cards]
"""a card that the player sees, and its bit"""


def choices(
    view: View, public: PublicTable, seats: Sequence[SeatView], help_level: Help
) -> tuple[Choice, ...]:
    """All legal moves of the viewer, who is to move."""
    own = {card.slot: card for card in seats[view.me].hand}
    faces = [[(card, _face(card)) for card in seat.hand] for seat in seats]
    options = []
    for move in view.legal_moves():
        if move.slot is not None:
            options.append(_own(move, own[move.slot], public.playable, help_level))
        else:
            target = (view.me + (move.offset or 0)) % len(seats)
            options.append(_hint(move, target, public.sets.hinted(move), faces[target]))
    return tuple(options)


def _own(move: Move, card: CardView, playable: Cards, help_level: Help) -> Choice:
    guard = _guard(move, card, playable, help_level)
    return Choice(str(move), _KINDS[move.kind], slot=card.slot, guard=guard)


def _hint(move: Move, target: int, named: Cards, hand: Sequence[_Face]) -> Choice:
    touched = [card for card, face in hand if named & face]
    return Choice(
        str(move),
        _KINDS[move.kind],
        target=target,
        value=move.color or str(move.rank),
        touches=tuple(card.key for card in touched),
        news=sum(card.negative & ~named != 0 for card in touched),
    )


def _guard(move: Move, card: CardView, playable: Cards, help_level: Help) -> Guard:
    """Why to ask for confirmation. It depends only on what the player may see."""
    if move.kind == "play":
        may_be: Cards = getattr(card, help_level)
        return "misplay" if may_be & playable == 0 else ""
    return "critical" if card.critical else ""


def _face(card: CardView) -> Cards:
    return 0 if card.card is UNSET else 1 << Card(str(card.card)).index
