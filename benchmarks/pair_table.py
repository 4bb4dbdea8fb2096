"""Time and memory of a large match-up table: 100 agents, all ordered pairs, 400 games per pair.

python -m benchmarks.pair_table
"""

from __future__ import annotations

import argparse
import resource
import time
from random import Random

import tamaya as ty
from tamaya.agents import AgentLike
from tamaya.matchups import readme
from tamaya.rules import GENES

SEED = 2020


def agents(count: int) -> list[AgentLike]:
    """Half classic agents with increasing noise, half random published chromosomes of 15 genes."""
    classics = readme.POOL.names
    noisy = [
        f"noisy({5 * (i // len(classics))}, {classics[i % len(classics)]})"
        for i in range(count // 2)
    ]
    random = Random(SEED)
    genes = [random.sample(range(len(GENES)), 15) for _ in range(count - len(noisy))]
    return [*noisy, *(f"chromosome({', '.join(map(str, chosen))})" for chosen in genes)]


def measured(count: int, games: int, threads: int | None, out: str | None) -> str:
    """Plays the table and reports time and memory in one sentence."""
    pool = ty.Pool("benchmark", tuple(agents(count)), "competition")
    before = _peak_megabytes()
    started = time.perf_counter()
    table = ty.matchups(pool, games=games, threads=threads, out=out)
    seconds = time.perf_counter() - started
    played = table.plan.pairs * games
    return (
        f"{table.plan.pairs:,} pairs, {played:,} games: {seconds:.1f} s, "
        f"{played / seconds:,.0f} games/s, peak memory {_peak_megabytes():.0f} MB "
        f"({before:.0f} MB before the first game); "
        f"mean score {table.means().mean():.2f} (points kept)"
    )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=100)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", help="save the table in this Parquet file")
    args = parser.parse_args()
    print(measured(args.agents, args.games, args.threads, args.out))


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
