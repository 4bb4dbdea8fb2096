"""One game: the engine's position, card orders, and the list of actions that clients receive."""

from __future__ import annotations

from tamaya.game import Card, Event, Move, State
from tests.live.stand_in.options import Json

SUITS = "rygwbm"
PLAY, DISCARD, COLOR_CLUE, RANK_CLUE = range(4)
IN_PROGRESS, NORMAL, STRIKEOUT, TIMEOUT, TERMINATED = range(5)
IDLE_TIMEOUT = 6
VOTED = 10
MAX_CLUES = 8
MAX_STRIKES = 3


class LiveGame:
    """A game that the site plays. `actions` holds everything, hidden cards included."""

    def __init__(self, state: State, seed: str) -> None:
        self.state = state
        self.seed = seed
        self.deck: list[Card] = list(state.full_deck)
        self.hands: list[list[int]] = []
        self.actions: list[Json] = []
        self.turn = 0
        self.end_condition = IN_PROGRESS
        self.end_player = -1
        self._drawn = 0
        self._discarded: set[int] = set()
        self._held_to_the_end: set[int] = set()
        self._deal()

    @property
    def active(self) -> int:
        """Seat to move."""
        return self.turn % self.state.setup.players

    @property
    def strikes(self) -> int:
        """Misplays so far."""
        return MAX_STRIKES - self.state.lives

    @property
    def max_score(self) -> int:
        """Points that the discard pile still allows."""
        return sum(self._reachable(suit) for suit in range(len(self.state.fireworks)))

    def flaw(self, kind: int, target: int, value: int) -> str | None:
        """Why the seat to move cannot make this move, or None."""
        if kind in (PLAY, DISCARD):
            if target not in self.hands[self.active]:
                return f"Card {target} is not in your hand."
            if kind == DISCARD and self.state.hints == MAX_CLUES:
                return f"The team has {MAX_CLUES} clues, so nobody can discard."
            return None
        if kind in (COLOR_CLUE, RANK_CLUE):
            return self._flaw_of_clue(kind, target, value)
        return f"There is no action of type {kind}."

    def move(self, kind: int, target: int, value: int) -> list[Json]:
        """Makes a legal move; returns the actions that it adds."""
        seat, before = self.active, len(self.actions)
        was_empty = self.state.deck_size == 0
        event = self.state.apply(self._engine_move(kind, target, value))
        if kind in (PLAY, DISCARD):
            self._record_card(seat, target, event)
        else:
            self._record_clue(seat, kind, target, value, event)
        self._record_status()
        if was_empty:
            self._held_to_the_end |= set(self.hands[seat])
        self.turn += 1
        self._record_turn(self._ending())
        return self.actions[before:]

    def stop(self, condition: int, player: int, votes: list[int] | None = None) -> list[Json]:
        """Ends the game from outside; returns the actions that this adds."""
        before = len(self.actions)
        self.end_player = player
        self._record_status()
        self.turn += 1
        self._record_turn(condition, votes)
        return self.actions[before:]

    def seen_by(self, seat: int | None) -> list[Json]:
        """All actions as a seat may see them; None sees every card."""
        return [hidden(action, seat) for action in self.actions]

    def _deal(self) -> None:
        size = self.state.setup.hand_size
        for seat in range(self.state.setup.players):
            self.hands.append([])
            for _ in range(size):
                self._draw(seat)
        self._record_status()
        self._record_turn(IN_PROGRESS)

    def _draw(self, seat: int) -> None:
        order = self._drawn
        self._drawn += 1
        self.hands[seat].append(order)
        self.actions.append({"type": "draw", **self._held(seat, order)})

    def _held(self, seat: int, order: int) -> Json:
        card = self.deck[order]
        suit = SUITS.index(card.color)
        return {"playerIndex": seat, "order": order, "suitIndex": suit, "rank": card.rank}

    def _flaw_of_clue(self, kind: int, target: int, value: int) -> str | None:
        players = self.state.setup.players
        if not 0 <= target < players:
            return f"There is no player {target}."
        if target == self.active:
            return "You cannot give yourself a clue."
        if self.state.hints < 1:
            return "There is no clue token left."
        low, count = (0, len(self.state.fireworks)) if kind == COLOR_CLUE else (1, 5)
        if not low <= value < low + count:
            return f"There is no clue with the value {value}."
        if not self.state.is_legal(self._engine_move(kind, target, value)):
            return "A clue must touch at least one card."
        return None

    def _engine_move(self, kind: int, target: int, value: int) -> Move:
        if kind in (PLAY, DISCARD):
            slot = self.hands[self.active].index(target)
            return Move.play(slot) if kind == PLAY else Move.discard(slot)
        offset = (target - self.active) % self.state.setup.players
        if kind == COLOR_CLUE:
            return Move.hint_color(offset, SUITS[value])
        return Move.hint_rank(offset, value)

    def _record_card(self, seat: int, order: int, event: Event) -> None:
        self.hands[seat].remove(order)
        card = self._held(seat, order)
        if event.scored:
            self.actions.append({"type": "play", **card})
        else:
            failed = event.kind == "play"
            if failed:
                strike = {"num": self.strikes, "turn": self.turn, "order": order}
                self.actions.append({"type": "strike", **strike})
            self._discarded.add(order)
            self.actions.append({"type": "discard", **card, "failed": failed})
        # The engine draws no card once the game is over; the site still does.
        if self._drawn < len(self.deck):
            self._draw(seat)

    def _record_clue(self, seat: int, kind: int, target: int, value: int, event: Event) -> None:
        touched = [self.hands[target][slot] for slot in event.touched]
        clue = {"type": kind - COLOR_CLUE, "value": value}
        action = {"clue": clue, "giver": seat, "list": touched, "target": target}
        self.actions.append({"type": "clue", **action, "turn": self.turn})

    def _record_status(self) -> None:
        status = {"clues": self.state.hints, "score": self.state.score, "maxScore": self.max_score}
        self.actions.append({"type": "status", **status})

    def _record_turn(self, condition: int, votes: list[int] | None = None) -> None:
        self.end_condition = condition
        current = self.active
        if condition != IN_PROGRESS:
            over = {"endCondition": condition, "playerIndex": self.end_player, "votes": votes}
            self.actions.append({"type": "gameOver", **over})
            current = -1
        turn = {"num": self.turn, "currentPlayerIndex": current}
        self.actions.append({"type": "turn", **turn})

    def _ending(self) -> int:
        if self.state.bombed:
            return STRIKEOUT
        if self.state.over or self.state.score == self.max_score or not self._can_score():
            return NORMAL
        return IN_PROGRESS

    def _can_score(self) -> bool:
        needed = {(SUITS.index(color), top + 1) for color, top in self.state.fireworks.items()}
        gone = self._discarded | self._held_to_the_end
        return any(
            (SUITS.index(card.color), card.rank) in needed
            for order, card in enumerate(self.deck)
            if order not in gone
        )

    def _reachable(self, suit: int) -> int:
        for rank in range(1, 6):
            copies = [
                order
                for order, card in enumerate(self.deck)
                if (SUITS.index(card.color), card.rank) == (suit, rank)
            ]
            if set(copies) <= self._discarded:
                return rank - 1
        return 5


def hidden(action: Json, seat: int | None) -> Json:
    """An action as a seat may see it: it does not see the cards that it draws."""
    if action["type"] == "draw" and action["playerIndex"] == seat:
        return {**action, "suitIndex": -1, "rank": -1}
    return action
