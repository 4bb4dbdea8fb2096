"""Agents of your own, in Python files: see `tamaya.agents.files`."""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.naming import as_agent
from tamaya.agents.registry import Entry, register


def _file(place: str) -> Agent:
    return as_agent(place)


register(
    Entry(
        ".py:",
        "An agent of your own: a class or function of a Python file.",
        _file,
        usage="FILE.py:CLASS(ARGUMENTS)",
    )
)
