"""Pools: named lists of agents, and the set-up that they are made for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from pathlib import Path

from tamaya.agents import (
    Agent,
    AgentLike,
    CoreAgent,
    Elite,
    Entry,
    NativeAgent,
    as_agent,
    entries,
    plays_in_core,
)
from tamaya.agents.agent import AgentName
from tamaya.agents.elite import niche_text
from tamaya.agents.made_for import DEFAULT, Claim, claims_of
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
"""agents that the papers compare; several families have agents with these names"""
DISTINCT = "-distinct"
"""end of the names of shipped pools without twins (`twins`)"""
SHIPPED = Path(__file__).parents[1] / "pools"
"""folder of the evolved pools that come with the package"""
RUN_FILE = "pool.json"
"""name of the pool file in the folder of a run"""
_COMMENT = re.compile(r"(^|\s)#.*")
"""a # after a space starts a comment; the # of `elite:runs/a#2,3` does not"""


@dataclass(frozen=True)
class Pool:
    """Agents under distinct names, in a fixed order.

    The fields after `setup` describe evolved pools and are saved in their files.
    """

    name: str
    agents: tuple[AgentLike, ...]
    """names, classes or objects, as `ty.match` accepts them"""
    setup: str = "standard"
    """the set-up they are made for, as `Setup.parse` reads it"""
    _: KW_ONLY
    rulebook: str = ""
    """names of the rulebooks of their rules, separated by commas"""
    features: tuple[str, ...] = ()
    """features that span the map of niches"""
    grid: tuple[int, ...] = ()
    """cells of the map along each feature; for a map without a grid, the number of all cells"""
    scoring: str = "points kept"
    """scoring rule of the agents' scores"""
    version: str = ""
    """version of Tamaya that made the pool"""
    made: Mapping[str, object] = field(default_factory=dict, hash=False)
    """how the pool was made (settings, seed, command), as values that JSON can hold"""
    any_setup: bool = False
    """whether the agents suit every set-up, so that `setup` is only the default"""

    def __post_init__(self) -> None:
        if not self.agents:
            raise TamayaError(f"the pool {self.name!r} is empty (expected at least one agent)")
        seen: set[str] = set()
        for name in self.names:
            if name in seen:
                raise TamayaError(
                    f"agent {name!r} is twice in the pool {self.name!r} (expected different names)"
                )
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

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the agents, as tables show them. Each can be used as an agent:
        `ty.match(pool.names[0], "piers")`.
        """
        return tuple(map(_name, self.agents))

    @property
    def claims(self) -> list[Claim]:
        """The set-ups that the pool, or else its agents, are made for; see `shared_setup`."""
        if self.any_setup:
            return claims_of(map(as_agent, self.agents))
        return [(f"pool {self.name!r}", self.setup)]

    @property
    def elites(self) -> tuple[Elite, ...]:
        """All agents as elites. A plain rule agent becomes one without niche and score.

        :raises TamayaError: if an agent is not a plain rule list
        """
        agents = (agent if isinstance(agent, Elite) else as_agent(agent) for agent in self.agents)
        return tuple(_elite(agent, self.name) for agent in agents)

    @property
    def natives(self) -> tuple[CoreAgent, ...]:
        """All agents as native agents: rule lists, networks, models of people and so on.

        :raises TamayaError: if the core cannot play an agent
        """
        return tuple(_native(as_agent(agent), self.name) for agent in self.agents)

    def find(self, which: str) -> AgentLike:
        """The agent with a name, or in a niche like `2,3`.

        :raises UnknownNameError: if there is none; the message lists the agents
        """
        which = which.strip()
        for agent, name in zip(self.agents, self.names, strict=True):
            if name == which:
                return agent
        niche = ",".join(part.strip() for part in which.split(","))
        elites = [agent for agent in self.agents if isinstance(agent, Elite)]
        matches = [elite for elite in elites if elite.niche and niche_text(elite.niche) == niche]
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = shortened([elite.name for elite in matches])
            raise UnknownNameError(
                f"{len(matches)} agents of the pool {self.name!r} are in niche {niche}: {names}"
            )
        raise UnknownNameError(
            f"no agent or niche {which!r} in the pool {self.name!r} "
            f"(expected {shortened(self.names, 40)})"
        )

    def write(self, path: str | Path) -> None:
        """Writes a JSON file that `ty.pool` reads back; it replaces an existing file atomically.

        :raises TamayaError: if the file cannot be written, or an agent is not a plain rule list
        """
        from tamaya.matchups.pool_file import write  # noqa: PLC0415

        write(self, Path(path))

    def __len__(self) -> int:
        return len(self.agents)

    def __iter__(self) -> Iterator[AgentLike]:
        return iter(self.agents)

    def __str__(self) -> str:
        return "\n".join([f"setup {self.setup}", *self.names])


PoolLike = str | Path | Pool | Iterable[AgentLike] | Mapping[str, AgentLike]
"""anything that `pool` accepts"""


def shortened(names: Sequence[str], most: int = 8) -> str:
    """Names for a message; beyond the first `most`, only their number."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    separator = "; " if any("," in name for name in names) else ", "  # names can be niches
    return separator.join(names[:most]) + more


def _elite(agent: Agent, pool: str) -> Elite:
    if not isinstance(agent, NativeAgent):
        raise TamayaError(
            f"agent {agent.name!r} of the pool {pool!r} is not a rule list (expected rule agents, "
            "like piers or elites)"
        )
    return Elite.of(agent)


def _native(agent: Agent, pool: str) -> CoreAgent:
    if not isinstance(agent, CoreAgent) or not plays_in_core(agent):
        raise TamayaError(
            f"agent {agent.name!r} of the pool {pool!r} is not native (expected agents that the "
            "core plays: rule lists, networks, models of people)"
        )
    return agent


def _name(agent: AgentLike) -> str:
    if isinstance(agent, AgentName):
        return agent
    if isinstance(agent, str):
        return agent.strip()
    value = as_agent(agent)
    return AgentName(value.name, value)


def _families() -> dict[str, list[Entry]]:
    """Registered agents that need no parameters, by family."""
    families: dict[str, list[Entry]] = {}
    for entry in entries().values():
        if entry.is_complete:
            families.setdefault(entry.family, []).append(entry)
    return families


def shipped() -> dict[str, Path]:
    """Files of the pools that come with the package, by name."""
    return {file.stem: file for file in sorted(SHIPPED.glob("*.json"))}


def pool_names() -> list[str]:
    """Names of the built-in pools: the classics, one for each family, and evolved ones."""
    return ["classics", *_families(), *shipped()]


def is_pool(word: str) -> bool:
    """Whether a word names a pool: a built-in one, a file or the folder of a run."""
    return word in pool_names() or _is_distinct(word) or _file_of(word) is not None


def _is_distinct(word: str) -> bool:
    """Whether a word names a shipped pool without twins, like `canaan2020-1-distinct`."""
    return word.endswith(DISTINCT) and word.removesuffix(DISTINCT) in shipped()


def pool(what: PoolLike) -> Pool:
    """Opens a built-in pool, a pool file or the folder of a run, or makes a pool of agents.

    A file is JSON, as `Pool.write` writes it, or text. A text file has one agent per line and may
    have a line `setup WORDS` with the set-up that the pool is made for. Empty lines are ignored,
    and so is everything after a `#` that follows a space. The pool of a family, like `hle` or
    `eger`, has the set-up that its agents are registered with. `NAME-distinct` is a shipped pool
    without agents that make the same moves as a better one of the pool. The pool `classics`
    holds the agents that the papers compare, played by our own rules. A mapping names its agents.
    In a list, objects with the same name are numbered: `MLP`, `MLP 2`.

    :raises UnknownNameError: if there is no such pool; the message lists near names
    :raises TamayaError: if the pool is empty, an agent is in it twice, or the file needs rules that
        this version lacks
    """
    if isinstance(what, Pool):
        return what
    if isinstance(what, str | Path):
        return _named(str(what))
    if not isinstance(what, Iterable):
        raise TamayaError(f"not a pool: {what!r} (expected a name, a file or a list of agents)")
    named = _from_mapping(what) if isinstance(what, Mapping) else _numbered(what)
    return Pool("agents", tuple(named), any_setup=True)


def _from_mapping(agents: Mapping[str, AgentLike]) -> list[AgentLike]:
    for name in agents:
        if not isinstance(name, str) or not name.strip():
            raise TamayaError(f"not a name: {name!r} (expected a mapping from names to agents)")
    return [AgentName(name, as_agent(like)) for name, like in agents.items()]


def _numbered(likes: Iterable[AgentLike]) -> Iterator[AgentLike]:
    """The agents; different objects that share a name get a number."""
    seen: dict[str, list[AgentLike]] = {}
    for like in likes:
        same = seen.setdefault(_name(like), [])
        is_new_object = not isinstance(like, str) and all(like is not earlier for earlier in same)
        same.append(like)
        if is_new_object and len(same) > 1:
            yield AgentName(f"{_name(like)} {len(same)}", as_agent(like))
        else:
            yield like


def _named(name: str) -> Pool:
    if name == "classics":
        return Pool(name, CLASSICS, any_setup=True)
    family = _families().get(name)
    if family is not None:
        setup = family[0].setup
        names = tuple(entry.name for entry in family)
        return Pool(name, names, setup, any_setup=setup == DEFAULT)
    file = shipped().get(name) or _file_of(name)
    if file is not None:
        return _from_file(file)
    if _is_distinct(name):
        from tamaya.matchups.twins import without_twins  # noqa: PLC0415 (twins opens pools)

        return without_twins(name)
    if is_folder(Path(name)):
        raise TamayaError(
            f"no {RUN_FILE} in {name!r} (expected a pool file or the folder of a run)"
        )
    near = difflib.get_close_matches(name, pool_names(), n=3, cutoff=0.4)
    if near:
        near_names = ", ".join(near)
        raise UnknownNameError(f"no pool {name!r}, and no such file (near names: {near_names})")
    raise UnknownNameError(
        f"no pool {name!r} (expected a file, a run folder or one of {', '.join(pool_names())})"
    )


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
    setup, agents = "", []
    for line in (_COMMENT.sub("", line).strip() for line in lines):
        if line.startswith("setup "):
            setup = line.removeprefix("setup ").strip()
            Setup.parse(setup)
        elif line:
            agents.append(line)
    if not agents:
        raise NotationError(f"no agents in {str(path)!r} (expected one agent per line)")
    return Pool(path.stem, tuple(agents), setup or DEFAULT, any_setup=not setup)
