"""Measures shards on Ray: size, length, memory of the driver, and the gain of a second core.

    python -m benchmarks.cluster_shards --shards 100

It starts Ray on this machine with one core, then with two, and plays the same shards.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pickle
import resource
import time
from typing import Any

import numpy as np

import tamaya as ty
from tamaya.arena import TeamRequest, backend
from tamaya.arena.ray_shards import GAMES
from tamaya.rules import rulebook

_TEAM_GAMES = 100


def request(shards: int) -> TeamRequest:
    """Random lists of 15 published rules that play with themselves."""
    teams = shards * GAMES["CPU"] // _TEAM_GAMES
    rng = np.random.default_rng(25)
    return TeamRequest(
        setup=ty.Setup.parse("competition"),
        rules=rulebook("published"),
        genes=rng.integers(105, size=(teams, 15)).astype(np.uint16),
        teams=np.repeat(np.arange(teams, dtype=np.int32)[:, None], 2, axis=1),
        first_seeds=np.zeros(teams, np.uint64),
        games=_TEAM_GAMES,
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=int, default=100)
    shards = parser.parse_args().shards
    busy, games = os.getloadavg()[0], request(shards)
    shard = games.part(slice(0, GAMES["CPU"] // _TEAM_GAMES))
    started = time.process_time()
    played = shard.play(threads=1)
    print(f"a shard of {GAMES['CPU']:,} games: {time.process_time() - started:.2f} CPU seconds")
    print(f"sent {len(pickle.dumps(shard)):,} bytes, returned {len(pickle.dumps(played)):,} bytes")
    alone, two = (seconds_on(games, cores) for cores in (1, 2))
    print(f"{shards} shards: {alone:.1f} s on one core, {two:.1f} s on two")
    print(f"the second core is used to {100 * alone / (2 * two):.0f} %")
    print(f"load of the machine before: {busy:.1f}")


def seconds_on(games: TeamRequest, cores: int) -> float:
    """Wall-clock seconds of a request on Ray with some cores, after the workers have started."""
    ray: Any = importlib.import_module("ray")
    ray.init(address="local", num_cpus=cores, logging_level="ERROR", log_to_driver=False)
    workers = backend("ray")
    workers.play(games.part(slice(0, 4 * cores * GAMES["CPU"] // _TEAM_GAMES)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    workers.play(games)
    spent = time.perf_counter() - started
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{cores} cores: the driver's peak memory grew by {grown:.0f} MB")
    workers.close()
    return spent


if __name__ == "__main__":
    main()
