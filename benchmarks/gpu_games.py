"""Whole games per second of the `cuda` backend, and what its kernel needs of the GPU.

python -m benchmarks.gpu_games [--games 2000000]
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

import tamaya as ty
from tamaya.arena import TeamRequest
from tamaya.arena.cuda_backend import CudaBackend
from tamaya.game import Setup
from tamaya.matchups import pool
from tamaya.rules import rulebook

_EACH = 1000
"""games of a team"""


def request(name: str, games: int) -> TeamRequest:
    """Games of an agent with itself, or of every agent of a pool with itself."""
    members = pool([name] if name == "piers" else name)
    policies = [ty.as_agent(agent).policy for agent in members.agents]  # type: ignore[attr-defined]
    teams = max(1, games // _EACH)
    seats = np.arange(teams, dtype=np.int32) % len(policies)
    return TeamRequest(
        setup=Setup.parse(str(members.setup or "standard")),
        rules=rulebook("tamaya"),
        genes=np.zeros((0, 1), np.uint16),
        others=policies,
        teams=np.repeat(seats[:, None], 2, axis=1),
        first_seeds=np.arange(teams, dtype=np.uint64) * np.uint64(_EACH),
        games=_EACH,
    )


def main() -> None:
    """Prints a line of JSON for the kernel and for each kind of agent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000_000)
    given = parser.parse_args()
    began = time.perf_counter()
    device = CudaBackend()
    device.play(request("piers", 1000))
    facts = {"compile and first games, seconds": round(time.perf_counter() - began, 1)}
    print(json.dumps(facts | device.kernel_needs), flush=True)
    for name in "piers", "canaan2020-1", "tamaya-1":
        work = request(name, given.games)
        seconds = []
        for _ in range(3):
            began = time.perf_counter()
            scores = device.play(work).scores
            seconds.append(time.perf_counter() - began)
        rate = scores.size / min(seconds)
        print(json.dumps({"agents": name, "games per second": round(rate)}), flush=True)


if __name__ == "__main__":
    main()
