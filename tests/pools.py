"""Small pools for tests, with made-up scores."""

from __future__ import annotations

import math

import tamaya as ty
from tamaya.rules import Genome

MAP = ("communicativeness", "information_per_play")
RULES = "play_safe > hint_playable(1) > discard_oldest > legal_random"


def elite(*niche: int, rules: str = RULES, mean: float = 10.0, name: str | None = None) -> ty.Elite:
    score = ty.Estimate(mean, 0.25, 100)
    features = {MAP[0]: 0.2 * niche[0] + 0.1, MAP[1]: 0.2 * niche[1] + 0.1}
    return ty.Elite(Genome.parse(rules), name=name, niche=niche, score=score, features=features)


def pool(*elites: ty.Elite, name: str = "mine", setup: str = "standard players=2") -> ty.Pool:
    return ty.Pool(
        name,
        elites or (elite(0, 1), elite(2, 3, mean=15.5), elite(4, 4, mean=3.0)),
        setup,
        rulebook="tamaya",
        features=MAP,
        grid=(5, 5),
        version="0.1.0",
        made={"seed": 7, "settings": {"batch": 10}, "odd": "\ud800 ä"},
    )


def unmeasured() -> ty.Elite:
    """Half of everything is missing."""
    one_game = ty.Estimate(3.0, math.nan, 1)
    return ty.Elite(
        Genome.parse("legal_random"),
        name="häß > \"#'",
        gives_up=True,
        score=one_game,
        features={"risk_aversion": math.nan},
    )
