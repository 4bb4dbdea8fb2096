"""Hanabi as a PettingZoo environment, modelled on `pettingzoo.classic.hanabi_v5`.

`env` creates it with PettingZoo's usual wrappers, `raw_env` without them. Agent names, spaces and
action ids are those of hanabi_v5, with two differences: observations are uint8, and a `Setup`
replaces the keyword arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tamaya.envs.critic import critic_fields, critic_observation
from tamaya.envs.series import Scoring, Series, checked_render_mode
from tamaya.game import Seat, Seed, Setup

AgentID = str
"""'player_0', 'player_1', …: the seats."""

Observation = dict[str, NDArray[np.uint8] | NDArray[np.int8]]
"""'observation': uint8 [observation_size]; 'action_mask': int8 [actions]."""


class HanabiAEC(AECEnv):  # type: ignore[misc] # PettingZoo is not typed
    """A Hanabi game in which the agents move in turn.

    - Observation: what the agent's seat may know (`View.observation`), and a mask of its legal
      actions, all 0 if another seat is to move.
    - Reward: the change of the score by each move, the same for all agents.
    - Seeds: `reset(seed=s)` deals `State.deal(s)`; each `reset()` after it deals the next game of
      the series that `tamaya.envs.series.deck_seed` defines.
    - Illegal actions: depending on the set-up, one raises `IllegalMoveError` and changes nothing,
      or it ends the game. `env` adds PettingZoo's wrapper, which ends the game with reward -1.
    - State: `state` returns what a centralised critic may see, see `tamaya.envs.critic_fields`.

    :param setup: a `Setup`, or words like "standard players=3"
    :param scoring: "strict": a bomb costs all points made so far; "kept": they stay
    :param render_mode: "ansi": `render` returns the position, all hands open, as text; "human":
        every reset and step prints it
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tamaya_hanabi_v0",
        "render_modes": ["ansi", "human"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        setup: Setup | str = "standard",
        *,
        scoring: Scoring = "strict",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.series = Series(setup, scoring)
        self.setup = self.series.setup
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.players)]
        self.agents: list[AgentID] = []
        self.action_spaces = {
            agent: spaces.Discrete(self.setup.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: _observation_space(self.setup) for agent in self.possible_agents
        }
        size = sum(field.size for field in critic_fields(self.setup))
        self.state_space = spaces.Box(0, 1, (size,), np.uint8)

    def observation_space(self, agent: AgentID) -> spaces.Dict:
        """Dict of "observation" and "action_mask"."""
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> spaces.Discrete:
        """Action ids of the Hanabi Learning Environment."""
        return self.action_spaces[agent]

    def reset(self, seed: Seed | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the game of the seed, or the next one of the series; options are ignored."""
        self.series.restart(seed)
        self.agents = [self.possible_agents[seat] for seat in self._begin_game()]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.series.state.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: self._info() for agent in self.agents}
        self._skip_agent_selection = None  # PettingZoo's state of an unfinished game
        self._end_turn()

    def step(self, action: SupportsIndex | None) -> None:
        """Applies the action of `agent_selection`; pass None for an agent whose game is over.

        :raises IllegalMoveError: if the action is illegal; nothing changes then
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        earned = self._play(action)  # type: ignore[arg-type] # None is an error there
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, earned)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.series.state.over)
        self._end_turn()

    def observe(self, agent: AgentID) -> Observation:
        """The observation of an agent, whether it is to move or not."""
        seat: Seat = self.possible_agents.index(agent)
        return {
            "observation": self.series.observation(seat),
            "action_mask": self.series.action_mask(seat),
        }

    def state(self) -> NDArray[np.uint8]:
        """The observation of the seat to move, and its own cards, for centralised critics."""
        return critic_observation(self.series.state)

    def render(self) -> str | None:
        """The position as text, returned ("ansi") or printed ("human")."""
        if self.render_mode == "human":
            print(self.series.state)
        return str(self.series.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there are no resources to free."""

    def _begin_game(self) -> Sequence[Seat]:
        """Starts the game that was dealt; the seats of the agents."""
        return range(self.setup.players)

    def _info(self) -> dict[str, Any]:
        return {}

    def _play(self, action: SupportsIndex) -> float:
        """Applies an action; the points until an agent is to move again."""
        return self.series.play(action)

    def _end_turn(self) -> None:
        to_move = self.possible_agents[self.series.state.current]
        self.agent_selection = to_move if to_move in self.agents else self.agents[0]
        if self.render_mode == "human":
            self.render()


def _observation_space(setup: Setup) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (setup.observation_size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (setup.actions,), np.int8),
        }
    )


raw_env = HanabiAEC
"""PettingZoo's name for an environment without wrappers."""


def env(
    setup: Setup | str = "standard",
    *,
    scoring: Scoring = "strict",
    render_mode: str | None = None,
) -> AECEnv:
    """`HanabiAEC` with PettingZoo's usual wrappers: an illegal action ends the game, reward -1."""
    return wrapped(raw_env(setup, scoring=scoring, render_mode=render_mode))


def wrapped(raw: AECEnv) -> AECEnv:
    """An environment with PettingZoo's usual wrappers."""
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))
