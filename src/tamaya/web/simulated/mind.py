"""A model of people at a table: it decides by what the page was sent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tamaya.agents import Episode, as_agent
from tamaya.errors import TamayaError
from tamaya.game import Move, Setup
from tamaya.web.game.protocol import TableView, TurnEntry
from tamaya.web.simulated.seen_game import made_up_start


class Mind:
    """A model of people that decides by what the page was sent."""

    def __init__(self, model: str, setup: Setup, seat: int, rng: np.random.Generator) -> None:
        self._setup, self._seat = setup, seat
        self._player = as_agent(model).sit()
        self._player.begin_episode(Episode(("partner",), 1))
        self._seed = int(rng.integers(2**53))
        self._followed = -1
        """moves that the player was told; -1 before the game"""

    def decide(self, log: Sequence[TurnEntry], table: TableView) -> str:
        """The text of the move."""
        state = made_up_start(self._setup, self._seat, log, table)
        if self._followed < 0:
            self._player.begin_game(state.view(self._seat), self._seed)
            self._followed = 0
        for number, entry in enumerate(log):
            state.apply(Move.parse(entry.move))
            if self._player.follows and number >= self._followed:
                self._player.observe(state.events[-1], state.view(self._seat))
        self._followed = len(log)
        move = self._player.decide(state.view(self._seat)).move
        if move is None:
            raise TamayaError(f"model {self._player!r} made no move")
        return str(move)
