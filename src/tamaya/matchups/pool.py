"""Pools: agents that are to be compared, and the set-up they are made for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tamaya.agents import AgentLike, agent_names, as_agent
from tamaya.game import NotationError, Setup, TamayaError, UnknownNameError

CLASSICS = ("internal", "outer", "iggi", "piers", "van_den_bergh", "cautious", "flawed",
            "legal_random")  # fmt: skip
"""the agents that papers compare; several families have agents of these names"""
_OWN = "tamaya"
"""family of the agents whose names have no prefix"""
_STANDARD = (_OWN, "hle")
"""families made for the standard set-up; the others come from the competition's Java programs"""


@dataclass(frozen=True)
class Pool:
    """Agents under distinct names, in a fixed order."""

    name: str
    agents: tuple[AgentLike, ...]
    """names, classes or objects, as `ty.match` takes them"""
    setup: str = "standard"
    """the set-up they are made for, in words"""

    def __post_init__(self) -> None:
        if not self.agents:
            raise TamayaError(f"the pool {self.name!r} is empty")
        names = self.names
        for place, name in enumerate(names):
            if name in names[:place]:
                raise TamayaError(f"agent {name!r} is twice in the pool {self.name!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """What tables call the agents."""
        return tuple(map(_name, self.agents))

    def __len__(self) -> int:
        return len(self.agents)

    def __iter__(self) -> Iterator[AgentLike]:
        return iter(self.agents)

    def __str__(self) -> str:
        return "\n".join([f"setup {self.setup}", *self.names])


def _name(agent: AgentLike) -> str:
    return agent.strip() if isinstance(agent, str) else as_agent(agent).name


def _families() -> dict[str, list[str]]:
    """Agents that need no parameters, by the prefix of their name."""
    families: dict[str, list[str]] = {}
    for name in agent_names():
        prefix, colon, _ = name.partition(":")
        families.setdefault(prefix if colon else _OWN, []).append(name)
    return families


def pool_names() -> list[str]:
    """Names of the built-in pools: the classics, and one for each family of the catalogue."""
    return ["classics", *_families()]


def pool(what: str | Path | Pool | Iterable[AgentLike]) -> Pool:
    """A built-in pool by name, the pool of a text file, or the agents listed.

    A file has one agent a line; empty lines and lines after `#` say nothing, and a line
    `setup WORDS` names the set-up the pool is made for. Most published agents can give up, so
    their built-in pools are made for the `competition` set-up. `classics` are the agents that
    papers compare, as our own rules play them.

    :raises UnknownNameError: listing the built-in pools
    :raises TamayaError: if the pool is empty, or an agent is in it twice
    """
    if isinstance(what, Pool):
        return what
    if isinstance(what, str | Path):
        return _named(str(what))
    if not isinstance(what, Iterable):
        raise TamayaError(f"not a pool: {what!r} (expected a name, a file or a list of agents)")
    return Pool("agents", tuple(what))


def _named(name: str) -> Pool:
    if name == "classics":
        return Pool(name, CLASSICS)
    family = _families().get(name)
    if family is not None:
        return Pool(name, tuple(family), "standard" if name in _STANDARD else "competition")
    if Path(name).is_file():
        return _from_file(Path(name))
    near = difflib.get_close_matches(name, pool_names(), n=3, cutoff=0.4) or pool_names()
    raise UnknownNameError(f"no pool {name!r}, and no such file (near names: {', '.join(near)})")


def _from_file(path: Path) -> Pool:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TamayaError(f"cannot read the pool {str(path)!r}: {error}") from None
    setup, agents = "standard", []
    for line in (line.split("#")[0].strip() for line in lines):
        if line.startswith("setup "):
            setup = line.removeprefix("setup ").strip()
            Setup.parse(setup)
        elif line:
            agents.append(line)
    if not agents:
        raise NotationError(f"no agents in {str(path)!r} (expected one agent a line)")
    return Pool(path.stem, tuple(agents), setup)
