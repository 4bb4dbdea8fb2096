"""Time per decision of detectives on one CPU core: with 66 hypotheses, and the one that ships.

python -m benchmarks.meta_agent
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

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

    generalist = known.responses.elites[known.responses.names.index(known.generalist)]
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


def shipped() -> list[str]:
    """Milliseconds per own turn of the agent `detective`, and relative to its default with two."""
    costs = {}
    for players in 2, 3, 4, 5:
        for name in ("detective", "learned:response") if players == 2 else ("detective",):
            team = [name, *["human:all"] * (players - 1)]
            costs[f"{name}, {players} players"] = _cost(partial(_own_turns, team))
    seconds, turns = costs["learned:response, 2 players"]
    return [
        "| agent | milliseconds per own turn | relative to learned:response |",
        "|---|---|---|",
        *(
            f"| {name} | {1000 * spent / count:.3f} | {spent / count / (seconds / turns):.1f} |"
            for name, (spent, count) in costs.items()
        ),
    ]


def _own_turns(team: list[str]) -> int:
    """Plays ten games, and returns about how many turns the first seat had."""
    games = match(*team, games=10, setup=f"standard players={len(team)}", threads=1)
    return int(games.results["turns"].sum(dtype=int)) // len(team)


def _cost(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of the work, and the turns that it returns."""
    started = time.process_time()
    turns = work()
    return time.process_time() - started, turns


if __name__ == "__main__":
    print("\n".join([*table(), "", *shipped()]))
