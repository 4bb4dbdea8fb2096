"""A readable implementation of Hanabi: slow, and independent of the fast engine.

Cards are ``("r", 1)``; moves are ``("play", slot)``, ``("discard", slot)``,
``("hint_color", offset, letter)`` and ``("hint_rank", offset, rank)``, where the hinted player
sits ``offset`` seats after the one who moves.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

Seat = int
Card = tuple[str, int]
HintMove = tuple[Literal["hint_color"], int, str] | tuple[Literal["hint_rank"], int, int]
Move = tuple[Literal["play", "discard"], int] | HintMove


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game."""

    players: int = 2
    colors: int = 5
    """ordinary colors, in the order r y g w b"""
    ranks: int = 5
    extra_suit: str = "none"
    """suit m: none | standard | single (one card per rank) | rainbow (all color hints touch it)"""
    hand_size: int = 5
    max_hints: int = 8
    """hint tokens at the start, and the maximum"""
    max_lives: int = 3
    refill: str = "shift"
    """shift: the gap closes, and the new card enters at the end | in_place: it fills the gap"""
    discard_at_max: bool = False
    """whether discarding is legal with all hint tokens available (none is gained then)"""
    first_seat: Seat = 0
    """the seat that moves first; the deal always begins with seat 0"""

    def __post_init__(self) -> None:
        if self.extra_suit not in ("none", "standard", "single", "rainbow"):
            raise ValueError(f"not an extra suit: {self.extra_suit!r}")
        if self.refill not in ("shift", "in_place"):
            raise ValueError(f"not a way to refill: {self.refill!r} (expected shift or in_place)")

    @property
    def suits(self) -> str:
        return "rygwb"[: self.colors] + ("" if self.extra_suit == "none" else "m")

    @property
    def hint_colors(self) -> str:
        """The suits that a hint can name: all but the rainbow suit."""
        return self.suits.replace("m", "") if self.extra_suit == "rainbow" else self.suits

    def touched_by(self, hint_color: str) -> set[str]:
        """The suits that a color hint touches."""
        return {hint_color, "m"} if self.extra_suit == "rainbow" else {hint_color}

    def copies(self, card: Card) -> int:
        color, rank = card
        if color == "m" and self.extra_suit == "single":
            return 1
        return 3 if rank == 1 else 1 if rank == self.ranks else 2


def identities(rules: Rules) -> list[Card]:
    """Every different card once, by suit, then rank."""
    return [(color, rank) for color in rules.suits for rank in range(1, rules.ranks + 1)]


def deck_cards(rules: Rules) -> list[Card]:
    """Every card of the game, by suit, then rank."""
    return [card for card in identities(rules) for _ in range(rules.copies(card))]


@cache
def all_moves(rules: Rules) -> tuple[Move, ...]:
    """All moves; the index is the action id in the Hanabi Learning Environment."""
    slots = range(rules.hand_size)
    offsets = range(1, rules.players)
    ranks = range(1, rules.ranks + 1)
    return (
        *(("discard", slot) for slot in slots),
        *(("play", slot) for slot in slots),
        *(("hint_color", offset, color) for offset in offsets for color in rules.hint_colors),
        *(("hint_rank", offset, rank) for offset in offsets for rank in ranks),
    )


def move_to_id(rules: Rules, move: Move) -> int:
    return all_moves(rules).index(move)


def id_to_move(rules: Rules, action_id: int) -> Move:
    if action_id not in range(len(all_moves(rules))):
        raise ValueError(f"not an action id: {action_id} (there are {len(all_moves(rules))})")
    return all_moves(rules)[action_id]


@dataclass(kw_only=True)
class Slot:
    """A slot of a hand: its card, and what hints say about it."""

    card: Card | None
    """None only under in_place, if no card was left to fill the gap"""
    colors: set[str]
    ranks: set[int]
    color_hinted: bool = False
    """whether a color hint touched the card; likewise rank_hinted"""
    rank_hinted: bool = False
    stamp: int
    """the age: higher is newer"""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What happened in one turn."""

    actor: Seat
    move: Move
    touched: tuple[int, ...] = ()
    """slots that match the hint"""
    card: Card | None = None
    """the card played or discarded"""
    scored: bool = False
    token_returned: bool = False
    """whether a play completed a suit and returned a hint token; False for discards"""
    drew: bool = False


class Game:
    """One game on a given deck; ``deck[0]`` is the next card to be drawn.

    A deck may lack cards of the full game, but must suffice for the deal.
    """

    def __init__(self, rules: Rules, deck: Iterable[Card]) -> None:
        self.rules = rules
        self.deck = list(deck)
        if surplus := Counter(self.deck) - Counter(deck_cards(rules)):
            raise ValueError(f"cards too many in the deck: {sorted(surplus.elements())}")
        if len(self.deck) < rules.players * rules.hand_size:
            raise ValueError(f"too few cards for the deal: {len(self.deck)}")
        self.hands = [
            [self._new_slot(self.deck.pop(0), stamp) for stamp in range(rules.hand_size)]
            for _ in range(rules.players)
        ]
        self.next_stamp = [rules.hand_size] * rules.players
        self.current: Seat = rules.first_seat
        self.hints = rules.max_hints
        self.lives = rules.max_lives
        self.fireworks = dict.fromkeys(rules.suits, 0)
        self.discards: list[Card] = []
        self.turns_left = None if self.deck else rules.players
        self.last: Turn | None = None

    @property
    def score(self) -> int:
        return sum(self.fireworks.values())

    @property
    def bombed(self) -> bool:
        return self.lives == 0

    @property
    def over(self) -> bool:
        complete = all(height == self.rules.ranks for height in self.fireworks.values())
        return self.bombed or complete or self.turns_left == 0

    def legal_moves(self) -> list[Move]:
        """Legal moves of the current player in the order of action ids; none after the game."""
        return [move for move in all_moves(self.rules) if self.is_legal(move)]

    def is_legal(self, move: Move) -> bool:
        if self.over or move not in all_moves(self.rules):
            return False
        if len(move) == 3:  # a hint
            return self.hints > 0 and self._touched(move) != ()
        kind, index = move
        hand = self.hands[self.current]
        holds_card = index < len(hand) and hand[index].card is not None
        may_discard = self.hints < self.rules.max_hints or self.rules.discard_at_max
        return holds_card and (kind == "play" or may_discard)

    def apply(self, move: Move) -> None:
        """Takes one turn.

        :raises ValueError: where the move is illegal; the game is then unchanged.
        """
        if not self.is_legal(move):
            raise ValueError(f"illegal move of seat {self.current}: {move!r}")
        if len(move) == 3:  # a hint
            self.last = self._hint(move)
        elif move[0] == "play":
            self.last = self._play(move[1])
        else:
            self.last = self._discard(move[1])
        if self.turns_left is not None:
            self.turns_left -= 1
        elif not self.deck:  # The last card was just drawn: everybody has one more turn.
            self.turns_left = self.rules.players
        self.current = self._seat_after(1)

    def unseen(self, seat: Seat) -> Counter[Card]:
        """The cards this seat cannot see: the deck and its own hand."""
        return Counter(self.deck + [slot.card for slot in self.hands[seat] if slot.card])

    def playable(self) -> set[Card]:
        return {card for card in identities(self.rules) if self._fits(card)}

    def dead(self) -> set[Card]:
        """Cards played already, and cards that a lost card keeps from ever being played."""
        return {card for card in identities(self.rules) if self._is_dead(card)}

    def critical(self) -> set[Card]:
        """Cards still useful of which all copies but one are discarded."""
        useful = set(identities(self.rules)) - self.dead()
        return {card for card in useful if self._copies_left(card) == 1}

    def _play(self, index: int) -> Turn:
        card = self._card(index)
        color, rank = card
        scored = self._fits(card)
        returned = scored and rank == self.rules.ranks and self.hints < self.rules.max_hints
        if scored:
            self.fireworks[color] = rank
            self.hints += returned
        else:
            self.discards.append(card)
            self.lives -= 1
        drew = self._refill(index)
        return Turn(
            actor=self.current,
            move=("play", index),
            card=card,
            scored=scored,
            token_returned=returned,
            drew=drew,
        )

    def _discard(self, index: int) -> Turn:
        card = self._card(index)
        self.discards.append(card)
        self.hints = min(self.hints + 1, self.rules.max_hints)
        drew = self._refill(index)
        return Turn(actor=self.current, move=("discard", index), card=card, drew=drew)

    def _refill(self, index: int) -> bool:
        """Replaces the card that left the hand; nothing is drawn once the game has ended."""
        card = self.deck.pop(0) if self.deck and not self.over else None
        new_slot = self._new_slot(card, self.next_stamp[self.current])
        self.next_stamp[self.current] += 1
        hand = self.hands[self.current]
        if self.rules.refill == "in_place":
            hand[index] = new_slot
        else:
            del hand[index]
            hand.extend([new_slot] if card else [])
        return card is not None

    def _hint(self, hint: HintMove) -> Turn:
        touched = self._touched(hint)
        for index, slot in enumerate(self.hands[self._seat_after(hint[1])]):
            is_touched = index in touched
            if hint[0] == "hint_color":
                suits = self.rules.touched_by(hint[2])
                slot.colors = slot.colors & suits if is_touched else slot.colors - suits
                slot.color_hinted |= is_touched
            else:
                slot.ranks = slot.ranks & {hint[2]} if is_touched else slot.ranks - {hint[2]}
                slot.rank_hinted |= is_touched
        self.hints -= 1
        return Turn(actor=self.current, move=hint, touched=touched)

    def _touched(self, hint: HintMove) -> tuple[int, ...]:
        hand = self.hands[self._seat_after(hint[1])]
        cards = [(index, slot.card) for index, slot in enumerate(hand) if slot.card]
        if hint[0] == "hint_color":
            suits = self.rules.touched_by(hint[2])
            return tuple(index for index, (color, _) in cards if color in suits)
        return tuple(index for index, (_, rank) in cards if rank == hint[2])

    def _fits(self, card: Card) -> bool:
        color, rank = card
        return rank == self.fireworks[color] + 1

    def _is_dead(self, card: Card) -> bool:
        color, rank = card
        missing = range(self.fireworks[color] + 1, rank + 1)
        return not missing or any(self._copies_left((color, r)) == 0 for r in missing)

    def _copies_left(self, card: Card) -> int:
        return self.rules.copies(card) - self.discards.count(card)

    def _new_slot(self, card: Card | None, stamp: int) -> Slot:
        ranks = set(range(1, self.rules.ranks + 1))
        return Slot(card=card, colors=set(self.rules.suits), ranks=ranks, stamp=stamp)

    def _seat_after(self, offset: int) -> Seat:
        return (self.current + offset) % self.rules.players

    def _card(self, index: int) -> Card:
        card = self.hands[self.current][index].card
        assert card is not None
        return card
