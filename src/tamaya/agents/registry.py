"""Who can be named: the one registry of agents.

A family joins it by a module that calls `register` (or `rule_list`): either a file in
`tamaya/agents/families`, or a module `families.py` of another part of the package, such as
`tamaya/meta/families.py`. Nothing else lists families: the registry imports these modules when the
first agent is named.
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
"""family of agents that are made of other agents, of files or of pools"""


@dataclass(frozen=True)
class Entry:
    """One named agent, or a way to make some.

    A name that ends with a colon takes what follows it as its first argument: `elite:` makes
    `elite:POOL#2,3`. That is how a path is written.
    """

    name: str
    description: str
    """one sentence"""
    make: Callable[..., Agent]
    """called with the arguments that are written, turned into what its annotations ask for; a
    keyword `name` is given the text that names the agent"""
    players: tuple[int, ...] = ALL_PLAYERS
    """numbers of players that it is made for"""
    setup: str = "standard"
    """the set-up that it is made for"""
    usage: str = ""
    """how people write it, where name and parameters do not tell"""

    @cached_property
    def takes(self) -> Signature:
        """What `make` takes."""
        return Signature.of(self.make)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of what is written by place."""
        return self.takes.parameters

    @property
    def options(self) -> tuple[str, ...]:
        """Names of what may be written by key."""
        return self.takes.options

    @property
    def is_complete(self) -> bool:
        """Does the name alone make an agent that is listed?"""
        return not self.parameters

    @property
    def signature(self) -> str:
        """The name, with what may or must be given."""
        return self.usage or self.takes.text(self.name)

    @property
    def family(self) -> str:
        """The prefix of its name; our own agents have none."""
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
    """The entry of a name, and what follows the colon of its name; None if there is none."""
    _search()
    entry = _entries.get(name)
    if entry is not None and not name.endswith(":"):
        return entry, ""
    head, colon, rest = name.partition(":")
    entry = _entries.get(f"{head}:") if colon and rest else None
    return None if entry is None else (entry, rest)


def unknown(name: str) -> UnknownNameError:
    """The error for a name that nothing has, with near names."""
    names = list(entries())
    if name in rule_names():
        return UnknownNameError(
            f"no agent {name!r}: it is a rule (expected a list of rules like "
            f"'{name} > legal_random')"
        )
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.4) or names[:5]
    return UnknownNameError(f"no agent {name!r} (near names: {', '.join(near)})")


def _search() -> None:
    """Imports the modules that register families, once."""
    if _searched:
        return
    _searched.append(True)
    import_own()
    for path in sorted(Path(__file__).parents[1].glob("*/families.py")):
        importlib.import_module(f"tamaya.{path.parent.name}.families")


def import_own() -> None:
    """Imports the families of this part, in the order of their files whoever asks first."""
    for path in sorted(Path(__file__).parent.glob("families/[a-z]*.py")):
        importlib.import_module(f"tamaya.agents.families.{path.stem}")
