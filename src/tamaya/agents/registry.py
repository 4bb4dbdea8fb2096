"""The registry of all agents that can be named.

A module registers a family by calling `register` (or `rule_list`). The registry finds these modules
by their place: files in `tamaya/agents/families`, and a module `families.py` in another part of the
package, such as `tamaya/meta/families.py`. It imports them when an agent is first looked up.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tamaya.agents.agent import ALL_PLAYERS, Agent
from tamaya.agents.binding import Signature
from tamaya.agents.native import NativeAgent
from tamaya.errors import TamayaError, UnknownNameError
from tamaya.rules import Genome, rule_names

OWN = "tamaya"
"""family of the agents whose names have no prefix"""
COMBINED = "made of others"
"""family of the agents that are built from other agents, files or pools"""


@dataclass(frozen=True)
class Entry:
    """A registered name: an agent, or a function that builds agents from arguments.

    If the name ends with a colon, the text after the colon is the first argument. `elite:` thus
    builds `elite:POOL#2,3`. Use it for paths.
    """

    name: str
    description: str
    """one sentence"""
    make: Callable[..., Agent]
    """builds the agent from the written arguments, converted to the types of its annotations; a
    keyword parameter `name` receives the text that names the agent"""
    players: tuple[int, ...] = ALL_PLAYERS
    """numbers of players that the agent is made for"""
    setup: str = "standard"
    """the set-up that the agent is made for"""
    usage: str = ""
    """how users write it, if it differs from name and parameters"""

    @cached_property
    def takes(self) -> Signature:
        """Parameters and options of `make`."""
        return Signature.of(self.make)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of positional parameters."""
        return self.takes.parameters

    @property
    def options(self) -> tuple[str, ...]:
        """Names of keyword parameters."""
        return self.takes.options

    @property
    def is_complete(self) -> bool:
        """Can users write the name alone, without parameters?"""
        return not self.parameters

    @property
    def signature(self) -> str:
        """The name with its parameters, as users write it."""
        return self.usage or self.takes.text(self.name)

    @property
    def family(self) -> str:
        """The prefix of the name, or the family of names without a prefix."""
        if self.usage:
            return COMBINED
        prefix, colon, _ = self.name.partition(":")
        return prefix if colon else OWN


_entries: dict[str, Entry] = {}
_searched: list[bool] = []


def register(entry: Entry) -> None:
    """Adds a named agent.

    :raises TamayaError: if the name is taken
    """
    if entry.name in _entries:
        raise TamayaError(f"agent {entry.name!r} is registered twice")
    _entries[entry.name] = entry


def rule_list(  # noqa: PLR0913
    name: str,
    description: str,
    rules: str,
    *,
    gives_up: bool = False,
    players: tuple[int, ...] = ALL_PLAYERS,
    setup: str = "standard",
) -> None:
    """Registers an agent that is a list of rules, separated by `>`: see `NativeAgent`."""
    genome = Genome.parse(rules)

    def make(*, name: str) -> Agent:
        return NativeAgent(name, genome, gives_up=gives_up)

    register(Entry(name, description, make, players, setup))


def entries() -> dict[str, Entry]:
    """All named agents."""
    _search()
    return dict(_entries)


def agent_names() -> list[str]:
    """Names of all agents that need no parameters."""
    return [name for name, entry in entries().items() if entry.is_complete]


def find(name: str) -> tuple[Entry, str] | None:
    """The entry of a name, and the text after the colon of an entry like `elite:`.

    Returns None if the name is not registered.
    """
    _search()
    entry = _entries.get(name)
    if entry is not None and not name.endswith(":"):
        return entry, ""
    head, colon, argument = name.partition(":")
    entry = _entries.get(f"{head}:") if colon and argument else None
    return None if entry is None else (entry, argument)


def unknown(name: str) -> UnknownNameError:
    """The error for an unknown name, with near names."""
    known = entries()
    if name in rule_names():
        return UnknownNameError(
            f"no agent {name!r}: it is a rule (expected a list of rules like "
            f"'{name} > legal_random')"
        )
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    written = ", ".join(known[other].usage or other for other in near)
    hint = f"near names: {written}" if near else "tamaya agents lists all"
    return UnknownNameError(f"no agent {name!r} ({hint})")


def _search() -> None:
    """Imports the modules that register families, once."""
    if _searched:
        return
    _searched.append(True)
    import_own()
    for path in sorted(Path(__file__).parents[1].glob("*/families.py")):
        importlib.import_module(f"tamaya.{path.parent.name}.families")


def import_own() -> None:
    """Imports the families of `tamaya.agents`, always in the order of their file names."""
    for path in sorted(Path(__file__).parent.glob("families/[a-z]*.py")):
        importlib.import_module(f"tamaya.agents.families.{path.stem}")
