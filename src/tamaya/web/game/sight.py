"""What a viewer may know about a table, computed from views only.

Only `Sight.of` receives a `State`, and only to take views of it, so this module cannot leak what a
seat may not know. A spectator of a game without people sees every hand, but not the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import UNSET

from tamaya.game import Card, Knowledge, Seat, Setup, State, View
from tamaya.web.game.choices import choices
from tamaya.web.game.hands import Cards, Hands, HeldCard, cards, kinds, product
from tamaya.web.game.protocol import CardView, Discarded, Ending, Help, SeatView, TableView

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

    @classmethod
    def of(cls, state: State, viewer: Seat | None) -> Sight:
        """What a seat sees; None for a spectator who sees all hands."""
        seats = range(state.setup.players) if viewer is None else (viewer,)
        return cls(tuple(state.view(seat) for seat in seats))

    @property
    def table(self) -> View:
        """A view to read the public part of the table from."""
        return self.views[0]

    @cached_property
    def setup(self) -> Setup:
        """The set-up of the game."""
        return self.table.setup

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's seat; None for a spectator who sees every hand."""
        return self.table.me if len(self.views) == 1 else None

    @cached_property
    def hands(self) -> tuple[Sequence[Card | None], ...]:
        """Cards of each seat; None for cards that the viewer may not see."""
        players = range(self.setup.players)
        return tuple(self.views[0 if seat else -1].hand(seat) for seat in players)

    @cached_property
    def knowledge(self) -> tuple[Sequence[Knowledge], ...]:
        """What each seat knows about its cards from hints."""
        return tuple(self.table.knowledge(seat) for seat in range(self.setup.players))

    @cached_property
    def played(self) -> tuple[Card, ...]:
        """Cards in the fireworks."""
        heights = self.table.fireworks.items()
        return tuple(Card(f"{c}{r}") for c, height in heights for r in range(1, height + 1))

    @cached_property
    def playable(self) -> Cards:
        """Cards that can be played now."""
        return cards(self.table.playable)

    @cached_property
    def dead(self) -> Cards:
        """Cards that will never score."""
        return cards(self.table.dead)

    @cached_property
    def critical(self) -> Cards:
        """Cards that are still needed and have one copy left."""
        return cards(self.table.critical)

    @cached_property
    def ceiling(self) -> int:
        """Points that can still be reached."""
        return self.table.score + (cards(self.setup.cards()) & ~self.dead).bit_count()

    def by_hints(self, seat: Seat, slot: int) -> Cards:
        """Cards that are possible for a slot by all hints."""
        knowledge = self.knowledge[seat][slot]
        return product(self.setup, frozenset(knowledge.colors), frozenset(knowledge.ranks))

    def counted(self, seat: Seat, slot: int, by_hints: Cards) -> Cards:
        """Cards that are possible for a holder who counts cards, as far as the viewer can tell."""
        if self.me is None:
            return cards(self.views[seat].possible(slot))
        if self.me == seat:
            return cards(self.table.possible(slot))
        return by_hints & ~self._used_up[seat]

    @cached_property
    def _used_up(self) -> tuple[Cards, ...]:
        return tuple(self._count(seat) for seat in range(self.setup.players))

    def _count(self, holder: Seat) -> Cards:
        """Cards of which viewer and holder both see every copy."""
        visible = Counter(self.table.discards)
        visible.update(self.played)
        for seat, hand in enumerate(self.hands):
            if seat not in (holder, self.me):
                visible.update(card for card in hand if card is not None)
        return cards(card for card, _, copies in kinds(self.setup) if visible[card] == copies)


def table_view(
    sight: Sight, hands: Hands, players: Sequence[PublicPlayer], help_level: Help, *, moves: bool
) -> TableView:
    """The table as the viewer may know it.

    :param moves: include the legal moves, for a viewer who plays
    """
    view, setup, top = sight.table, sight.setup, sight.ceiling
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
        fireworks=view.fireworks,
        seats=seats,
        cards=_cards(sight),
        turns_left=UNSET if view.turns_left is None else view.turns_left,
        pace=view.score + view.deck_size + setup.players - top if view.deck_size else UNSET,
        choices=choices(view, seats, help_level) if moves and sight.me == view.current else (),
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
    knowledge, face = sight.knowledge[seat][slot], sight.hands[seat][slot]
    positive = product(sight.setup, card.colors, card.ranks)
    negative = sight.by_hints(seat, slot)
    counting = sight.counted(seat, slot, negative)
    levels = {"positive": positive, "negative": negative, "counting": counting}
    may_be = levels[help_level] if face is None else 1 << face.index
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
        playable=may_be & ~sight.playable == 0,
        dead=may_be & ~sight.dead == 0,
        critical=may_be & ~sight.critical == 0,
    )


def _cards(sight: Sight) -> tuple[Discarded, ...]:
    discarded, on_table = Counter(sight.table.discards), cards(sight.played)
    dead, critical = sight.dead & ~on_table, sight.critical
    views = []
    for card, text, copies in kinds(sight.setup):
        copies_gone, bit = discarded[card], 1 << card.index
        is_played = on_table & bit != 0
        views.append(
            Discarded(
                text,
                copies_gone,
                copies - copies_gone - is_played,
                is_played,
                dead & bit != 0,
                critical & bit != 0,
            )
        )
    return tuple(views)
