"""Extra rewards for a style of play, so that training finds networks that behave differently."""

from __future__ import annotations

import torch
from torch import Tensor

from tamaya.learn.config import Config
from tamaya.vector.fields import observation_fields


class StyleReward:
    """Rewards moves by two features of the map of agents: hints, and knowledge of played cards.

    Scores and learning curves do not contain these rewards.
    """

    def __init__(self, config: Config, device: torch.device) -> None:
        setup = config.game
        fields = {f.name: f for f in observation_fields(setup, config.observation)}
        knowledge = fields["knowledge"]
        _, hand, entries = knowledge.shape
        suits = setup.max_score // setup.ranks
        self._hand, self._first_hint = hand, 2 * hand
        self._per_hint, self._per_known = config.hint_reward, config.knowledge_reward
        own = torch.arange(hand * entries, device=device).view(hand, entries) + knowledge.offset
        self._colors = own[:, -suits - setup.ranks : -setup.ranks]
        self._ranks = own[:, -setup.ranks :]
        """columns with the hinted colors and rank of each own slot [slots, ...]"""

    def __bool__(self) -> bool:
        return bool(self._per_hint or self._per_known)

    def of(self, observation: Tensor, action: Tensor) -> Tensor:
        """Extra points for moves.

        :param observation: observations before the moves, uint8 [games, size]
        :param action: actions, int64 [games]
        """
        hints = (action >= self._first_hint).float()
        slot = action - self._hand
        plays = (slot >= 0) & (slot < self._hand)
        color, rank = (observation[:, fact].amax(-1) for fact in (self._colors, self._ranks))
        known = (color + rank).gather(1, slot.clamp(0, self._hand - 1)[:, None])[:, 0] / 2
        return self._per_hint * hints + self._per_known * known * plays
