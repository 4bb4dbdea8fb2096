"""Agents: what one is, the named ones, and how a name becomes an agent."""

from tamaya.agents import classics, companion, cyclone, eger, hle, limited, published, thoughts
from tamaya.agents.agent import Agent, Episode
from tamaya.agents.catalogue import entries
from tamaya.agents.cyclone import CycloneAgent
from tamaya.agents.eger import EgerAgent
from tamaya.agents.elite import Elite
from tamaya.agents.limited import Limited
from tamaya.agents.native import CoreAgent, NativeAgent, plays_in_core
from tamaya.agents.registry import (
    AgentLike,
    agent_names,
    as_agent,
    core_agent,
    register_scheme,
    split_arguments,
)

__all__ = [
    "Agent",
    "AgentLike",
    "CoreAgent",
    "CycloneAgent",
    "EgerAgent",
    "Elite",
    "Episode",
    "Limited",
    "NativeAgent",
    "agent_names",
    "as_agent",
    "classics",
    "companion",
    "core_agent",
    "cyclone",
    "eger",
    "entries",
    "hle",
    "limited",
    "plays_in_core",
    "published",
    "register_scheme",
    "split_arguments",
    "thoughts",
]
