"""The agents `detective` and `meta:FILE#KIND`. A shipped pool can stand in for the file."""

from __future__ import annotations

from functools import cache

from tamaya.agents import Agent
from tamaya.agents.registry import Entry, register
from tamaya.errors import TamayaError
from tamaya.matchups.pool import pool, shipped
from tamaya.meta.agent import MetaAgent
from tamaya.meta.detective import Detective
from tamaya.meta.experience import Experience
from tamaya.meta.investigation import Investigation
from tamaya.meta.mode import MODES, mode
from tamaya.meta.shipped_agent import ShippedDetective
from tamaya.meta.shipped_files import Meets

DETECTIVE = "detective"
KINDS = (DETECTIVE, *MODES)
"""kinds of meta-agents: our detective, and the modes of the published one with its baselines"""
_PAIR_GAMES = 200
"""games of each pair of a shipped pool; they take some seconds at the first use"""
_MOST_AGENTS = 60
"""agents of a shipped pool whose pairs are played at the first use; more would take minutes"""


def meta_agent(experience: Experience, kind: str = DETECTIVE, *, name: str | None = None) -> Agent:
    """A meta-agent of one of the `KINDS`.

    :raises UnknownNameError: if there is no such kind; the message lists them
    """
    if kind == DETECTIVE:
        return Detective(experience, name=name or kind)
    return MetaAgent(experience, mode(kind), name=name)


def named(place: str, *, name: str) -> Agent:
    """The meta-agent of an experience file: `FILE` (our detective), or `FILE#KIND`.

    If `FILE` is the name of a small shipped pool, its pairs are played now, once per process.

    :raises TamayaError: if the file holds no experience, there is no such kind, or the pool is
        so large that playing its pairs would take minutes
    """
    file, mark, kind_text = place.rpartition("#")
    if not mark:
        file, kind_text = place, DETECTIVE
    kind = kind_text.strip()
    if kind != DETECTIVE:
        mode(kind)  # fails before the file is read
    return meta_agent(_experience(file.strip()), kind, name=name)


def _experience(place: str) -> Experience:
    return _played(place) if place in shipped() else Experience.read(place)


@cache
def _played(name: str) -> Experience:
    agents = len(pool(name))
    if agents > _MOST_AGENTS:
        raise TamayaError(
            f"'{name}' has {agents} agents, whose {agents * agents:,} pairs take minutes to play: "
            f"play them once with `tamaya meta train {name} --out {name}.meta`, "
            f"then use 'meta:{name}.meta'"
        )
    return Experience.train(name, games=_PAIR_GAMES)


def _shipped(  # noqa: PLR0913
    *,
    meets: Meets = "anyone",
    iterations: int = 0,
    seconds: float = 0.0,
    threads: int = 1,
    hands: int = Investigation.hands,
    name: str,
) -> Agent:
    if iterations == 0 and seconds == 0:
        return ShippedDetective(name, meets=meets)
    search = Investigation(iterations=iterations, seconds=seconds, threads=threads, hands=hands)
    return ShippedDetective(name, meets=meets, search=search)


register(
    Entry(
        DETECTIVE,
        "Infers from each move how its partners play, and responds with what scores best with "
        "them; `detective(seconds=0.5)` also searches.",
        _shipped,
    )
)
register(
    Entry(
        "meta:",
        "Infers who its partner is and responds, from a FILE of `tamaya meta train`.",
        named,
        usage="meta:FILE#KIND",
    )
)
