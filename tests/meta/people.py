"""Agents and small experiences for the tests of meta-agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

import tamaya as ty
from tamaya.rules import Genome

RULES = (
    "play_safe > hint_playable > discard_oldest",
    "hint_playable > discard_oldest",
    "discard_oldest > play_safe",
)
NEVER_PLAYS = "hint_most > discard_oldest"
NEVER_HINTS = "play_probably(0)"

Table = Sequence[Sequence[float]]


def elite(rules: str, name: str) -> ty.Elite:
    return ty.Elite(Genome.parse(rules), name=name)


@cache
def canaan() -> ty.Experience:
    """An experience of a shipped pool of 2020, from few games."""
    return ty.Experience.train("canaan2020-1", games=40)


def made_up(scores: Table, seen: Mapping[str, Table]) -> ty.Experience:
    """An experience with numbers set by hand. Responses and hypotheses are called a, b and c."""
    agents = tuple(elite(rules, name) for rules, name in zip(RULES, "abc", strict=True))

    def pool(size: int) -> ty.Pool:
        return ty.Pool("made up", agents[:size], "standard players=2")

    rows = {name: np.array(values, np.float64) for name, values in seen.items()}
    return ty.Experience(
        hypotheses=pool(len(scores[0])),
        responses=pool(len(scores)),
        setup=ty.Setup.standard(2),
        scores=np.array(scores, np.float64),
        features=rows,
        games=1,
    )
