"""Turns names, texts, classes and objects into agents."""

from __future__ import annotations

import re
from collections.abc import Callable

from tamaya.agents import files, registry
from tamaya.agents.agent import ALL_PLAYERS, Agent, AgentName, ValueAgent
from tamaya.agents.binding import bind
from tamaya.agents.native import CoreAgent, NativeAgent, plays_in_core
from tamaya.agents.old_names import modern_spelling
from tamaya.agents.python import DuckAgent, PythonAgent
from tamaya.errors import NotationError, TamayaError
from tamaya.grammar import Alternatives, RuleList, Spec, Value, parse
from tamaya.rules import CONDITIONAL, Genome

_NICHE = re.compile(r"\d+(,\s*\d+)+")

AgentLike = str | Agent | type | object
"""A name, an agent, a class of agents, or any object with `act`."""


def as_agent(like: AgentLike) -> Agent:
    """Turns a name, a class or an object into an agent.

    Strings follow the grammar of `tamaya.grammar`: `piers`, `noisy(10, piers)`,
    `elite:POOL#2,3`, `file.py:Class` or a list of rules. A class is called without arguments, once
    for each player.

    :raises UnknownNameError: listing near names
    :raises NotationError: if a string does not follow the grammar
    :raises AgentError: if the constructor of your own class fails
    :raises TamayaError: if the object has no `act`
    """
    if isinstance(like, AgentName):
        return like.agent
    if isinstance(like, Agent):
        return like
    if isinstance(like, str):
        return resolve(parse_agent(like))
    if isinstance(like, type):
        return from_maker(like)
    if not callable(getattr(like, "act", None)):
        raise TamayaError(f"not an agent: {like!r} (expected a name or an object with act(view))")
    return DuckAgent(like)


def from_maker(make: Callable[[], object], *, spec: str = "", suffix: str = "") -> Agent:
    """The agent whose players a class or function creates.

    :param spec: the text that names the agent
    :param suffix: text after the name of its class
    :raises AgentError: if the class or function fails
    """
    agent = PythonAgent(make, spec=spec, suffix=suffix)
    return agent.new() if issubclass(agent.kind, ValueAgent) else agent  # type: ignore[return-value]


def core_agent(like: AgentLike) -> CoreAgent:
    """An agent that the core can play without calling Python.

    :raises TamayaError: if the agent needs Python
    """
    agent = as_agent(like)
    if not (isinstance(agent, CoreAgent) and plays_in_core(agent)):
        name = like if isinstance(like, str) else agent.name
        raise TamayaError(
            f"{name!r} is not a native agent (expected one like piers, eger:full or human:all)"
        )
    return agent


def parse_agent(text: str) -> Value:
    """Parses the text of an agent; accepts old spellings too.

    :raises NotationError: if the text does not follow the grammar
    """
    text = text.strip()
    newer = modern_spelling(text)
    try:
        return parse(text if newer is None else newer)
    except NotationError:
        if _NICHE.fullmatch(text):
            raise NotationError(
                f"not an agent: {text!r} is a niche (expected elite:POOL#{text})"
            ) from None
        # A path with brackets needs quotes only inside another agent's arguments.
        head, colon, _ = text.partition(":")
        if newer is None and colon and registry.find(f"{head}:x") is not None:
            return Spec(text)
        raise


def resolve(value: Value) -> Agent:
    """Creates the agent of a parsed text.

    :raises UnknownNameError: listing near names
    :raises NotationError: if arguments do not fit
    """
    if isinstance(value, Alternatives):
        raise NotationError(f"not an agent: {str(value)!r} (expected one agent, not alternatives)")
    if isinstance(value, RuleList) or value.name == CONDITIONAL:
        genome = Genome.of(value)
        return NativeAgent(str(genome), genome)
    newer = modern_spelling(value.name) if not value.arguments else None
    if newer is not None:
        return resolve(parse(newer))
    match = registry.find(value.name)
    if match is None and files.is_file(value.name):
        make, suffix = bind(files.load(value.name), value, resolve), ""
        if value.arguments:
            suffix = f"({', '.join(map(str, value.arguments))})"
        return from_maker(make, spec=str(value), suffix=suffix)
    if match is None:
        raise registry.unknown(value.name)
    entry, place = match
    if not place:
        return bind(entry.make, value, resolve, expected=entry.signature, name=str(value))()
    if value.arguments and len(entry.parameters) == 1 and not entry.options:
        arguments = ", ".join(map(str, value.arguments))  # brackets that belong to the path
        value, place = Spec(f"{value.name}({arguments})"), f"{place}({arguments})"
    return bind(entry.make, value, resolve, place, expected=entry.signature, name=str(value))()


def description_of(name: str) -> str:
    """The registered description of a named agent; empty if it is not registered."""
    entry = _entry(name)
    return "" if entry is None else entry.description


def player_counts(name: str) -> tuple[int, ...]:
    """Numbers of players that a named agent is made for."""
    entry = _entry(name)
    return ALL_PLAYERS if entry is None else entry.players


def _entry(name: str) -> registry.Entry | None:
    match = registry.find(name.partition("(")[0])
    return None if match is None else match[0]
