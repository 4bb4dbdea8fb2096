"""Pools of native agents of all families as plain values, for experience files.

Rule lists are stored by their rules. All other agents are stored by name, like `human:all`; the
experience file contains a hash of their games, so a change of such an agent is noticed.
"""

from __future__ import annotations

from tamaya.agents import AgentLike, AgentName, CoreAgent, Elite, NativeAgent, as_agent
from tamaya.game import TamayaError
from tamaya.matchups import Pool
from tamaya.rules import Genome


def is_plain(pool: Pool) -> bool:
    """Whether all agents of a pool are rule lists that make no random moves."""
    return all(isinstance(agent, NativeAgent) and not agent.noise for agent in pool.natives)


def mixed_object(pool: Pool) -> dict[str, object]:
    """A pool as values that JSON can hold."""
    agents = zip(pool.names, pool.natives, strict=True)
    return {
        "name": pool.name,
        "setup": pool.setup,
        "agents": [_agent_object(name, agent) for name, agent in agents],
    }


def _agent_object(name: str, agent: CoreAgent) -> dict[str, object]:
    if isinstance(agent, NativeAgent) and not agent.noise:
        niche = list(agent.niche) if isinstance(agent, Elite) else []
        rules, gives_up = str(agent.genome), agent.gives_up
        return {"name": name, "rules": rules, "gives_up": gives_up, "niche": niche}
    if as_agent(agent.name) != agent:
        raise TamayaError(
            f"cannot store the agent {name!r}: {agent.name!r} names another agent (expected a "
            "rule list or an agent that its name describes)"
        )
    return {"name": name, "agent": agent.name}


def mixed_pool(data: dict[str, object]) -> Pool:
    """Creates the pool that `mixed_object` has stored.

    :raises TamayaError: if this version does not know an agent or a rule
    :raises KeyError: if an entry is missing
    """
    agents = data["agents"]
    if not isinstance(agents, list):
        raise TypeError(f"agents = {agents!r} (expected a list)")
    return Pool(str(data["name"]), tuple(map(_agent, agents)), str(data["setup"]))


def _agent(data: dict[str, object]) -> AgentLike:
    name = str(data["name"])
    if "agent" in data:
        return AgentName(name, as_agent(str(data["agent"])))
    niche = data["niche"]
    if not isinstance(niche, list):
        raise TypeError(f"niche = {niche!r} of {name!r} (expected a list)")
    return Elite(
        Genome.parse(str(data["rules"])),
        name=name,
        gives_up=bool(data["gives_up"]),
        niche=tuple(map(int, niche)),
    )
