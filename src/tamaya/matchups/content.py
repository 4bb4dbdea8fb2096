"""Hashes agents, so that saved results are not resumed with agents that have changed."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Sequence

from tamaya.agents import Agent, AgentLike, CoreAgent, NativeAgent, as_agent
from tamaya.agents.python import body_of

Content = tuple[tuple[str, str], ...]
"""(name, hash of everything that decides its play) of each agent; hash '' where that is unknown"""
_SHOWN = 5
"""names that a message lists before it counts the rest"""


def content(agents: Iterable[AgentLike]) -> Content:
    """Names and hashes of several agents."""
    return tuple((agent.name, _hash(_definition(agent))) for agent in map(as_agent, agents))


def _definition(agent: Agent) -> str:
    """Everything that decides how an agent plays, as text; '' if that is unknown."""
    if isinstance(agent, NativeAgent):
        return f"{agent.genome} noise={agent.noise} gives_up={agent.gives_up}"
    if isinstance(agent, CoreAgent):
        return repr(agent.policy.__getstate__())
    try:
        return inspect.getsource(type(body_of(agent) or agent))
    except (OSError, TypeError):  # a class typed at a prompt has no source
        return ""


def _hash(definition: str) -> str:
    return hashlib.sha256(definition.encode()).hexdigest()[:16] if definition else ""


def changes(before: Sequence[Sequence[str]], now: Content) -> str:
    """Describes how agents differ, by name; '' if no difference is known."""
    old = {name: digest for name, digest in before}
    new = dict(now)
    kinds = {
        "new": [name for name in new if name not in old],
        "gone": [name for name in old if name not in new],
        "changed": [
            name
            for name, digest in new.items()
            if digest and old.get(name) not in (None, "", digest)
        ],
    }
    parts = [f"{kind}: {_listed(names)}" for kind, names in kinds.items() if names]
    if not parts and list(old) != list(new):
        parts = ["in another order"]
    return "; ".join(parts)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
