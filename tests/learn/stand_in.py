"""A slow vector environment for self-play, enough to test training."""

from __future__ import annotations

import pickle

import numpy as np
import torch
from torch import Tensor

from tamaya._core import Batch
from tamaya.envs.series import deck_seed
from tamaya.game import Move, Setup


class StandIn:
    def __init__(self, games: int, setup: Setup, *, seed: int = 0, bombed: str = "zero") -> None:
        self.setup, self.seed = setup, seed
        self._points = 2 if bombed == "zero" else 1
        self.bit_size = setup.observation_size
        self.observation = torch.zeros(games, self.bit_size, dtype=torch.uint8)
        self.legal = torch.zeros(games, setup.actions, dtype=torch.uint8)
        self.seat = torch.zeros(games, dtype=torch.int8)
        self.partner, self.game = (torch.zeros(games, dtype=torch.int32) for _ in range(2))
        self.reward = torch.zeros(games)
        self.done, self.final_score, self.bombed = (
            torch.zeros(games, dtype=torch.uint8) for _ in range(3)
        )
        self._table = np.zeros((games, 4), np.int32)
        self._batch = Batch(setup, games)
        self.reset()

    def reset(self) -> None:
        self._number = [0] * len(self.game)
        self._moves: list[list[int]] = [[] for _ in self.game]
        for row in range(len(self.game)):
            self._deal(row)
        self._look()

    def _deal(self, row: int) -> None:
        self._batch.deal(row, deck_seed(self.seed * 1_000_003 + row, self._number[row]))

    def _look(self) -> None:
        self._batch.write_observations(self.observation.numpy())
        self._batch.write_legal_masks(self.legal.numpy())
        self._batch.write_table(self._table)
        self.seat.copy_(torch.from_numpy(self._table[:, 0]))

    def step(self, actions: Tensor) -> None:
        before = self._table[:, self._points].copy()
        self._batch.apply(actions.numpy())
        self._batch.write_table(self._table)
        for made, move in zip(self._moves, actions.tolist(), strict=True):
            made.append(move)
        table = torch.from_numpy(self._table)
        self.reward.copy_(table[:, self._points] - torch.from_numpy(before))
        self.done.copy_(table[:, 3] != 0)
        self.final_score.copy_(table[:, 1])
        self.bombed.copy_((table[:, 2] < table[:, 1]) & (self.done > 0))
        for row in torch.nonzero(self.done)[:, 0].tolist():
            self._number[row] += 1
            self._moves[row] = []
            self._deal(row)
        self._look()

    def save(self) -> bytes:
        return pickle.dumps((self._number, self._moves))

    def load(self, saved: bytes) -> None:
        self._number, self._moves = pickle.loads(saved)
        states = []
        for row, moves in enumerate(self._moves):
            self._deal(row)
            state = self._batch.state(row)
            for move in moves:
                state.apply(Move.from_action_id(move, self.setup))
            states.append(state)
        batch = Batch.__new__(Batch)
        batch.__setstate__((self.setup, states))
        self._batch = batch
        self._look()
