"""A game of the engine as the actions that a hanab.live server sends to one seat."""

from __future__ import annotations

from tamaya import Move, State
from tamaya.game import Seat
from tamaya.live.fields import Fields

SUITS = "rygwbm"


class SiteActions:
    """Writes the actions of one game. Cards of the seat `me` are hidden until they are used."""

    def __init__(self, state: State, me: Seat) -> None:
        self.state, self.me = state, me
        size = state.setup.hand_size
        self.deck = state.full_deck
        self.hands = [list(range(s * size, (s + 1) * size)) for s in range(state.setup.players)]
        self.next = size * state.setup.players
        self.actions: list[Fields] = [
            self._drawn(seat, order) for seat, hand in enumerate(self.hands) for order in hand
        ]
        self._finish()

    def apply(self, move: Move) -> list[Fields]:
        """Plays a move and returns its actions."""
        before, seat = len(self.actions), self.state.current
        has_cards = self.state.deck_size > 0
        event = self.state.apply(move)
        if move.slot is None:
            target = (seat + (move.offset or 0)) % self.state.setup.players
            color = move.color
            kind, value = (1, move.rank) if color is None else (0, SUITS.index(color))
            self.actions.append(
                {
                    "type": "clue",
                    "clue": {"type": kind, "value": value},
                    "giver": seat,
                    "list": [self.hands[target][slot] for slot in event.touched],
                    "target": target,
                    "turn": self.state.turn - 1,
                }
            )
        else:
            order = self.hands[seat].pop(move.slot)
            used = {"playerIndex": seat, "order": order, **self._face(order)}
            if event.scored:
                self.actions.append({"type": "play", **used})
            else:
                failed = move.kind == "play"
                self.actions.append({"type": "discard", **used, "failed": failed})
            if has_cards:
                self.hands[seat].append(self.next)
                self.actions.append(self._drawn(seat, self.next))
                self.next += 1
        self._finish()
        return self.actions[before:]

    def _drawn(self, seat: Seat, order: int) -> Fields:
        hidden = {"suitIndex": -1, "rank": -1}
        face = hidden if seat == self.me else self._face(order)
        return {"type": "draw", "playerIndex": seat, "order": order, **face}

    def _face(self, order: int) -> dict[str, int]:
        card = self.deck[order]
        return {"suitIndex": SUITS.index(card.color), "rank": card.rank}

    def _finish(self) -> None:
        state = self.state
        status = {"clues": state.hints, "score": state.score, "maxScore": state.setup.max_score}
        self.actions.append({"type": "status", **status})
        current = -1 if state.over else state.current
        turn = {"num": state.turn, "currentPlayerIndex": current}
        self.actions.append({"type": "turn", **turn})
