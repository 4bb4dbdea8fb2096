"""The spread of z-scores of one population by chance alone, because its games share decks.

Our engine takes the original's part: again and again it plays a thousand decks, the same for all
elites of a population, and the spread of their z-scores against the long run is noted. A limit
that a correct engine often misses says nothing about an engine.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.arena import TeamRequest, Threads
from tamaya.features import COLUMNS
from tamaya.rules import GENES
from tests.published_scores import records

_FIRST_SEED = 50_000_000
_GAMES = 1000


def communicativeness(genes: NDArray[np.uint16], repeats: int) -> NDArray[np.float64]:
    """Communicativeness of each elite on each set of shared decks, [repeats, elites]."""
    own = np.arange(len(genes), dtype=np.int32)
    starts = np.arange(repeats, dtype=np.uint64) * np.uint64(_GAMES) + np.uint64(_FIRST_SEED)
    request = TeamRequest(
        setup=ty.Setup.parse("competition"),
        rules=GENES,
        genes=genes,
        teams=np.tile(np.repeat(own[:, None], 2, axis=1), (repeats, 1)),
        first_seeds=np.repeat(starts, len(genes)),
        games=_GAMES,
    )
    counted = Threads().play(request).counters.sum(axis=1).astype(np.float64)
    hints, turns = (
        counted[:, COLUMNS.index(name)] for name in ("hints_with_token", "turns_with_hint")
    )
    return np.asarray((hints / turns).reshape(repeats, len(genes)))


def spreads(file: Path, population: str, repeats: int = 150) -> tuple[NDArray[np.float64], float]:
    """Spreads of z by chance, and the spread of the original program's re-run."""
    elites = [r for r in records(file) if r["population"] == population and "java_rerun" in r]
    shares = communicativeness(np.array([r["chromosome"] for r in elites], np.uint16), repeats)
    truth, error = shares.mean(axis=0), shares.std(axis=0, ddof=1)
    theirs = (np.array([r["java_rerun"]["comm"] for r in elites]) - truth) / error
    by_chance: NDArray[np.float64] = ((shares - truth) / error).std(axis=1, ddof=1)
    return by_chance, float(theirs.std(ddof=1))


def sentence(file: Path, population: str) -> str:
    """One sentence for the page."""
    by_chance, theirs = spreads(file, population)
    return (
        f"Communicativeness of {population}, {len(by_chance)} times 1,000 shared decks of ours in "
        f"the original's place: spread of z {np.median(by_chance):.2f} in the median, above 1.2 in "
        f"{100 * (by_chance > 1.2).mean():.0f} %, at most {by_chance.max():.2f}; the original's "
        f"re-run: {theirs:.2f}, reached by {100 * (by_chance >= theirs).mean():.1f} %."
    )
