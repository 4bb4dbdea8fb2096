"""Pools: named lists of agents, with the set-up they are made for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from tamaya.agents import Agent, AgentLike, Elite, NativeAgent, agent_names, as_agent
from tamaya.agents.elite import niche_text
from tamaya.files import is_file, is_folder
from tamaya.game import NotationError, Setup, TamayaError, UnknownNameError

CLASSICS = (
    "internal",
    "outer",
    "iggi",
    "piers",
    "van_den_bergh",
    "cautious",
    "flawed",
    "legal_random",
)
"""the agents that papers compare; several families have agents of these names"""
_OWN = "tamaya"
"""family of the agents whose names have no prefix"""
_STANDARD = (_OWN, "hle")
"""families made for the standard set-up; the others come from the competition's Java programs"""

SHIPPED = Path(__file__).parents[1] / "pools"
"""evolved pools that come with the package"""
RUN_FILE = "pool.json"
"""what the folder of a run calls its pool"""
_COMMENT = re.compile(r"(^|\s)#.*")
"""not the # of `elite:runs/a#2,3`"""


@dataclass(frozen=True)
class Pool:
    """Agents under distinct names, in a fixed order.

    What follows the set-up is known of pools that were evolved, and is kept in their files.
    """

    name: str
    agents: tuple[AgentLike, ...]
    """names, classes or objects, as `ty.match` takes them"""
    setup: str = "standard"
    """the set-up they are made for, in words"""
    _: KW_ONLY
    rulebook: str = ""
    """where their rules come from; several names are separated by commas"""
    features: tuple[str, ...] = ()
    """features of the map that niches lie in"""
    grid: tuple[int, ...] = ()
    """cells of the map for each feature; one number, how many in all, if cells form no grid"""
    scoring: str = "points kept"
    """what the agents' scores are"""
    version: str = ""
    """of the Tamaya that made the pool"""
    made: Mapping[str, object] = field(default_factory=dict, hash=False)
    """how it was made: settings, seed, command; anything that JSON can hold"""

    def __post_init__(self) -> None:
        if not self.agents:
            raise TamayaError(f"the pool {self.name!r} is empty")
        seen: set[str] = set()
        for name in self.names:
            if name in seen:
                raise TamayaError(f"agent {name!r} is twice in the pool {self.name!r}")
            seen.add(name)
        for agent in self.agents:
            if isinstance(agent, Elite) and agent.niche and self.grid:
                self._check_niche(agent)

    def _check_niche(self, agent: Elite) -> None:
        inside = len(agent.niche) == len(self.grid) and all(
            0 <= place < cells for place, cells in zip(agent.niche, self.grid, strict=True)
        )
        if not inside:
            grid = "x".join(map(str, self.grid))
            raise TamayaError(
                f"agent {agent.name!r} of the pool {self.name!r} is in niche "
                f"{niche_text(agent.niche)}, which a map of {grid} cells does not have"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """What tables call the agents."""
        return tuple(map(_name, self.agents))

    @property
    def elites(self) -> tuple[Elite, ...]:
        """All agents as elites; those that are none have no niche and no score.

        :raises TamayaError: if an agent is more than a list of rules
        """
        made = (agent if isinstance(agent, Elite) else as_agent(agent) for agent in self.agents)
        return tuple(_elite(agent, self.name) for agent in made)

    def find(self, which: str) -> AgentLike:
        """The agent of a name or a niche like `2,3`.

        :raises UnknownNameError: listing those that are there
        """
        which = which.strip()
        for agent, name in zip(self.agents, self.names, strict=True):
            if name == which:
                return agent
        niche = ",".join(part.strip() for part in which.split(","))
        elites = [agent for agent in self.agents if isinstance(agent, Elite)]
        there = [elite for elite in elites if elite.niche and niche_text(elite.niche) == niche]
        if len(there) == 1:
            return there[0]
        if there:
            names = shortened([one.name for one in there])
            raise UnknownNameError(
                f"{len(there)} agents of the pool {self.name!r} are in niche {niche}: {names}"
            )
        raise UnknownNameError(
            f"no agent or niche {which!r} in the pool {self.name!r} "
            f"(expected {shortened(self.names, 40)})"
        )

    def write(self, path: str | Path) -> None:
        """Writes a JSON file, which `ty.pool` reads back; an old one is replaced at once.

        :raises TamayaError: if the file cannot be written, or an agent is more than its rules
        """
        from tamaya.matchups.pool_file import write  # noqa: PLC0415

        write(self, Path(path))

    def __len__(self) -> int:
        return len(self.agents)

    def __iter__(self) -> Iterator[AgentLike]:
        return iter(self.agents)

    def __str__(self) -> str:
        return "\n".join([f"setup {self.setup}", *self.names])


def shortened(names: Sequence[str], most: int = 8) -> str:
    """Names for a message, not too many."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    between = "; " if any("," in name for name in names) else ", "  # names can be niches
    return between.join(names[:most]) + more


def _elite(agent: Agent, pool: str) -> Elite:
    if not isinstance(agent, NativeAgent):
        raise TamayaError(
            f"agent {agent.name!r} of the pool {pool!r} is not a list of rules (expected rule "
            "agents, like piers or elites)"
        )
    return Elite.of(agent)


def _name(agent: AgentLike) -> str:
    return agent.strip() if isinstance(agent, str) else as_agent(agent).name


def _families() -> dict[str, list[str]]:
    """Agents that need no parameters, by the prefix of their name."""
    families: dict[str, list[str]] = {}
    for name in agent_names():
        prefix, colon, _ = name.partition(":")
        families.setdefault(prefix if colon else _OWN, []).append(name)
    return families


def shipped() -> dict[str, Path]:
    """Files of the pools that come with the package, by name."""
    return {file.stem: file for file in sorted(SHIPPED.glob("*.json"))}


def pool_names() -> list[str]:
    """Names of the built-in pools: the classics, one for each family, and evolved ones."""
    return ["classics", *_families(), *shipped()]


def is_pool(word: str) -> bool:
    """Does a word name a pool: built-in, in a file or in the folder of a run?"""
    return word in pool_names() or _file_of(word) is not None


def pool(what: str | Path | Pool | Iterable[AgentLike]) -> Pool:
    """A built-in pool by name, the pool of a file or of a run's folder, or the agents listed.

    A file is JSON, as `Pool.write` writes it, or text. In a text file there is one agent a line;
    empty lines and what follows `#` after a space say nothing, and a line `setup WORDS` names the
    set-up the pool is made for. Most published agents can give up, so their built-in pools are
    made for the `competition` set-up. `classics` are the agents that papers compare, as our own
    rules play them.

    :raises UnknownNameError: listing the built-in pools
    :raises TamayaError: if the pool is empty, an agent is in it twice, or the file was made by a
        version with rules that this one lacks
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
    file = shipped().get(name) or _file_of(name)
    if file is not None:
        return _from_file(file)
    if is_folder(Path(name)):
        raise TamayaError(
            f"no {RUN_FILE} in {name!r} (expected a pool file or the folder of a run)"
        )
    near = difflib.get_close_matches(name, pool_names(), n=3, cutoff=0.4) or pool_names()
    raise UnknownNameError(f"no pool {name!r}, and no such file (near names: {', '.join(near)})")


def _file_of(name: str) -> Path | None:
    return next(filter(is_file, (Path(name), Path(name) / RUN_FILE)), None)


def _from_file(path: Path) -> Pool:
    from tamaya.matchups.pool_file import parse  # noqa: PLC0415

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TamayaError(f"cannot read the pool {str(path)!r}: {error}") from None
    if path.suffix == ".json" or text.lstrip().startswith("{"):
        return parse(text, str(path))
    return _from_lines(text.splitlines(), path)


def _from_lines(lines: list[str], path: Path) -> Pool:
    setup, agents = "standard", []
    for line in (_COMMENT.sub("", line).strip() for line in lines):
        if line.startswith("setup "):
            setup = line.removeprefix("setup ").strip()
            Setup.parse(setup)
        elif line:
            agents.append(line)
    if not agents:
        raise NotationError(f"no agents in {str(path)!r} (expected one agent a line)")
    return Pool(path.stem, tuple(agents), setup)
