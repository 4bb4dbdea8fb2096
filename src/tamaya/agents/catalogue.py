"""Named agents: a name, one sentence, and how to make one. Families register themselves here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tamaya.agents.agent import ALL_PLAYERS, Agent
from tamaya.agents.native import NativeAgent
from tamaya.game import TamayaError
from tamaya.rules import Genome


@dataclass(frozen=True)
class Entry:
    """One named agent, possibly with parameters."""

    name: str
    description: str
    make: Callable[..., Agent]
    """called with the spec as written, then with the parameters as text"""
    parameters: tuple[str, ...] = ()
    """names of the parameters, for people"""
    options: tuple[str, ...] = ()
    """names of switches that may be left out, written `name=value`"""
    players: tuple[int, ...] = ALL_PLAYERS
    """numbers of players that it is made for"""

    @property
    def signature(self) -> str:
        """The name, with what may or must be given."""
        given = (*self.parameters, *(f"{name}=" for name in self.options))
        return f"{self.name}({', '.join(given)})" if given else self.name


_entries: dict[str, Entry] = {}


def register(entry: Entry) -> None:
    """Adds a named agent.

    :raises TamayaError: if the name is taken
    """
    if entry.name in _entries:
        raise TamayaError(f"agent {entry.name!r} is registered twice")
    _entries[entry.name] = entry


def entries() -> dict[str, Entry]:
    """All named agents."""
    return dict(_entries)


def rule_list(
    name: str,
    description: str,
    rules: str,
    *,
    gives_up: bool = False,
    players: tuple[int, ...] = ALL_PLAYERS,
) -> None:
    """Registers an agent that is a list of rules, separated by `>`: see `NativeAgent`."""
    genome = Genome.parse(rules)

    def make(spec: str) -> Agent:
        return NativeAgent(spec, genome, gives_up=gives_up)

    register(Entry(name, description, make, players=players))
