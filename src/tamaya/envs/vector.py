"""A Gymnasium vector environment of many Hanabi games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from tamaya._core import Batch
from tamaya.envs.critic import critic_observations
from tamaya.envs.series import DeckSeeds, Illegal, Scoring, checked_scoring, with_illegal
from tamaya.game import Seed, Setup, State, TamayaError

Observations = NDArray[np.uint8]
Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]
Infos = dict[str, Any]

# Columns of Batch.write_table.
CURRENT, SCORE, STRICT_SCORE, END = range(4)


class HanabiVectorEnv(VectorEnv[Observations, ArrayLike, NDArray[np.generic]]):
    """Many games side by side; each step takes one action for the seat to move in every game.

    - Observations: `View.observation` of the seats to move, uint8 [num_envs, observation_size].
    - Rewards: the change of each game's score, float64 [num_envs].
    - Infos: "action_mask" (int8 [num_envs, actions], 1 where legal, all 0 in a game that is over)
      and "current" (the seat to move, int64 [num_envs]); "_action_mask" and "_current" are all
      true, as Gymnasium's wrappers expect. With `critic`, "critic_observation" (uint8 [num_envs,
      size]) adds the own cards of the seat to move, see `tamaya.envs.critic_fields`.
    - Seeds: `reset(seed=s)` starts row i at seed s + i; with a list, row i starts at its i-th
      entry, where None continues the row's series. The k-th game (k = 0, 1, …) of a row that
      started at seed r is `State.deal(deck_seed(r, k))`, see `tamaya.envs.series`.
    - Autoreset: with NEXT_STEP a game that ended ignores its next action and a new game is dealt;
      with SAME_STEP the new game is dealt at once, and "final_obs" and "final_info" hold the end
      of the old one.

    :param setup: a `Setup`, or words like "standard players=3"
    :param scoring: "strict": a bomb costs all points made so far; "kept": they stay
    :param illegal: "end": an illegal action ends its game and the points stay, since Gymnasium
        expects every action to be accepted; "raise": it raises `IllegalMoveError` and no game
        changes. None: "end", unless the words of the set-up say "illegal=raise"
    :param critic: show in the infos what a centralised critic may see
    :param copy: True: each call returns new observations and masks; False: each call overwrites
        those that the calls before it returned
    """

    def __init__(  # noqa: PLR0913
        self,
        num_envs: int,
        setup: Setup | str = "standard",
        *,
        scoring: Scoring = "strict",
        illegal: Illegal | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        critic: bool = False,
        copy: bool = True,
    ) -> None:
        self.num_envs, self.setup, self.copy = num_envs, with_illegal(setup, illegal), copy
        self.autoreset_mode = _checked_autoreset(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._points = STRICT_SCORE if checked_scoring(scoring) == "strict" else SCORE
        self._batch = Batch(self.setup, num_envs)
        self._deck_seeds = [DeckSeeds() for _ in range(num_envs)]
        self._table = np.zeros((num_envs, 4), np.int32)
        self._masks = np.zeros((num_envs, self.setup.actions), np.uint8)
        self._own_cards = np.zeros((num_envs, self.setup.hand_size), np.uint8)
        self._critic = critic
        self._observations = np.zeros((num_envs, self.setup.observation_size), np.uint8)
        self.single_action_space = spaces.Discrete(self.setup.actions)
        self.single_observation_space = spaces.Box(0, 1, self._observations.shape[1:], np.uint8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.reset()

    def reset(
        self,
        *,
        seed: Seed | Sequence[Seed | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Deals a game in every row: the game of its seed, or the next one of its series.

        :raises TamayaError: if the number of seeds is wrong, or options ask for a partial reset
        """
        if options and "reset_mask" in options:
            raise TamayaError("reset_mask is not supported: reset deals all games")
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._restart_series(seed)
        self._deal(range(self.num_envs))
        return self._look()

    def step(self, actions: ArrayLike) -> tuple[Observations, Rewards, Flags, Flags, Infos]:
        """Applies one action in every game.

        :raises IllegalMoveError: naming a game with an illegal action, with `illegal="raise"`; no
            game changes then
        """
        over = np.flatnonzero(self._table[:, END])
        before = self._table[:, self._points].copy()
        before[over] = 0
        self._batch.apply(action_ids(actions, self.num_envs))
        self._deal(over)
        self._batch.write_table(self._table)
        rewards = (self._table[:, self._points] - before).astype(np.float64)
        ended = self._table[:, END] != 0
        final_infos = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            final_infos = self._final_infos(ended)
            self._deal(np.flatnonzero(ended))
        observations, infos = self._look()
        return observations, rewards, ended, np.zeros_like(ended), infos | final_infos

    def state(self, row: int) -> State:
        """A copy of a row's position, hidden cards included."""
        return self._batch.state(row)

    def _restart_series(self, seed: Seed | Sequence[Seed | None] | None) -> None:
        if seed is None:
            return
        if isinstance(seed, int | np.integer):
            seed = [int(seed) + row for row in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise TamayaError(
                f"{len(seed)} seeds for {self.num_envs} games (expected one for each game)"
            )
        self._deck_seeds = [
            series if start is None else DeckSeeds(start)
            for series, start in zip(self._deck_seeds, seed, strict=True)
        ]

    def _deal(self, rows: Iterable[SupportsIndex]) -> None:
        """Starts the next game of some rows."""
        for row in map(int, rows):
            self._batch.deal(row, self._deck_seeds[row].draw())

    def _look(self) -> tuple[Observations, Infos]:
        """Observations and action masks of the seats to move."""
        self._batch.write_table(self._table)
        self._batch.write_observations(self._observations)
        self._batch.write_legal_masks(self._masks)
        observations, masks = self._observations, self._masks.view(np.int8)
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        rows = np.ones(self.num_envs, np.bool_)
        infos = self._infos(masks, rows)
        if self._critic:
            self._batch.write_own_cards(self._own_cards)
            seen = critic_observations(self._own_cards, observations, self.setup)
            infos |= {"critic_observation": seen, "_critic_observation": rows.copy()}
        return observations, infos

    def _final_infos(self, ended: Flags) -> Infos:
        """The infos of games that ended, in the layout of Gymnasium's own vector environments."""
        final_obs = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(ended):
            state = self.state(int(row))
            final_obs[row] = state.view(state.current).observation()
        no_masks = np.zeros(self._masks.shape, np.int8)
        return {
            "final_obs": final_obs,
            "final_info": self._infos(no_masks, ended),
            "_final_obs": ended.copy(),
            "_final_info": ended.copy(),
        }

    def _infos(self, masks: NDArray[np.int8], rows: Flags) -> Infos:
        """Infos of the marked rows; entries of other rows are 0."""
        return {
            "action_mask": masks,
            "_action_mask": rows.copy(),
            "current": np.where(rows, self._table[:, CURRENT], 0).astype(np.int64),
            "_current": rows.copy(),
        }


def action_ids(actions: ArrayLike, num_envs: int) -> NDArray[np.int32]:
    """Checks that there is one whole number for each game.

    :raises TamayaError: if there is not
    """
    values = np.asarray(actions)
    if values.shape != (num_envs,) or values.dtype.kind not in "iu":
        raise TamayaError(
            f"not actions: {values.dtype} {list(values.shape)} "
            f"(expected whole numbers [{num_envs}])"
        )
    ids: NDArray[np.int32] = values.astype(np.int32)
    if (changed := ids != values).any():
        raise TamayaError(f"no action {values[changed][0]} (expected an action id of the set-up)")
    return ids


def _checked_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    supported = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    for choice in supported:
        if mode in (choice, choice.value):
            return choice
    expected = " or ".join(repr(choice.value) for choice in supported)
    raise TamayaError(f"autoreset_mode = {mode} (expected {expected})")
