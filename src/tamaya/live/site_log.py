"""The log of one game: what the server told about it, in order.

The server sends a turn as several actions (`play`, `draw`, `status`, `turn`). `SiteLog.add` accepts
an action only if it follows from the earlier ones, and ignores repeated actions. Anything else
raises `OutOfStepError`, and the bot asks for the whole list again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tamaya.errors import OutOfStepError
from tamaya.game import Card, Move, NotationError, Seat, Setup
from tamaya.hanab_live import card_of
from tamaya.live.fields import Fields, fields, flag, integers, number, text

Order = int
"""the site's number of a card: its place in the deck"""
_COLOR = 0
"""the site's number of color hints; 1 is a rank hint"""
_COLORS = "rygwbm"


@dataclass(frozen=True)
class SiteTurn:
    """One turn as everyone saw it."""

    move: Move
    touched: tuple[int, ...] = ()
    """slots that a hint touched, oldest first"""
    card: Card | None = None
    """the card that was played or discarded"""
    scored: bool = False
    """whether a played card scored"""


class SiteLog:
    """The turns, hands and known cards of one game.

    :param me: the bot's own seat, whose cards are hidden
    """

    def __init__(self, setup: Setup, me: Seat) -> None:
        self.setup, self.me = setup, me
        self.turns: list[SiteTurn] = []
        self.hands: list[list[Order]] = [[] for _ in range(setup.players)]
        """cards in each hand, oldest first"""
        self.cards: dict[Order, Card] = {}
        """all cards that the bot has seen"""
        self.possible: dict[Order, frozenset[Card]] = {}
        """which cards hints allow, for each own card"""
        self.status: tuple[int, int] | None = None
        """hint tokens and score that the server announced after the last turn"""
        self.over = False
        self._announced = -1
        self._drawn = 0
        self._drawing: Seat | None = None
        self._owners: list[Seat] = []

    @classmethod
    def from_list(cls, setup: Setup, me: Seat, actions: Iterable[Fields]) -> SiteLog:
        """The log of a whole list of actions.

        :raises OutOfStepError: if an action does not follow from the earlier ones
        """
        log = cls(setup, me)
        for action in actions:
            log.add(action)
        if log._is_settled:  # a list ends with a finished turn, whether or not it says so
            log._announced = max(log._announced, len(log.turns))
        return log

    @property
    def current(self) -> Seat:
        """The seat to move."""
        return (self.setup.first_seat + len(self.turns)) % self.setup.players

    @property
    def is_my_turn(self) -> bool:
        """Has the server announced that it is the bot's turn?"""
        return self.is_announced and not self.over and self.current == self.me

    @property
    def is_announced(self) -> bool:
        """Is the last turn complete, and has the server announced the next one?"""
        return self._announced == len(self.turns) and self._is_settled

    @property
    def _is_settled(self) -> bool:
        """Is the deal complete, and has the last player drawn a card?"""
        return self._is_dealt and self._drawing is None

    @property
    def _is_dealt(self) -> bool:
        return self._drawn >= self.setup.players * self.setup.hand_size

    def add(self, action: Fields) -> None:
        """Adds an action; repeated ones change nothing.

        :raises OutOfStepError: if it does not follow from the earlier ones
        """
        adders: dict[str, Callable[[Fields], None]] = {
            "draw": self._draw,
            "play": self._use,
            "discard": self._use,
            "clue": self._hint,
            "status": self._note_status,
            "turn": self._announce,
            "gameOver": self._end,
        }
        adder = adders.get(text(action, "type"))
        if adder is not None:
            adder(action)

    def _draw(self, action: Fields) -> None:
        order, seat = number(action, "order"), self._seat(action, "playerIndex")
        if 0 <= order < self._drawn:
            self._check(self._owners[order] == seat, action)
            return
        self._check(order == self._drawn < self.setup.deck_size, action)
        dealt_to = order // self.setup.hand_size
        self._check(seat == (self._drawing if self._is_dealt else dealt_to), action)
        if seat == self.me:
            self.possible[order] = frozenset(self.setup.cards())
        else:
            self.cards[order] = self._card(action)
        self.hands[seat].append(order)
        self._owners.append(seat)
        self._drawn += 1
        self._drawing = None

    def _use(self, action: Fields) -> None:
        """Adds a play or a discard; a discard that `failed` was a misplay."""
        order, seat = number(action, "order"), self._seat(action, "playerIndex")
        if 0 <= order < self._drawn and order not in self.hands[self._owners[order]]:
            return
        self._check(self._is_settled and seat == self.current, action)
        self._check(order in self.hands[seat], action)
        card = self._card(action)
        self._check(self.cards.setdefault(order, card) == card, action)
        slot = self.hands[seat].index(order)
        self.hands[seat].remove(order)
        self.possible.pop(order, None)
        scored = action.get("type") == "play"
        played = scored or flag(action, "failed")
        move = Move.play(slot) if played else Move.discard(slot)
        self._end_turn(SiteTurn(move, card=card, scored=scored))
        self._drawing = seat if self._drawn < self.setup.deck_size else None

    def _hint(self, action: Fields) -> None:
        turn = action.get("turn", len(self.turns))
        if isinstance(turn, int) and turn < len(self.turns):
            return
        giver, target = self._seat(action, "giver"), self._seat(action, "target")
        self._check(turn == len(self.turns) and self._is_settled, action)
        self._check(giver == self.current and target != giver, action)
        clue, hand = fields(action.get("clue")), self.hands[target]
        orders = set(integers(action.get("list")))
        self._check(orders <= {*hand}, action)
        move = self._hint_move((target - giver) % self.setup.players, clue)
        if target == self.me:
            self._learn(move, orders)
        touched = tuple(slot for slot, order in enumerate(hand) if order in orders)
        self._end_turn(SiteTurn(move, touched=touched))

    def _hint_move(self, offset: int, clue: Fields) -> Move:
        value = number(clue, "value")
        if number(clue, "type") == _COLOR:
            self._check(0 <= value < len(_COLORS), clue)
            return Move.hint_color(offset, _COLORS[value])
        self._check(1 <= value <= self.setup.ranks, clue)
        return Move.hint_rank(offset, value)

    def _learn(self, move: Move, touched: set[Order]) -> None:
        """Applies a hint to the own hand: it also tells which cards it does not touch."""
        for order in self.hands[self.me]:
            self.possible[order] = frozenset(
                card
                for card in self.possible[order]
                if (move.color == card.color or move.rank == card.rank) == (order in touched)
            )

    def _end_turn(self, turn: SiteTurn) -> None:
        self.turns.append(turn)
        self.status = None

    def _note_status(self, action: Fields) -> None:
        self.status = number(action, "clues"), number(action, "score")

    def _announce(self, action: Fields) -> None:
        turn, seat = number(action, "num"), number(action, "currentPlayerIndex")
        if turn <= self._announced or turn < len(self.turns):
            return
        if seat == -1:
            self.over = True
            return
        self._check(turn == len(self.turns) and self._is_settled, action)
        self._check(seat == self.current, action)
        self._announced = turn

    def _end(self, action: Fields) -> None:
        self.over = True

    def _seat(self, action: Fields, name: str) -> Seat:
        seat = number(action, name)
        self._check(0 <= seat < self.setup.players, action)
        return seat

    def _card(self, action: Fields) -> Card:
        try:
            return card_of(number(action, "suitIndex"), number(action, "rank"))
        except NotationError:
            raise OutOfStepError(f"no card in the action {dict(action)!r:.200}") from None

    def _check(self, follows: bool, action: Fields) -> None:
        if not follows:
            raise OutOfStepError(
                f"after {len(self.turns)} turns the server cannot send {dict(action)!r:.200}"
            )
