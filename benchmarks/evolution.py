"""Evolution at paper scale: how long a run of the papers takes, and how much of it is playing.

    python -m benchmarks.evolution

Times batches of the `canaan2020` preset and of our own settings, at the random start and with a
full archive (from a shipped pool), and extrapolates to 1,000,000 candidates.
"""

from __future__ import annotations

import resource
import time
from dataclasses import replace

import numpy as np

import tamaya as ty
from tamaya.arena import TeamGames, TeamRequest, Threads
from tamaya.numbers import available_threads
from tamaya.qd import EvolutionSettings, preset
from tamaya.qd.archive import Elites
from tamaya.qd.evolution import Evolution

STEPS = 20
"""batches of a full archive"""
_ORIGINAL_DAYS = 4.0
"""days that the original program needs for one run on one core"""


class Timed(Threads):
    """Threads that measure how long they play."""

    seconds = 0.0

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays and adds up the time."""
        started = time.perf_counter()
        played = super().play(request)
        self.seconds += time.perf_counter() - started
        return played


def grown(settings: EvolutionSettings, pool: str) -> Elites:
    """The elites of a pool as an archive holds them."""
    evolved, none = ty.pool(pool), Elites.none(settings)
    count = len(evolved)
    places = {spec: i for i, spec in enumerate(ty.rules.rulebook(settings.rulebook))}
    niches = np.array([elite.niche for elite in evolved.elites])
    return replace(
        none,
        cells=np.ravel_multi_index(niches.T, settings.grid),
        genes=np.array([[places[s] for s in e.genome] for e in evolved.elites], np.uint16),
        fitness=np.array([e.score.mean if e.score else 0.0 for e in evolved.elites]),
        games=np.full(count, settings.games),
        counters=np.zeros((count, none.counters.shape[1]), np.uint64),
        blocks=np.ones(count, np.int64),
        feature_sums=np.zeros((count, 2)),
        feature_squares=np.zeros((count, 2)),
        born=np.zeros(count, np.int64),
    )


def seconds_a_batch(settings: EvolutionSettings, pool: str | None) -> tuple[float, float]:
    """Wall time of a batch, and the share of it spent playing."""
    plays = Timed()
    evolution = Evolution(settings, plays)
    if pool is not None:
        evolution.restore(grown(settings, pool), evolution.total // 2, evolution.archive.borders())
        if settings.decks == "batch":
            evolution.step()  # measures the counters of the elites
    plays.seconds, started = 0.0, time.perf_counter()
    for _ in range(STEPS if pool else 5):
        evolution.step()
    wall = time.perf_counter() - started
    return wall / (STEPS if pool else 5), plays.seconds / wall


def table() -> list[str]:
    """Measures and returns a Markdown table."""
    lines = [
        "| 1,000,000 candidates, 5 by 5, all cores | minutes | of which play | candidates per "
        "second | speed-up over the original, per core |",
        "|---|---|---|---|---|",
    ]
    ours = replace(preset("tamaya"), rulebook="published", setup="competition")
    presets = {"`canaan2020`": preset("canaan2020"), "our settings, same rules": ours}
    for name, settings in presets.items():
        start, _ = seconds_a_batch(settings, None)
        later, share = seconds_a_batch(settings, "canaan2020-1")
        random = settings.random_start // settings.batch
        total = random * start + (settings.candidates // settings.batch - random) * later
        cores = available_threads()
        ratio = _ORIGINAL_DAYS * 86_400 / (total * cores)
        lines.append(
            f"| {name} | {total / 60:.1f} | {100 * share:.0f} % "
            f"| {settings.candidates / total:,.0f} | {ratio:,.0f} |"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        *lines,
        "",
        f"Extrapolated from {STEPS} batches of a full archive; peak memory "
        f"{peak:.0f} MB, including Polars and pyribs.",
    ]


if __name__ == "__main__":
    print("\n".join(table()))
