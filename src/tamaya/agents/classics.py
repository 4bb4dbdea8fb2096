"""Our own agents: rule lists of the `tamaya` rulebook, for 2 to 5 players, that never give up."""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.catalogue import Entry, register, rule_list
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import as_agent
from tamaya.game import NotationError

rule_list("legal_random", "Makes any legal move, each with the same chance.", "legal_random")


def _noisy(spec: str, percent: str, *inner: str) -> Agent:
    if not percent.isdigit() or int(percent) > 100:
        raise NotationError(f"noisy({percent}, ...): expected a percentage from 0 to 100")
    agent = as_agent(", ".join(inner))
    if not isinstance(agent, NativeAgent):
        raise NotationError(f"noisy plays only agents of the core: {agent.name!r} is none")
    return NativeAgent(spec, agent.genome, noise=int(percent), gives_up=agent.gives_up)


register(
    Entry(
        "noisy",
        "Another agent that makes a random legal move in some percent of its turns.",
        _noisy,
        parameters=("percent", "agent"),
    )
)
