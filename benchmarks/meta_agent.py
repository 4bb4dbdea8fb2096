"""Time per decision of the detective: 66 hypotheses, one CPU core, in C++ and from Python.

python -m benchmarks.meta_agent
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import tamaya as ty
from tamaya.agents import Agent
from tamaya.arena import match
from tamaya.meta import Detective, MetaAgent
from tamaya.meta.detective_batches import play_detectives

POOLS = ("canaan2020-1", "canaan2020-2", "canaan2020-3")
GAMES = 20


def experience() -> ty.Experience:
    """All agents of three pools are hypotheses and responses."""
    everybody = tuple(
        elite.but(name=f"{name} {elite.name}", niche=())
        for name in POOLS
        for elite in ty.pool(name).elites
    )
    return ty.Experience.train(ty.Pool("three pools", everybody, "competition"), games=20)


def table() -> list[str]:
    """Milliseconds per decision of the detective, the published agent and a plain response."""
    known = experience()
    detective, partners = Detective(known), ty.pool(POOLS[0]).elites[::4]
    setup, seed = known.setup, 50_000
    decks = np.arange(seed, seed + GAMES, dtype=np.uint64)[None]

    def in_core() -> int:
        play_detectives(detective, partners, decks, setup, threads=1)
        return 0

    def with_all(agent: Agent) -> Callable[[], int]:
        def play() -> int:
            """Plays all games and returns the number of own turns."""
            return sum(
                int(
                    match(
                        agent, partner.but(), games=GAMES, first_seed=seed, setup=setup, threads=1
                    )
                    .results["turns"]
                    .sum(dtype=int)
                )
                // 2
                for partner in partners
            )

        return play

    generalist = known.players[known.responses.names.index(known.generalist)]
    costs = {
        name: _cost(with_all(agent))
        for name, agent in {
            "the generalist's rules, in the core": generalist.but(name="generalist"),
            "published meta-agent, from Python": MetaAgent(known),
            "detective, from Python": detective,
        }.items()
    }
    seconds, turns = costs["detective, from Python"]
    costs["detective, in the core (the same games)"] = _cost(in_core)[0], turns
    return [
        "| agent | milliseconds per own turn | relative to the detective from Python |",
        "|---|---|---|",
        *(
            f"| {name} | {1000 * spent / count:.3f} | {spent / count / (seconds / turns):.2f} |"
            for name, (spent, count) in costs.items()
        ),
    ]


def _cost(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of the work, and the turns that it returns."""
    started = time.process_time()
    turns = work()
    return time.process_time() - started, turns


if __name__ == "__main__":
    print("\n".join(table()))
