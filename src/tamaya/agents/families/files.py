"""Lists `FILE.py:CLASS` among the agents. `tamaya.agents.files` loads them."""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.naming import as_agent
from tamaya.agents.registry import Entry, register


def _file(place: str) -> Agent:
    return as_agent(place)


register(
    Entry(
        ".py:",
        "Your own agent: a class or function in a Python file.",
        _file,
        usage="FILE.py:CLASS(ARGUMENTS)",
    )
)
