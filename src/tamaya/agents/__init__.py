"""Agents: the base classes, the named agents, and `as_agent`, which turns a name into an agent."""

from tamaya.agents.agent import Agent, AgentName, ValueAgent
from tamaya.agents.elite import Elite
from tamaya.agents.naming import AgentLike, as_agent, core_agent
from tamaya.agents.native import CoreAgent, NativeAgent, NativePlayer, plays_in_core
from tamaya.agents.network import NetworkAgent
from tamaya.agents.player import Decision, Episode, Player, PythonPlayer
from tamaya.agents.python import replica
from tamaya.agents.reason import Reason, Thoughts
from tamaya.agents.registry import Entry, agent_names, entries, import_own

import_own()
from tamaya.agents.families.cyclone import CycloneAgent  # noqa: E402 (once all are imported)
from tamaya.agents.families.eger import EgerAgent  # noqa: E402 (once all are imported)
from tamaya.agents.families.foresight import ForesightAgent  # noqa: E402 (once all are imported)
from tamaya.agents.families.limited import Limited  # noqa: E402 (once all are imported)

__all__ = [
    "Agent",
    "AgentLike",
    "AgentName",
    "CoreAgent",
    "CycloneAgent",
    "Decision",
    "EgerAgent",
    "Elite",
    "Entry",
    "Episode",
    "ForesightAgent",
    "Limited",
    "NativeAgent",
    "NativePlayer",
    "NetworkAgent",
    "Player",
    "PythonPlayer",
    "Reason",
    "Thoughts",
    "ValueAgent",
    "agent_names",
    "as_agent",
    "core_agent",
    "entries",
    "plays_in_core",
    "replica",
]
