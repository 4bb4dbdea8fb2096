"""A Gymnasium vector environment in which partners from a pool sit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from tamaya.agents import AgentLike
from tamaya.envs.critic import critic_observations
from tamaya.envs.series import DeckSeeds, Illegal, Scoring, checked_scoring, with_illegal
from tamaya.envs.vector import Flags, Infos, Observations, Rewards, action_ids
from tamaya.game import Seat, Seed, Setup, TamayaError
from tamaya.matchups import Pool, pool
from tamaya.vector import Vector
from tamaya.vector.fields import ObservationKind

Partners = str | Path | Pool | Iterable[AgentLike]


class HanabiPartnerVectorEnv(VectorEnv[Observations, ArrayLike, NDArray[np.generic]]):
    """Many games side by side, each with partners drawn from a pool. You play the other seats.

    A step takes one action for the learner to move in every game; then the partners move until a
    learner is to move again. The games run in `tamaya.Vector`, on all cores.

    - Observations: what the learner to move sees, uint8 [num_envs, size].
    - Rewards: the points since the learner's last action, float64 [num_envs].
    - Infos: "action_mask" (int8 [num_envs, actions], 1 where legal), "current" (the learner's seat,
      int64 [num_envs]) and "game" (the number of the game with this partner, from 0). With
      `identify`, "partner" holds the index of each game's partner in `partner_names`. With
      `critic`, "critic_observation" (uint8 [num_envs, size]) adds the learner's own cards, see
      `tamaya.envs.critic_fields`.
    - Autoreset: SAME_STEP. The next game is dealt in the step that ends one, and the observation is
      that of the next game. "final_info" holds the "score", "bombed" and "partner" of the games
      that ended. There is no "final_obs": the partners' last moves can end a game.
    - Seeds: decks, partners and their randomness depend only on the seed, the row and the number
      of the game, see `Vector.game_seed`.

    :param partners: a pool, its name or file, or agents; only native agents can be partners
    :param setup: the game; None takes the pool's set-up. The number of players must be one that
        the partners can play
    :param learners: seats of the learners: "rotate" for one learner that changes its seat from
        game to game, or a sequence of seats
    :param weights: relative chances of the partners; equal if None
    :param episode: consecutive games with the same partner
    :param scoring: "strict": a bomb costs all points made so far; "kept": they stay
    :param illegal: as in `HanabiVectorEnv`
    :param observation: "hle", "extended" or "counts", see `tamaya observation --fields`
    :param identify: show in the infos who the partner is
    :param critic: show in the infos what a centralised critic may see
    :param threads: CPU threads; None takes all cores
    :param copy: True: each call returns new observations and masks; False: each call overwrites
        those that the calls before it returned
    """

    def __init__(  # noqa: PLR0913
        self,
        num_envs: int,
        partners: Partners,
        setup: Setup | str | None = None,
        *,
        learners: Literal["rotate"] | Sequence[Seat] = "rotate",
        weights: Sequence[float] | None = None,
        episode: int = 1,
        scoring: Scoring = "strict",
        illegal: Illegal | None = None,
        observation: ObservationKind = "hle",
        identify: bool = False,
        critic: bool = False,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        self.pool = pool(partners)
        self.partner_names = self.pool.names
        self.setup = with_illegal(self.pool.setup if setup is None else setup, illegal)
        self.num_envs, self.copy, self._identify = num_envs, copy, identify
        self._critic = critic
        self.autoreset_mode = AutoresetMode.SAME_STEP
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._options: dict[str, Any] = {
            "learners": learners,
            "partners": self.pool.agents,
            "weights": weights,
            "episode": episode,
            "observation": observation,
            "bombed": "zero" if checked_scoring(scoring) == "strict" else "kept",
            "threads": threads,
        }
        self._seed = DeckSeeds().seed
        self.vector = self._dealt(self._seed)
        self.single_action_space = spaces.Discrete(self.setup.actions)
        highest = 1 if observation == "hle" else 255
        self.single_observation_space = spaces.Box(0, highest, (self.vector.size,), np.uint8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Deals the first game of every row; without a seed, of the seed after the last one.

        :raises TamayaError: if options ask for a partial reset
        """
        if options and "reset_mask" in options:
            raise TamayaError("reset_mask is not supported: reset deals all games")
        super().reset(seed=seed)
        self._seed = (self._seed + 1) % 2**64 if seed is None else DeckSeeds(seed).seed
        self.vector = self._dealt(self._seed)
        return self._look()

    def step(self, actions: ArrayLike) -> tuple[Observations, Rewards, Flags, Flags, Infos]:
        """Applies one action in every game, then lets partners move.

        :raises IllegalMoveError: naming a game with an illegal action, with `illegal="raise"`; no
            game changes then
        """
        partners = np.asarray(self.vector.partner).copy()
        self.vector.step(action_ids(actions, self.num_envs))
        ended = np.asarray(self.vector.done).astype(np.bool_)
        observations, infos = self._look()
        if ended.any():
            infos |= self._final_infos(ended, partners)
        rewards = np.asarray(self.vector.reward, np.float64)
        return observations, rewards, ended, np.zeros_like(ended), infos

    def _dealt(self, seed: Seed) -> Vector:
        return Vector(self.num_envs, self.setup, seed=seed, **self._options)

    def _look(self) -> tuple[Observations, Infos]:
        observations = np.asarray(self.vector.observation)
        masks = np.asarray(self.vector.legal).view(np.int8)
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        shown: dict[str, NDArray[Any]] = {
            "action_mask": masks,
            "current": np.asarray(self.vector.seat, np.int64),
            "game": np.asarray(self.vector.game, np.int64),
        }
        if self._identify:
            shown["partner"] = np.asarray(self.vector.partner, np.int64)
        if self._critic:
            cards = self.vector.own_cards()
            shown["critic_observation"] = critic_observations(cards, observations, self.setup)
        return observations, _with_flags(shown, np.ones(self.num_envs, np.bool_))

    def _final_infos(self, ended: Flags, partners: NDArray[np.int32]) -> Infos:
        """Infos of the games that ended, in the layout of Gymnasium's own vector environments."""
        shown: dict[str, NDArray[Any]] = {
            "score": np.asarray(self.vector.final_score, np.int64),
            "bombed": np.asarray(self.vector.bombed).astype(np.bool_),
            "partner": np.where(ended, partners, 0).astype(np.int64),
        }
        return {"final_info": _with_flags(shown, ended), "_final_info": ended.copy()}


def _with_flags(shown: dict[str, NDArray[Any]], rows: Flags) -> Infos:
    """Adds to each entry the flags of the rows that have it, as Gymnasium's wrappers expect."""
    return shown | {f"_{name}": rows.copy() for name in shown}
