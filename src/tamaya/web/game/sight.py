"""What a viewer may know about a table, computed from views only.

Only `Sight.of` receives a `State`, and only to take views of it, so this module cannot leak what a
seat may not know. A spectator of a game without people sees every hand, but not the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import UNSET

from tamaya.game import Card, Seat, Setup, State, View
from tamaya.web.game.card_sets import Cards, cards
from tamaya.web.game.choices import choices
from tamaya.web.game.hands import Hands, HeldCard
from tamaya.web.game.protocol import CardView, Ending, Help, SeatView, TableView
from tamaya.web.game.public_table import PublicTable

_ENDS: dict[str, Ending] = {
    "running": "",
    "bombed": "bombed",
    "complete": "complete",
    "last_turn": "last_turn",
    "forfeit": "forfeit",
}


@dataclass(frozen=True)
class PublicPlayer:
    """The public information about a player."""

    name: str
    human: bool


@dataclass(frozen=True)
class Sight:
    """What a viewer sees: the view of one seat, or of all seats."""

    views: tuple[View, ...]
    """the viewer's own view, or the views of all seats in order"""
    public: PublicTable
    """what everybody sees"""

    @classmethod
    def of(cls, state: State, viewer: Seat | None, public: PublicTable) -> Sight:
        """What a seat sees; None for a spectator who sees all hands."""
        seats = range(state.setup.players) if viewer is None else (viewer,)
        return cls(tuple(state.view(seat) for seat in seats), public)

    @property
    def table(self) -> View:
        """A view to read the public part of the table from."""
        return self.views[0]

    @property
    def setup(self) -> Setup:
        """The set-up of the game."""
        return self.public.setup

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's seat; None for a spectator who sees every hand."""
        return self.table.me if len(self.views) == 1 else None

    @cached_property
    def hands(self) -> tuple[Sequence[Card | None], ...]:
        """Cards of each seat; None for cards that the viewer may not see."""
        players = range(self.setup.players)
        return tuple(self.views[0 if seat else -1].hand(seat) for seat in players)

    def counted(self, seat: Seat, slot: int) -> Cards:
        """Cards that are possible for a holder who counts cards, as far as the viewer can tell."""
        if self.me is None:
            return cards(self.views[seat].possible(slot))
        if self.me == seat:
            return cards(self.table.possible(slot))
        return self.public.by_hints(seat, slot) & ~self._used_up[seat]

    @cached_property
    def _used_up(self) -> dict[Seat, Cards]:
        """For each other seat, cards of which the viewer and that seat both see every copy."""
        others = [seat for seat in range(self.setup.players) if seat != self.me]
        return {
            holder: self.public.used_up([self.hands[s] for s in others if s != holder])
            for holder in others
        }


def table_view(
    sight: Sight, hands: Hands, players: Sequence[PublicPlayer], help_level: Help, *, moves: bool
) -> TableView:
    """The table as the viewer may know it.

    :param moves: include the legal moves, for a viewer who plays
    """
    view, setup, top = sight.table, sight.setup, sight.public.ceiling
    seats = tuple(
        _seat(sight, hands, seat, players[seat], help_level) for seat in range(setup.players)
    )
    return TableView(
        turn=view.turn,
        current=view.current,
        score=view.score,
        max_score=setup.max_score,
        ceiling=top,
        hints=view.hints,
        max_hints=setup.max_hints,
        lives=view.lives,
        max_lives=setup.max_lives,
        deck_size=view.deck_size,
        fireworks=sight.public.fireworks,
        seats=seats,
        cards=sight.public.cards,
        turns_left=UNSET if view.turns_left is None else view.turns_left,
        pace=view.score + view.deck_size + setup.players - top if view.deck_size else UNSET,
        choices=choices(view, sight.public, seats, help_level)
        if moves and sight.me == view.current
        else (),
        end=_ENDS[view.end],
    )


def _seat(
    sight: Sight, hands: Hands, seat: Seat, player: PublicPlayer, help_level: Help
) -> SeatView:
    hand = tuple(
        _card(sight, seat, slot, card, help_level)
        for slot, card in enumerate(hands.seats[seat])
        if card is not None
    )
    return SeatView(seat, player.name, "human" if player.human else "agent", hand)


def _card(sight: Sight, seat: Seat, slot: int, card: HeldCard, help_level: Help) -> CardView:
    public, face = sight.public, sight.hands[seat][slot]
    knowledge = public.knowledge[seat][slot]
    positive, negative = card.positive, public.by_hints(seat, slot)
    counting = sight.counted(seat, slot)
    if face is not None:
        may_be = 1 << face.index
    else:
        may_be = {"positive": positive, "negative": negative, "counting": counting}[help_level]
    return CardView(
        key=card.key,
        slot=slot,
        positive=positive,
        negative=negative,
        counting=counting,
        card=UNSET if face is None else str(face),
        color_hinted=knowledge.color_hinted,
        rank_hinted=knowledge.rank_hinted,
        hints=card.hints,
        playable=may_be & ~public.playable == 0,
        dead=may_be & ~public.dead == 0,
        critical=may_be & ~public.critical == 0,
    )
