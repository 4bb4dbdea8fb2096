"""Hanabi for reinforcement-learning libraries: PettingZoo and Gymnasium environments.

Importing this package needs neither library; a function that builds an environment imports the one
it needs. All environments observe what `View.observation` gives, act by the action ids of the
Hanabi Learning Environment and deal by `tamaya.envs.series.deck_seed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from tamaya.envs.series import Scoring
from tamaya.game import Setup, TamayaError

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
    """A PettingZoo environment in its usual wrappers: see `tamaya.envs.pettingzoo.env`.

    :raises TamayaError: PettingZoo is not installed
    """
    with _extra("pettingzoo"):
        from tamaya.envs.pettingzoo import env  # noqa: PLC0415 (an optional dependency)
    return env(setup, scoring=scoring, render_mode=render_mode)


def vector_env(
    num_envs: int,
    setup: Setup | str = "standard illegal=end",
    *,
    scoring: Scoring = "strict",
    autoreset_mode: AutoresetMode | str = "NextStep",
    copy: bool = True,
) -> HanabiVectorEnv:
    """Many games side by side for Gymnasium: see `tamaya.envs.gymnasium.HanabiVectorEnv`.

    :raises TamayaError: Gymnasium is not installed
    """
    with _extra("gymnasium"):
        from tamaya.envs.gymnasium import HanabiVectorEnv  # noqa: PLC0415
    return HanabiVectorEnv(
        num_envs, setup, scoring=scoring, autoreset_mode=autoreset_mode, copy=copy
    )


@contextmanager
def _extra(library: str) -> Iterator[None]:
    """Turns a missing library into an error that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "pettingzoo"):
            raise
        raise TamayaError(f"{library} is not installed: pip install 'tamaya[rl]'") from error
