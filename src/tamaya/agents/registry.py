"""From what users write to an agent. Other modules add schemes, like `elite:` or `meta:`."""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tamaya.agents import catalogue
from tamaya.agents.agent import ALL_PLAYERS, Agent, AgentName, ValueAgent
from tamaya.agents.native import CoreAgent, plays_in_core
from tamaya.agents.python import DuckAgent, PythonAgent
from tamaya.game import TamayaError, UnknownNameError

AgentLike = str | Agent | type | object
"""A name, an agent, a class of agents, or any object with `act`."""

_schemes: dict[str, Callable[[str], Agent]] = {}
_alone: set[str] = set()


def register_scheme(scheme: str, make: Callable[[str], Agent], *, alone: bool = False) -> None:
    """Lets names like `scheme:rest` become `make(rest)`.

    With `alone` also `scheme` and `scheme?rest` do; then `rest` begins with what follows the name.
    """
    _schemes[scheme] = make
    if alone:
        _alone.add(scheme)


def agent_names() -> list[str]:
    """Names of all agents that need no parameters."""
    return [name for name, entry in catalogue.entries().items() if not entry.parameters]


def as_agent(like: AgentLike) -> Agent:
    """Turns whatever users write for an agent into one.

    A string is a name (`piers`), a name with parameters (`noisy(10, piers)`), `scheme:rest`, or
    `file.py:Class`. A class is called without arguments.

    :raises UnknownNameError: listing near names
    :raises TamayaError: if it has no `act`, or cannot be made
    """
    if isinstance(like, AgentName):
        return like.agent
    if isinstance(like, Agent):
        return like
    if isinstance(like, str):
        return _named(like.strip())
    if isinstance(like, type):
        return from_maker(like)
    if not callable(getattr(like, "act", None)):
        raise TamayaError(f"not an agent: {like!r} (expected a name or an object with act(view))")
    return DuckAgent(like)


def from_maker(make: Callable[[], object], *, spec: str = "", suffix: str = "") -> Agent:
    """The agent that a class or a function makes.

    :raises AgentError: if it fails
    """
    agent = PythonAgent(make, spec=spec, suffix=suffix)
    return agent.new() if issubclass(agent.kind, ValueAgent) else agent  # type: ignore[return-value]


def described(name: str) -> str:
    """What is said of a named agent; empty if it has no entry."""
    entry = catalogue.entries().get(_split(name)[0])
    return "" if entry is None else entry.description


def made_for(name: str) -> tuple[int, ...]:
    """Numbers of players that a named agent is made for."""
    entry = catalogue.entries().get(_split(name)[0])
    return ALL_PLAYERS if entry is None else entry.players


def core_agent(like: AgentLike) -> CoreAgent:
    """An agent that the core can play without asking Python.

    :raises TamayaError: if it is none
    """
    agent = as_agent(like)
    if not (isinstance(agent, CoreAgent) and plays_in_core(agent)):
        name = like if isinstance(like, str) else agent.name
        raise TamayaError(
            f"{name!r} is no agent of the core (expected one like piers, eger:full or human:all)"
        )
    return agent


def _named(spec: str) -> Agent:
    name, arguments = _split(spec)
    entry = catalogue.entries().get(name)
    if entry is not None:
        return _made(entry, spec, arguments)
    head, colon, rest = spec.rpartition(":")
    if colon and head.endswith(".py"):
        return _from_file(Path(head), rest)
    scheme, mark, rest = re.match(r"([^:?]*)([:?]?)(.*)", spec, re.S).groups()  # type: ignore[union-attr]
    if scheme in _alone:
        return _schemes[scheme](mark + rest)
    if mark == ":" and scheme in _schemes:
        return _schemes[scheme](rest)
    names = [*catalogue.entries(), *sorted(_alone)]
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.4) or names[:5]
    raise UnknownNameError(f"no agent {name!r} (near names: {', '.join(near)})")


def _split(spec: str) -> tuple[str, list[str]]:
    """Takes `name(a, b(c, d))` apart into the name and its arguments."""
    match = re.fullmatch(r"([^()]*)\((.*)\)", spec)
    return (spec, []) if match is None else (match[1], split_arguments(match[2]))


def split_arguments(text: str) -> list[str]:
    """Parts between commas that no brackets enclose."""
    depth, parts = 0, [""]
    for letter, then in zip(text, f"{text[1:]} ", strict=False):
        depth += (letter == "(") - (letter == ")")
        in_niche = "#" in parts[-1] and then.isdigit()  # as in noisy(10, elite:runs/a#2,3)
        if letter == "," and depth == 0 and not in_niche:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _made(entry: catalogue.Entry, spec: str, arguments: list[str]) -> Agent:
    try:
        return entry.make(spec, *arguments)
    except TypeError:
        expected = entry.signature
        raise UnknownNameError(f"wrong parameters: {spec!r} (expected {expected})") from None


def _from_file(path: Path, class_name: str) -> Agent:
    found = getattr(_module(path), class_name, None)
    if not isinstance(found, type):
        classes = [n for n, c in vars(_module(path)).items() if inspect.isclass(c)]
        there = ", ".join(n for n in classes if hasattr(getattr(_module(path), n), "act")) or "none"
        raise UnknownNameError(f"no class {class_name!r} in {str(path)!r} (agents there: {there})")
    return as_agent(found)


def _module(path: Path) -> ModuleType:
    """Runs a Python file once, under a name that cannot hide another module."""
    if not path.is_file():
        raise UnknownNameError(f"no file {str(path)!r} to load an agent from")
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"tamaya_agent_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise TamayaError(f"cannot load {str(path)!r} as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise TamayaError(f"cannot load {str(path)!r}: {type(error).__name__}: {error}") from error
    return module
