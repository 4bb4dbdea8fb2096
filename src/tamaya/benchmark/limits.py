"""Time limits for challengers: code that is not part of Tamaya plays in a process of its own."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Agent, Limited, NetworkAgent
from tamaya.agents.families.noisy import NoisyAgent
from tamaya.numbers import Bytes
from tamaya.remote import RemoteAgent

DEFAULT_LIMIT = 0.0 if sys.platform == "win32" else 60.0
"""seconds for a move; none on Windows, which cannot pass a pipe to a child as `Limited` does"""


def needs_limit(agent: Agent) -> bool:
    """Is the agent code that is not part of Tamaya, and has no limit of its own?"""
    if isinstance(agent, NoisyAgent):
        return needs_limit(agent.agent)
    return not (isinstance(agent, Limited | RemoteAgent) or agent.sit().trusted)


@contextlib.contextmanager
def limited(name: str, agent: Agent, seconds: float | None) -> Iterator[Agent]:
    """An agent that plays as the given one, in a process that is killed if a call takes too long.

    Its process plays all episodes, with a new player in each. Once it was killed, the next episode
    has a new process. A `NetworkAgent` stays one, so that its games are played side by side; its
    limit holds for a whole batch of positions.

    :param name: creates the agent in the process
    :param seconds: limit for each call; None or 0 for no limit
    """
    if not seconds:
        yield agent
        return
    process = Limited(name, seconds, reuse=True, name=agent.name)
    with contextlib.closing(process):
        if isinstance(agent, NetworkAgent):
            yield NetworkAgent(_BatchPolicy(process), agent.observation, agent.name)
        else:
            yield process


class _BatchPolicy:
    """The policy of a network that runs in the process of a `Limited` agent."""

    def __init__(self, agent: Limited) -> None:
        self._agent = agent

    def __call__(self, observations: Bytes, legal: Bytes) -> NDArray[np.int32]:
        """The action ids of a batch."""
        process = self._agent.process()
        try:
            return process.act_batch(observations, legal)
        finally:
            self._agent.put_back(process)
