"""From what users write to an agent."""

from __future__ import annotations

import re
from collections.abc import Callable

from tamaya.agents import files, registry
from tamaya.agents.agent import ALL_PLAYERS, Agent, AgentName, ValueAgent
from tamaya.agents.binding import bind
from tamaya.agents.grammar import Alternatives, RuleList, Spec, Value, parse
from tamaya.agents.native import CoreAgent, NativeAgent, plays_in_core
from tamaya.agents.old_names import renewed
from tamaya.agents.python import DuckAgent, PythonAgent
from tamaya.errors import NotationError, TamayaError
from tamaya.rules import Genome

_NICHE = re.compile(r"\d+(,\s*\d+)+")

AgentLike = str | Agent | type | object
"""A name, an agent, a class of agents, or any object with `act`."""


def as_agent(like: AgentLike) -> Agent:
    """Turns whatever users write for an agent into one.

    A string is written as `tamaya.agents.grammar` says: `piers`, `noisy(10, piers)`,
    `elite:POOL#2,3`, `file.py:Class` or a list of rules. A class is called without arguments, once
    for each player.

    :raises UnknownNameError: listing near names
    :raises NotationError: if a string is not written as the grammar says
    :raises AgentError: if an agent of your own cannot be made
    :raises TamayaError: if it has no `act`
    """
    if isinstance(like, AgentName):
        return like.agent
    if isinstance(like, Agent):
        return like
    if isinstance(like, str):
        return resolve(specified(like))
    if isinstance(like, type):
        return from_maker(like)
    if not callable(getattr(like, "act", None)):
        raise TamayaError(f"not an agent: {like!r} (expected a name or an object with act(view))")
    return DuckAgent(like)


def from_maker(make: Callable[[], object], *, spec: str = "", suffix: str = "") -> Agent:
    """The agent that a class or a function makes.

    :param spec: the text that names it
    :param suffix: what follows the name of its class
    :raises AgentError: if it fails
    """
    agent = PythonAgent(make, spec=spec, suffix=suffix)
    return agent.new() if issubclass(agent.kind, ValueAgent) else agent  # type: ignore[return-value]


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


def specified(text: str) -> Value:
    """Reads the text of an agent, in old spellings too.

    :raises NotationError: if it is not written as the grammar says
    """
    text = text.strip()
    newer = renewed(text)
    try:
        return parse(text if newer is None else newer)
    except NotationError:
        if _NICHE.fullmatch(text):
            raise NotationError(
                f"not an agent: {text!r} is a niche (expected elite:POOL#{text})"
            ) from None
        # A path with brackets or other signs needs quotes, unless nothing else is written.
        head, colon, _ = text.partition(":")
        if newer is None and colon and registry.find(f"{head}:x") is not None:
            return Spec(text)
        raise


def resolve(value: Value) -> Agent:
    """The agent of a text that was read.

    :raises UnknownNameError: listing near names
    :raises NotationError: if arguments do not fit
    """
    if isinstance(value, Alternatives):
        raise NotationError(f"not an agent: {str(value)!r} (expected one agent, not alternatives)")
    if isinstance(value, RuleList):
        genome = Genome.parse(str(value))
        return NativeAgent(str(genome), genome)
    newer = renewed(value.name) if not value.arguments else None
    if newer is not None:
        return resolve(parse(newer))
    if files.is_file(value.name):
        make, suffix = bind(files.found(value.name), value, resolve), ""
        if value.arguments:
            suffix = f"({', '.join(map(str, value.arguments))})"
        return from_maker(make, spec=str(value), suffix=suffix)
    known = registry.find(value.name)
    if known is None:
        raise registry.unknown(value.name)
    entry, place = known
    if not place:
        return bind(entry.make, value, resolve, expected=entry.signature, name=str(value))()
    if value.arguments and len(entry.parameters) == 1 and not entry.options:
        arguments = ", ".join(map(str, value.arguments))  # they are part of the place
        value, place = Spec(f"{value.name}({arguments})"), f"{place}({arguments})"
    return bind(entry.make, value, resolve, place, expected=entry.signature, name=str(value))()


def described(name: str) -> str:
    """What is said of a named agent; empty if it has no entry."""
    entry = _entry(name)
    return "" if entry is None else entry.description


def made_for(name: str) -> tuple[int, ...]:
    """Numbers of players that a named agent is made for."""
    entry = _entry(name)
    return ALL_PLAYERS if entry is None else entry.players


def _entry(name: str) -> registry.Entry | None:
    known = registry.find(name.partition("(")[0])
    return None if known is None else known[0]
