"""What one viewer may know of a table, built from a `View` by inclusion.

Nothing here receives a `State` except `Sight.of`, which takes views of it: what a seat may not know
is not there to be sent. Somebody who watches a game without people sees every hand, and nothing
of the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from tamaya.game import Card, Seat, Setup, State, View
from tamaya.web.choices import choices
from tamaya.web.held import Cards, Hands, Held, cards, product
from tamaya.web.protocol import CardView, Discarded, Ending, Help, SeatView, TableView


@dataclass(frozen=True)
class Player:
    """Who sits in a seat, as everybody may know."""

    name: str
    human: bool


@dataclass(frozen=True)
class Sight:
    """The views that make up what somebody sees: a seat's own, or every seat's."""

    views: tuple[View, ...]
    """the viewer's, or of all seats in order for somebody who sees every hand"""

    @classmethod
    def of(cls, state: State, viewer: Seat | None) -> Sight:
        """What a seat sees, or with None all hands."""
        wanted = range(state.setup.players) if viewer is None else (viewer,)
        return cls(tuple(state.view(seat) for seat in wanted))

    @property
    def table(self) -> View:
        """For what lies on the table."""
        return self.views[0]

    @property
    def setup(self) -> Setup:
        """Rules of the game."""
        return self.table.setup

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for somebody who sees every hand."""
        return self.table.me if len(self.views) == 1 else None

    def hand(self, seat: Seat) -> Sequence[Card | None]:
        """Cards of a seat; None for those that may not be seen."""
        return self.views[0 if seat else -1].hand(seat)

    def counted(self, seat: Seat, slot: int, by_hints: Cards) -> Cards:
        """What the holder knows of a card by counting, as far as the viewer can tell."""
        if self.me is None:
            return cards(self.views[seat].possible(slot))
        if self.me == seat:
            return cards(self.table.possible(slot))
        return by_hints & ~self._used_up(seat)

    def _used_up(self, holder: Seat) -> Cards:
        """Cards of which viewer and holder both see every copy."""
        left = Counter(self.setup.cards())
        left.subtract(self.table.discards)
        left.subtract(played(self.table))
        for seat in range(self.setup.players):
            if seat not in (holder, self.me):
                left.subtract(card for card in self.hand(seat) if card is not None)
        return cards(card for card, copies in left.items() if copies == 0)


def played(view: View) -> list[Card]:
    """Cards that lie in the fireworks."""
    return [Card(f"{c}{r}") for c, height in view.fireworks.items() for r in range(1, height + 1)]


def table_view(
    sight: Sight, hands: Hands, players: Sequence[Player], help_level: Help, *, moves: bool
) -> TableView:
    """The table as the viewer may know it.

    :param moves: whether the viewer may move, and so is told what is legal
    """
    view, setup = sight.table, sight.setup
    seats = tuple(_seat(sight, hands, seat, players[seat], help_level)
                  for seat in range(setup.players))  # fmt: skip
    top = ceiling(view)
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
        cards=_cards(view),
        turns_left=UNSET if view.turns_left is None else view.turns_left,
        pace=view.score + view.deck_size + setup.players - top if view.deck_size else UNSET,
        choices=choices(view, seats) if moves and sight.me == view.current else (),
        end=_ENDS[view.end],
    )


def _seat(sight: Sight, hands: Hands, seat: Seat, player: Player, help_level: Help) -> SeatView:
    hand = tuple(
        _card(sight, seat, slot, held, help_level)
        for slot, held in enumerate(hands.seats[seat])
        if held is not None
    )
    return SeatView(seat, player.name, "human" if player.human else "agent", hand)


def _card(sight: Sight, seat: Seat, slot: int, held: Held, help_level: Help) -> CardView:
    view, face = sight.table, sight.hand(seat)[slot]
    known = view.knowledge(seat)[slot]
    positive = product(sight.setup, held.colors, held.ranks)
    negative = product(sight.setup, known.colors, known.ranks)
    counting = sight.counted(seat, slot, negative)
    levels = {"positive": positive, "negative": negative, "counting": counting}
    may_be = levels[help_level] if face is None else 1 << face.index
    return CardView(
        key=held.key,
        slot=slot,
        positive=positive,
        negative=negative,
        counting=counting,
        card=UNSET if face is None else str(face),
        color_hinted=known.color_hinted,
        rank_hinted=known.rank_hinted,
        hints=held.hints,
        playable=_within(may_be, view.playable),
        dead=_within(may_be, view.dead),
        critical=_within(may_be, view.critical),
    )


def _within(may_be: Cards, some: Sequence[Card]) -> bool:
    return may_be & ~cards(some) == 0


def _cards(view: View) -> tuple[Discarded, ...]:
    copies, gone = Counter(view.setup.cards()), Counter(view.discards)
    on_table, dead, critical = set(played(view)), set(view.dead), set(view.critical)
    return tuple(
        Discarded(
            str(card),
            gone[card],
            number - gone[card] - (card in on_table),
            card in on_table,
            card in dead and card not in on_table,
            card in critical,
        )
        for card, number in copies.items()
    )


def ceiling(view: View) -> int:
    """Points that can still be reached."""
    dead = set(view.dead)
    open_cards = {card for card in view.setup.cards() if card not in dead}
    return view.score + len(open_cards)


_ENDS: dict[str, Ending] = {
    "running": "",
    "bombed": "bombed",
    "complete": "complete",
    "last_turn": "last_turn",
    "forfeit": "forfeit",
}
