"""Your own networks as agents: a function that chooses moves for many observations at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tamaya import _core
from tamaya.agents.agent import ValueAgent
from tamaya.agents.player import Decision, Player
from tamaya.agents.reason import Reason
from tamaya.errors import NotAMoveError, TamayaError
from tamaya.game import Move, Seat, Seed, Setup, State, View
from tamaya.numbers import Bytes

ObservationName = Literal["hle", "extended"]
"""the observation vector of HLE, or the longer one of `tamaya.vector`"""
Choose = Callable[[Bytes, Bytes], ArrayLike]
"""maps observations [n, size] and legal masks [n, actions] to n ids or scores [n, actions]"""


class NetworkAgent(ValueAgent):
    """A policy that chooses moves for many games in one call.

    The arena plays thousands of its games side by side, alone or with native agents. The policy
    must treat every row independently and keep no state: any rows may come together in one call.

    :param choose: called with observations uint8 [n, size] and legal masks uint8 [n, actions];
        returns n action ids, or scores [n, actions], of which the highest legal one is played
        (ties: the lowest action id)
    :param observation: "hle" (`View.observation`) or "extended" (see `tamaya.vector`)
    :param name: the name that tables show
    :raises TamayaError: if there is no such observation, or `choose` is not callable
    """

    def __init__(
        self, choose: Choose, observation: ObservationName = "hle", name: str = "network"
    ) -> None:
        super().__init__(name)
        if not callable(choose):
            raise TamayaError(f"not a policy: {choose!r} (expected a function)")
        if observation not in get_args(ObservationName):
            words = " or ".join(map(repr, get_args(ObservationName)))
            raise TamayaError(f"no observation {observation!r} (expected {words})")
        self.choose = choose
        self.observation = observation

    @property
    def parameters(self) -> Mapping[str, object]:
        """The policy and its kind of observation."""
        return {"choose": self.choose, "observation": self.observation}

    @property
    def kind(self) -> int:
        """The number by which the core knows this kind of observation."""
        return get_args(ObservationName).index(self.observation)

    def act_batch(self, observations: Bytes, legal: Bytes) -> NDArray[np.int32]:
        """Chooses action ids for many positions.

        :raises NotAMoveError: if the policy returns neither ids nor scores
        """
        answer = np.asarray(self.choose(observations, legal))
        if answer.shape == legal.shape and answer.dtype.kind in "fiu":
            scores = np.where(legal != 0, answer.astype(np.float64), -np.inf)
            if np.isnan(scores).any():
                raise NotAMoveError("returned scores that are not numbers (nan)")
            best: NDArray[np.int32] = scores.argmax(axis=1).astype(np.int32)
            return best
        if answer.shape == legal.shape[:1] and answer.dtype.kind in "iu":
            return self._ids(answer, legal.shape[1])
        raise NotAMoveError(
            f"returned {answer.dtype} {list(answer.shape)} (expected {len(legal)} action ids, or "
            f"scores {list(legal.shape)})"
        )

    @staticmethod
    def _ids(answer: NDArray[np.generic], actions: int) -> NDArray[np.int32]:
        ids: NDArray[np.int64] = answer.astype(np.int64)
        wrong = ids[(ids < 0) | (ids >= actions)]
        if wrong.size:
            raise NotAMoveError(f"returned action {wrong[0]} (expected 0 to {actions - 1})")
        return ids.astype(np.int32)

    def size(self, setup: Setup) -> int:
        """Length of an observation."""
        if self.observation == "hle":
            return setup.observation_size
        return len(_core.learner_observation(_first_view(setup), self.observation))

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return NetworkPlayer(self, seat, seed)


class NetworkPlayer(Player):
    """A player that asks a network about one position at a time."""

    follows = False

    def __init__(self, agent: NetworkAgent, seat: Seat = 0, seed: Seed = 0) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent

    def decide(self, view: View) -> Decision:
        """Asks the policy about a batch of one position."""
        observation = view.observation()
        if self.agent.observation != "hle":
            observation = _core.learner_observation(view, self.agent.observation)
        legal = np.zeros((1, view.setup.actions), np.uint8)
        legal[0, [move.action_id(view.setup) for move in view.legal_moves()]] = 1
        action = int(self.agent.act_batch(np.asarray(observation)[None], legal)[0])
        move = Move.from_action_id(action, view.setup)
        return Decision(move, lambda: Reason(self.name, view, move, "python"))


def _first_view(setup: Setup) -> View:
    return State.deal(0, setup).view(0)
