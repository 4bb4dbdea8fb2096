"""Hanabi for reinforcement-learning libraries: PettingZoo and Gymnasium environments.

Importing this package needs neither library; each function imports the library that it needs. In
all environments, observations are `View.observation`, actions are the action ids of the Hanabi
Learning Environment, and decks come from `tamaya.envs.series.deck_seed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from tamaya.envs.critic import critic_fields
from tamaya.envs.series import Illegal, Scoring
from tamaya.extras import extra
from tamaya.game import Setup

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from pettingzoo import AECEnv

    from tamaya.envs.gymnasium import HanabiPartnerVectorEnv, HanabiVectorEnv
    from tamaya.envs.with_partners import Partners

__all__ = ["aec_env", "critic_fields", "vector_env"]


def aec_env(
    setup: Setup | str | None = None,
    *,
    partners: Partners | None = None,
    scoring: Scoring = "strict",
    render_mode: Literal["ansi", "human"] | None = None,
    **options: Any,
) -> AECEnv:
    """Creates a PettingZoo environment with the usual wrappers.

    Without partners, all seats are yours: see `tamaya.envs.pettingzoo.HanabiAEC`. With partners,
    which can be a pool, its name or agents, they sit in the other seats: see
    `tamaya.envs.pettingzoo_partners.HanabiPartnerAEC`, whose options can follow.

    :raises TamayaError: if PettingZoo is not installed
    """
    with extra("rl", "this environment needs PettingZoo"):
        from tamaya.envs.pettingzoo import HanabiAEC, wrapped  # noqa: PLC0415
        from tamaya.envs.pettingzoo_partners import HanabiPartnerAEC  # noqa: PLC0415
    both: dict[str, Any] = {"scoring": scoring, "render_mode": render_mode, **options}
    if partners is None:
        return wrapped(HanabiAEC(setup or "standard", **both))
    return wrapped(HanabiPartnerAEC(partners, setup, **both))


@overload
def vector_env(
    num_envs: int,
    setup: Setup | str = "standard",
    *,
    partners: None = None,
    scoring: Scoring = "strict",
    illegal: Illegal | None = None,
    autoreset_mode: AutoresetMode | str = "NextStep",
    critic: bool = False,
    copy: bool = True,
) -> HanabiVectorEnv: ...
@overload
def vector_env(
    num_envs: int,
    setup: Setup | str | None = None,
    *,
    partners: Partners,
    **options: Any,
) -> HanabiPartnerVectorEnv: ...
def vector_env(
    num_envs: int,
    setup: Setup | str | None = None,
    *,
    partners: Partners | None = None,
    **options: Any,
) -> HanabiVectorEnv | HanabiPartnerVectorEnv:
    """Creates a vectorized Gymnasium environment.

    Without partners, all seats are yours: see `tamaya.envs.gymnasium.HanabiVectorEnv`. With
    partners, which can be a pool, its name or agents, they sit in the other seats: see
    `tamaya.envs.gymnasium.HanabiPartnerVectorEnv`. Options are those of the environment.

    :raises TamayaError: if Gymnasium is not installed
    """
    with extra("rl", "this environment needs Gymnasium"):
        from tamaya.envs.gymnasium import (  # noqa: PLC0415
            HanabiPartnerVectorEnv,
            HanabiVectorEnv,
        )
    if partners is None:
        return HanabiVectorEnv(num_envs, setup or "standard", **options)
    return HanabiPartnerVectorEnv(num_envs, partners, setup, **options)
