"""The agents that people can play with, by ids that a page may send.

Pages cannot name files or classes: an agent that is not on the roster cannot be used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources

from msgspec import UNSET

from tamaya.agents import Agent, CoreAgent, Entry, ValueAgent, as_agent, entries
from tamaya.agents.agent import ALL_PLAYERS
from tamaya.game import TamayaError, UnknownNameError
from tamaya.search import SearchAgent
from tamaya.web.live.protocol import AgentInfo, Habits, Score

SURPRISE = "surprise"
"""the id that stands for a random recommended agent"""
RECOMMENDED = ("detective", "companion", "tamaya", "eger:full", "kagiya", "learned:response")
"""the first one that can play is the default partner"""
BEST_WITH = {"tamaya": (2,), "kagiya": (3, 4, 5)}
"""numbers of players for which an agent is recommended, if these are not all"""
STYLES = {
    "meta:detective": "A detective that knows only 22 evolved rule lists, and shows its beliefs.",
    "meta:published": "The published meta-agent: infers over several games how you play.",
}
"""descriptions of the meta-agents that every server adds"""
_DISPLAYED = {
    "meta:detective": "Detective of rule lists",
    "eger:full": "Intent",
    "learned:response": "Echo",
}
"""agents that pages show under another name"""
_SPELLED = {
    "human like": "human-like",
    "self play": "self-play",
    "van den bergh": "van den Bergh",
}
"""words whose spelling an id cannot show"""
PLAYED = {"detective": "detective(meets=people)"}
"""what servers play under the name of an agent, because its partners are people"""
FALLBACK = "tamaya"
"""the agent that moves for an agent that fails or is too slow"""
SCORES = "agent_scores.json"
HABITS_FILE = "agent_habits.json"
_ELITE = re.compile(r"elite:([A-Za-z0-9_-]+)#(\d{1,3}),(\d{1,3})")


class Roster:
    """Agents by id, and their descriptions.

    :param more: agents that the operator adds, like `meta:FILE` or `NAME=meta:FILE`
    :param pools: folders of runs by id, whose elites are on the roster too
    :raises TamayaError: if an added agent cannot be created
    """

    def __init__(self, more: Sequence[str] = (), pools: Mapping[str, str] | None = None) -> None:
        self.pools = dict(pools or {})
        self._more = dict(map(_named_or_not, more))
        for spec in self._more.values():
            as_agent(spec)

    @cached_property
    def infos(self) -> tuple[AgentInfo, ...]:
        """Descriptions of all listed agents, recommended ones first."""
        named = [_named(entry) for entry in entries().values() if entry.is_complete]
        added = [_added(name, spec) for name, spec in self._more.items()]
        first = {name: place for place, name in enumerate(RECOMMENDED)}
        listed = [*added, *named]
        return tuple(sorted(listed, key=lambda info: first.get(info.id, len(first))))

    def spec(self, id: str) -> str:
        """The specification of the agent with an id, for `as_agent`.

        :raises UnknownNameError: if no agent has this id
        """
        if id in self._more:
            return self._more[id]
        entry = entries().get(id)
        if entry is not None and entry.is_complete:
            return PLAYED.get(id, id)
        shipped = _ELITE.fullmatch(id)
        if shipped and (shipped[1] in _shipped_pools() or shipped[1] in self.pools):
            spec = f"elite:{self.pools.get(shipped[1], shipped[1])}#{shipped[2]},{shipped[3]}"
            try:
                as_agent(spec)
            except TamayaError:
                text = f"no elite in the niche of {id!r}"
                raise UnknownNameError(text) from None
            return spec
        raise UnknownNameError(f"no agent {id[:60]!r} on this server (see /api/agents)")

    def has(self, id: str) -> bool:
        """Does an agent have this id?"""
        try:
            self.spec(id)
        except UnknownNameError:
            return False
        return True

    def recommended(self, players: int) -> list[str]:
        """Ids of the recommended agents for a number of players."""
        return [
            info.id
            for info in self.infos
            if info.recommended and players in BEST_WITH.get(info.id, info.players)
        ]

    def info(self, id: str) -> AgentInfo | None:
        """The description of an agent, or None if it is not listed."""
        return next((info for info in self.infos if info.id == id), None)


def _named_or_not(spec: str) -> tuple[str, str]:
    """The id and the specification of an agent that is written `NAME=SPEC` or `SPEC`."""
    named = re.fullmatch(r"([\w:]+)=(.+)", spec)
    return (named[1], named[2]) if named else (without_folders(spec), spec)


def _shipped_pools() -> set[str]:
    folder = resources.files("tamaya") / "pools"
    return {file.name.removesuffix(".json") for file in folder.iterdir()}


@cache
def _scores() -> dict[str, dict[str, Score]]:
    """Scores of agents in self-play (`alone`) and with a model of people (`people`)."""
    file = resources.files("tamaya.web.live") / SCORES
    if not file.is_file():
        return {}
    read = json.loads(file.read_text())
    return {
        kind: {name: Score(**score) for name, score in scores.items()}
        for kind, scores in read.items()
    }


@cache
def _habits() -> dict[str, Habits]:
    file = resources.files("tamaya.web.live") / HABITS_FILE
    if not file.is_file():
        return {}
    return {name: Habits(**habits) for name, habits in json.loads(file.read_text()).items()}


def _named(entry: Entry) -> AgentInfo:
    agent = as_agent(entry.name)
    return AgentInfo(
        id=entry.name,
        name=display(entry.name),
        style=entry.description,
        family=entry.family,
        players=entry.players,
        explains=_explains([agent]),
        remembers=hasattr(agent, "beliefs"),
        recommended=entry.name in RECOMMENDED,
        best_with=BEST_WITH.get(entry.name, UNSET),
        score=_scores().get("alone", {}).get(entry.name),
        with_people=_scores().get("people", {}).get(entry.name),
        habits=_habits().get(entry.name),
    )


def _added(name: str, spec: str) -> AgentInfo:
    agent = as_agent(spec)
    return AgentInfo(
        id=name,
        name=display(name),
        style=STYLES.get(name) or (agent.description if isinstance(agent, ValueAgent) else ""),
        family=spec.partition(":")[0] if ":" in spec else "tamaya",
        players=agent.players if isinstance(agent, ValueAgent) else ALL_PLAYERS,
        explains=_explains([agent]),
        remembers=hasattr(agent, "beliefs"),
        recommended=name != "meta:published",
    )


def _explains(agents: Iterable[Agent]) -> bool:
    return any(isinstance(agent, (CoreAgent, SearchAgent)) for agent in agents)


def without_folders(spec: str) -> str:
    """The text without folder names: pages must not see paths of the server."""
    return re.sub(r"[^:,|( ]*/", "", spec)


def display(name: str) -> str:
    """An agent's name as pages show it, with a capital letter."""
    elite = _ELITE.fullmatch(name)
    if elite:
        return f"Niche {elite[2]},{elite[3]} ({elite[1]})"[:40]
    if name in _DISPLAYED:
        return _DISPLAYED[name]
    family, colon, short = name.partition(":")
    if family == "human":
        group = short.removeprefix("cluster")
        return "People" if short == "all" else f"People, group {group}"[:40]
    words = (short if colon else name).replace("_", " ").strip()
    words = _SPELLED.get(words, words)
    suffix = f" ({family})" if colon and family != "meta" else ""
    return (words[:1].upper() + words[1:])[: 40 - len(suffix)] + suffix
