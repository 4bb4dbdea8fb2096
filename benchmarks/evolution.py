"""Evolution at paper scale: how long a run of the papers takes, and how much of it is play.

    python -m benchmarks.evolution

Steps of the `canaan2020` preset and of our own settings, from the random start and from a grown
archive (that of a pool in the package), taken together for 1,000,000 candidates.
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

_STEPS = 20
_ORIGINAL_DAYS = 4.0
"""what the original program needed for one run on one core"""


class Timed(Threads):
    """Threads that note how long they play."""

    seconds = 0.0

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays and adds up the time."""
        started = time.perf_counter()
        played = super().play(request)
        self.seconds += time.perf_counter() - started
        return played


def grown(how: EvolutionSettings, pool: str) -> Elites:
    """The elites of a pool as an archive holds them."""
    found, none = ty.pool(pool), Elites.none(how)
    count, places = len(found), {spec: i for i, spec in enumerate(ty.rules.rulebook(how.rulebook))}
    niches = np.array([elite.niche for elite in found.elites])
    return replace(
        none,
        cells=np.ravel_multi_index(niches.T, how.grid),
        genes=np.array([[places[s] for s in e.genome] for e in found.elites], np.uint16),
        fitness=np.array([e.score.mean if e.score else 0.0 for e in found.elites]),
        games=np.full(count, how.games),
        counters=np.zeros((count, none.counters.shape[1]), np.uint64),
        blocks=np.ones(count, np.int64),
        feature_sums=np.zeros((count, 2)),
        feature_squares=np.zeros((count, 2)),
        born=np.zeros(count, np.int64),
    )


def seconds_a_batch(how: EvolutionSettings, pool: str | None) -> tuple[float, float]:
    """Wall time of a batch, and the share of it that is play."""
    plays = Timed()
    evolution = Evolution(how, plays)
    if pool is not None:
        evolution.restore(grown(how, pool), evolution.total // 2, evolution.archive.borders())
        if how.decks == "batch":
            evolution.step()  # elites get counters of their own
    plays.seconds, started = 0.0, time.perf_counter()
    for _ in range(_STEPS if pool else 5):
        evolution.step()
    wall = time.perf_counter() - started
    return wall / (_STEPS if pool else 5), plays.seconds / wall


def table() -> list[str]:
    """Measures and returns a Markdown table."""
    lines = [
        "| 1,000,000 candidates, 5 by 5, all cores | minutes | of which play | candidates per "
        "second | the original's time over ours, per core |",
        "|---|---|---|---|---|",
    ]
    ours = replace(preset("tamaya"), rulebook="published", setup="competition")
    for name, how in (("`canaan2020`", preset("canaan2020")), ("our settings, same rules", ours)):
        start, _ = seconds_a_batch(how, None)
        later, share = seconds_a_batch(how, "canaan2020-1")
        random = how.random_start // how.batch
        total = random * start + (how.candidates // how.batch - random) * later
        cores = available_threads()
        ratio = _ORIGINAL_DAYS * 86_400 / (total * cores)
        lines.append(
            f"| {name} | {total / 60:.1f} | {100 * share:.0f} % | {how.candidates / total:,.0f} "
            f"| {ratio:,.0f} |"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        *lines,
        "",
        f"Extrapolated from {_STEPS} batches of a grown archive; peak memory "
        f"{peak:.0f} MB, Polars and pyribs included.",
    ]


if __name__ == "__main__":
    print("\n".join(table()))
