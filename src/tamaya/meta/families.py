"""Meta-agents by name: `meta:FILE`, or `meta:FILE#MODE`; a shipped pool does for a file."""

from __future__ import annotations

from functools import cache

from tamaya.agents import Agent
from tamaya.agents.registry import Entry, register
from tamaya.matchups.pool import shipped
from tamaya.meta.agent import MetaAgent
from tamaya.meta.detective import Detective
from tamaya.meta.experience import Experience
from tamaya.meta.mode import MODES, mode

DETECTIVE = "detective"
KINDS = (DETECTIVE, *MODES)
"""ours, and the modes of the published one with its baselines"""
_PAIR_GAMES = 200
"""games of each pair of a shipped pool, which take some seconds at the first use"""


def meta_agent(experience: Experience, kind: str = DETECTIVE, *, name: str | None = None) -> Agent:
    """A meta-agent of some kind.

    :raises UnknownNameError: listing the kinds
    """
    if kind == DETECTIVE:
        return Detective(experience, name=name or kind)
    return MetaAgent(experience, mode(kind), name=name)


def named(place: str, *, name: str) -> Agent:
    """The meta-agent of a file: `FILE` (our detective), or `FILE#KIND`.

    Instead of a file a shipped pool can be named: then its pairs are played now, once a process.

    :raises TamayaError: if the file holds no experience, or there is no such kind
    """
    path, mark, which = place.rpartition("#")
    if not mark:
        path, which = place, DETECTIVE
    kind = which.strip()
    if kind != DETECTIVE:
        mode(kind)  # complains before the file is read
    return meta_agent(_experience(path.strip()), kind, name=name)


def _experience(place: str) -> Experience:
    return _played(place) if place in shipped() else Experience.read(place)


@cache
def _played(pool: str) -> Experience:
    return Experience.train(pool, games=_PAIR_GAMES)


register(
    Entry(
        "meta:",
        "Finds out whom it plays with; FILE is from tamaya meta train.",
        named,
        usage="meta:FILE#KIND",
    )
)
