"""Meta-agents by name: `meta:FILE`, or `meta:FILE#MODE`."""

from __future__ import annotations

from tamaya.agents import Agent, register_scheme
from tamaya.meta.agent import MetaAgent
from tamaya.meta.detective import Detective
from tamaya.meta.experience import Experience
from tamaya.meta.mode import MODES, mode

DETECTIVE = "detective"
KINDS = (DETECTIVE, *MODES)
"""ours, and the modes of the published one with its baselines"""


def meta_agent(experience: Experience, kind: str = DETECTIVE, *, name: str | None = None) -> Agent:
    """A meta-agent of some kind.

    :raises UnknownNameError: listing the kinds
    """
    if kind == DETECTIVE:
        return Detective(experience, name=name or kind)
    return MetaAgent(experience, mode(kind), name=name)


def named(place: str) -> Agent:
    """The meta-agent of a file: `FILE` (our detective), or `FILE#KIND`.

    :raises TamayaError: if the file holds no experience, or there is no such kind
    """
    path, mark, which = place.rpartition("#")
    if not mark:
        path, which = place, DETECTIVE
    kind = which.strip()
    if kind != DETECTIVE:
        mode(kind)  # complains before the file is read
    return meta_agent(Experience.read(path.strip()), kind, name=f"meta:{place}")


register_scheme("meta", named)
