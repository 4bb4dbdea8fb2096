"""Hanabi for Gymnasium: in self-play, or with partners from a pool.

In self-play, observations and actions are those of the seat to move: `HanabiVectorEnv` plays many
games side by side, `HanabiEnv` one. Row i of a vector environment that was reset with seed s plays
exactly the games of a `HanabiEnv` that was reset with seed s + i. In `HanabiPartnerVectorEnv`,
partners from a pool sit in the other seats.

Importing this module registers the environments of self-play under one id:
`gymnasium.make("tamaya.envs.gymnasium:tamaya/Hanabi-v0")`, and likewise `make_vec`.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from tamaya.envs.series import Illegal, Scoring, Series, checked_render_mode, with_illegal
from tamaya.envs.vector import HanabiVectorEnv, Infos, Observations
from tamaya.envs.with_partners import HanabiPartnerVectorEnv
from tamaya.game import Seed, Setup

__all__ = ["HanabiEnv", "HanabiPartnerVectorEnv", "HanabiVectorEnv"]


class HanabiEnv(gymnasium.Env[Observations, np.int64]):
    """A single-game environment; observation and action are those of the seat to move.

    - Observation: `View.observation` of the seat to move, uint8 [observation_size].
    - Reward: the change of the score by the move.
    - Info: "action_mask" (int8 [actions], 1 where legal) and "current" (the seat to move).
    - Seeds: `reset(seed=s)` deals `State.deal(s)`; each `reset()` after it deals the next game of
      the series that `tamaya.envs.series.deck_seed` defines.

    :param setup: a `Setup`, or words like "standard players=3"
    :param scoring: "strict": a bomb costs all points made so far; "kept": they stay
    :param illegal: as in `HanabiVectorEnv`
    :param render_mode: "ansi": `render` returns the position, all hands open, as text; "human":
        every reset and step prints it
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup | str = "standard",
        *,
        scoring: Scoring = "strict",
        illegal: Illegal | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.series = Series(with_illegal(setup, illegal), scoring)
        self.setup = self.series.setup
        self.observation_space = spaces.Box(0, 1, (self.setup.observation_size,), np.uint8)
        self.action_space = spaces.Discrete(self.setup.actions)

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Deals the game of the seed, or the next one of the series; options are ignored."""
        super().reset(seed=seed)
        self.series.restart(seed)
        return self._end_turn()

    def step(self, action: SupportsIndex) -> tuple[Observations, float, bool, bool, Infos]:
        """Applies an action of the seat to move.

        :raises IllegalMoveError: if the action is illegal, with `illegal="raise"`, or if the game
            is over
        """
        earned = self.series.play(action)
        observation, info = self._end_turn()
        return observation, earned, self.series.state.over, False, info

    def render(self) -> str | None:
        """The position as text, returned ("ansi") or printed ("human")."""
        if self.render_mode == "human":
            print(self.series.state)
        return str(self.series.state) if self.render_mode == "ansi" else None

    def _end_turn(self) -> tuple[Observations, Infos]:
        if self.render_mode == "human":
            self.render()
        seat = self.series.state.current
        mask = self.series.action_mask(seat)
        return self.series.observation(seat), {"action_mask": mask, "current": seat}


gymnasium.register(
    id="tamaya/Hanabi-v0",
    entry_point="tamaya.envs.gymnasium:HanabiEnv",
    vector_entry_point="tamaya.envs.gymnasium:HanabiVectorEnv",
)
