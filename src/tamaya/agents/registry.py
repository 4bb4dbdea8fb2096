"""From a name to an agent. Other modules add their own schemes, like `elite:` or `meta:`."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path

from tamaya import _core
from tamaya.agents.agent import Agent, DuckAgent
from tamaya.agents.native import NativeAgent
from tamaya.game import TamayaError, UnknownNameError

AgentLike = str | Agent | type | object
"""A name, an agent, a class of agents, or any object with `act`."""

_schemes: dict[str, Callable[[str], Agent]] = {}


def register_scheme(scheme: str, make: Callable[[str], Agent]) -> None:
    """Lets names like `scheme:rest` become `make(rest)`."""
    _schemes[scheme] = make


def agent_names() -> list[str]:
    """All names that stand for one agent each."""
    return sorted(_core.native_agents())


def as_agent(like: AgentLike) -> Agent:
    """Turns whatever users write for an agent into one.

    A string is the name of a core agent, `scheme:rest`, or `file.py:Class`. A class is called
    without arguments.

    :raises UnknownNameError: listing near names
    :raises TamayaError: if it has no `act`
    """
    if isinstance(like, Agent):
        return like
    if isinstance(like, str):
        return _named(like)
    made = like() if isinstance(like, type) else like
    if isinstance(made, Agent):
        return made
    if not callable(getattr(made, "act", None)):
        raise TamayaError(f"not an agent: {like!r} (expected a name or an object with act(view))")
    return DuckAgent(made)


def _named(name: str) -> Agent:
    if name in _core.native_agents():
        return NativeAgent(name)
    head, colon, rest = name.rpartition(":")
    if colon and head.endswith(".py"):
        return _from_file(Path(head), rest)
    scheme, colon, rest = name.partition(":")
    if colon and scheme in _schemes:
        return _schemes[scheme](rest)
    near = difflib.get_close_matches(name, agent_names(), n=3, cutoff=0.4) or agent_names()[:5]
    raise UnknownNameError(f"no agent {name!r} (near names: {', '.join(near)})")


def _from_file(path: Path, class_name: str) -> Agent:
    if not path.is_file():
        raise UnknownNameError(f"no file {str(path)!r} to load agent {class_name!r} from")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise TamayaError(f"cannot load {str(path)!r} as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        classes = [n for n, c in vars(module).items() if inspect.isclass(c) and hasattr(c, "act")]
        there = ", ".join(classes) or "none"
        raise UnknownNameError(f"no class {class_name!r} in {str(path)!r} (agents there: {there})")
    return as_agent(found)
