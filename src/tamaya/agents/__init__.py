"""Agents: what one is, the named ones, and how a name becomes an agent."""

from tamaya.agents import classics, hle, limited, published
from tamaya.agents.agent import Agent, Episode
from tamaya.agents.catalogue import entries
from tamaya.agents.elite import Elite
from tamaya.agents.limited import Limited
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import AgentLike, agent_names, as_agent, register_scheme

__all__ = [
    "Agent",
    "AgentLike",
    "Elite",
    "Episode",
    "Limited",
    "NativeAgent",
    "agent_names",
    "as_agent",
    "classics",
    "entries",
    "hle",
    "limited",
    "published",
    "register_scheme",
]
