"""Hashes of agents, to refuse resuming saved results with agents that have changed."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Sequence

from tamaya.agents import Agent, AgentLike, CoreAgent, NativeAgent, as_agent
from tamaya.agents.python import body_of

Content = tuple[tuple[str, str], ...]
"""names of agents and hashes of what decides their play, in order; '' where that is unknown"""
_SHOWN = 5


def content(agents: Iterable[AgentLike]) -> Content:
    """The content of several agents."""
    made = map(as_agent, agents)
    return tuple((agent.name, _hash(_words(agent))) for agent in made)


def _words(agent: Agent) -> str:
    """Everything that decides how an agent plays, as text; '' if it cannot be told."""
    if isinstance(agent, NativeAgent):
        return f"{agent.genome} noise={agent.noise} gives_up={agent.gives_up}"
    if isinstance(agent, CoreAgent):
        return repr(agent.policy.__getstate__())
    try:
        return inspect.getsource(type(body_of(agent) or agent))
    except (OSError, TypeError):  # a class typed at a prompt has no source
        return ""


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16] if words else ""


def changes(before: Sequence[Sequence[str]], now: Content) -> str:
    """How agents differ, in words; '' if they are the same as far as is known."""
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
