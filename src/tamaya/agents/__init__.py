"""Agents: what one is, the named ones, and how a name becomes an agent."""

from tamaya.agents import classics, hle, published
from tamaya.agents.agent import Agent, Episode
from tamaya.agents.catalogue import entries
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import AgentLike, agent_names, as_agent, register_scheme

__all__ = [
    "Agent",
    "AgentLike",
    "Episode",
    "NativeAgent",
    "agent_names",
    "as_agent",
    "classics",
    "entries",
    "hle",
    "published",
    "register_scheme",
]
