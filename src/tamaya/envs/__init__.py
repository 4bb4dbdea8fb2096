"""Hanabi for reinforcement-learning libraries: PettingZoo and Gymnasium environments.

Importing this package needs neither library; each function imports the library that it needs. In
all environments, observations are `View.observation`, actions are the action ids of the Hanabi
Learning Environment, and decks come from `tamaya.envs.series.deck_seed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tamaya.envs.series import Scoring
from tamaya.extras import extra
from tamaya.game import Setup

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from pettingzoo import AECEnv

    from tamaya.envs.gymnasium import HanabiVectorEnv

__all__ = ["aec_env", "vector_env"]


def aec_env(
    setup: Setup | str = "standard",
    *,
    scoring: Scoring = "strict",
    render_mode: Literal["ansi", "human"] | None = None,
) -> AECEnv:
    """Creates a PettingZoo environment with the usual wrappers: see `tamaya.envs.pettingzoo.env`.

    :raises TamayaError: if PettingZoo is not installed
    """
    with extra("rl", "this environment needs PettingZoo"):
        from tamaya.envs.pettingzoo import env  # noqa: PLC0415
    return env(setup, scoring=scoring, render_mode=render_mode)


def vector_env(
    num_envs: int,
    setup: Setup | str = "standard illegal=end",
    *,
    scoring: Scoring = "strict",
    autoreset_mode: AutoresetMode | str = "NextStep",
    copy: bool = True,
) -> HanabiVectorEnv:
    """Creates a vectorized Gymnasium environment: see `tamaya.envs.gymnasium.HanabiVectorEnv`.

    :raises TamayaError: if Gymnasium is not installed
    """
    with extra("rl", "this environment needs Gymnasium"):
        from tamaya.envs.gymnasium import HanabiVectorEnv  # noqa: PLC0415
    return HanabiVectorEnv(
        num_envs, setup, scoring=scoring, autoreset_mode=autoreset_mode, copy=copy
    )
