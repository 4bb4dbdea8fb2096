"""Agents: what one is, the named ones, and how a name becomes an agent."""

from tamaya.agents import classics, companion, cyclone, eger, hle, limited, published
from tamaya.agents.agent import Agent, AgentName, ValueAgent
from tamaya.agents.catalogue import entries
from tamaya.agents.cyclone import CycloneAgent
from tamaya.agents.eger import EgerAgent
from tamaya.agents.elite import Elite
from tamaya.agents.limited import Limited
from tamaya.agents.native import CoreAgent, NativeAgent, NativePlayer, plays_in_core
from tamaya.agents.player import Decision, Episode, Player, PythonPlayer
from tamaya.agents.python import replica
from tamaya.agents.reason import Reason, Thoughts
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
    "AgentName",
    "CoreAgent",
    "CycloneAgent",
    "Decision",
    "EgerAgent",
    "Elite",
    "Episode",
    "Limited",
    "NativeAgent",
    "NativePlayer",
    "Player",
    "PythonPlayer",
    "Reason",
    "Thoughts",
    "ValueAgent",
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
    "replica",
    "split_arguments",
]
