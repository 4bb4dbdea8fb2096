"""How the time of a detective's move grows with its hypotheses."""

from __future__ import annotations

import numpy as np

import tamaya as ty
from benchmarks.meta_agent import POOLS
from benchmarks.scaling.series import Series, cpu_seconds
from tamaya.meta import Detective
from tamaya.meta.detective_batches import play_detectives

_GAMES = 40


def hypotheses() -> Series:
    """Milliseconds per own turn by number of hypotheses, in the core."""
    everybody = [
        elite.but(name=f"{name} {elite.name}", niche=())
        for name in POOLS
        for elite in ty.pool(name).elites
    ]
    partners = ty.pool(POOLS[0]).elites[::8]
    decks = np.arange(50_000, 50_000 + _GAMES, dtype=np.uint64)[:, None]
    points, shown = [], []
    for count in (4, 8, 16, 32, 64):
        chosen = ty.Pool("some", tuple(everybody[:count]), "competition")
        detective = Detective(ty.Experience.train(chosen, ["competition:piers"], games=10))

        def play(detective: Detective = detective) -> None:
            play_detectives(detective, partners, decks, ty.Setup.parse("competition"), threads=1)

        spent = cpu_seconds(play) / (len(partners) * _GAMES)
        points.append((float(count), spent))
        shown.append(f"{1000 * spent:.2f} ms per game")
    explanation = (
        "After each move of a partner, the detective asks every hypothesis what it would have done."
        " It has only one response here, so all rows are the same games. The cost of the games "
        "themselves does not grow, so the power is below 1."
    )
    title = "Hypotheses of a detective"
    return Series(title, "hypotheses", "one core", points, shown, explanation)
