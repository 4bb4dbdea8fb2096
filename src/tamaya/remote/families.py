"""The agent family `remote:`: programs in any language."""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.registry import Entry, register
from tamaya.remote.agent import RemoteAgent


def _remote(place: str, *, seconds: float = 10.0, events: bool = False, name: str = "") -> Agent:
    return RemoteAgent(place, seconds, events=events, name=name)


register(
    Entry(
        "remote:",
        "A program in any language: a command, or the address of an HTTP server.",
        _remote,
        usage="remote:COMMAND(seconds=10, events=no)",
    )
)
