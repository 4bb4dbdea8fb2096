"""The agent family `meta:FILE#KIND`. A shipped pool can stand in for the file."""

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
"""kinds of meta-agents: our detective, and the modes of the published one with its baselines"""
_PAIR_GAMES = 200
"""games of each pair of a shipped pool; they take some seconds at the first use"""


def meta_agent(experience: Experience, kind: str = DETECTIVE, *, name: str | None = None) -> Agent:
    """A meta-agent of one of the `KINDS`.

    :raises UnknownNameError: if there is no such kind; the message lists them
    """
    if kind == DETECTIVE:
        return Detective(experience, name=name or kind)
    return MetaAgent(experience, mode(kind), name=name)


def named(place: str, *, name: str) -> Agent:
    """The meta-agent of an experience file: `FILE` (our detective), or `FILE#KIND`.

    If `FILE` is the name of a shipped pool, its pairs are played now, once per process.

    :raises TamayaError: if the file holds no experience, or there is no such kind
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
def _played(pool: str) -> Experience:
    return Experience.train(pool, games=_PAIR_GAMES)


register(
    Entry(
        "meta:",
        "Infers who its partner is and responds, from a FILE of `tamaya meta train`.",
        named,
        usage="meta:FILE#KIND",
    )
)
