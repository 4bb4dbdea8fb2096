"""The bench signature: a hash of a fixed set of games of every named list of rules.

It changes if and only if some game is played differently, so a commit that changes it says why.
Other native agents are compared with recorded games of the original programs instead.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tamaya.agents import NativeAgent, agent_names, as_agent
from tamaya.arena import Matchup, match
from tamaya.game import Setup

EXPECTED = "7fe76e96c2e53775"
GAMES = 500
"""games of each agent in each set-up"""

# Published agents may give up, so illegal moves end games here.
SETUPS = (
    *(Setup.standard(players, illegal="end") for players in (2, 3, 4, 5)),
    *(Setup.competition(players) for players in (2, 4)),
    Setup.eger(2, illegal="end"),
    Setup.standard(3, extra_suit="rainbow", illegal="end"),
)


@dataclass(frozen=True)
class Workload:
    """Self-play games of one agent in one set-up."""

    matchup: Matchup
    seconds: float

    @property
    def turns(self) -> int:
        """Moves made in all games."""
        return int(self.matchup.results["turns"].sum(dtype=int))


def players() -> list[str]:
    """The agents of the signature: all named lists of rules."""
    return [name for name in agent_names() if isinstance(as_agent(name), NativeAgent)]


def workloads(threads: int | None = None) -> Iterator[Workload]:
    """Plays the games of the signature, of each player in each set-up."""
    for name in players():
        for setup in SETUPS:
            started = time.perf_counter()
            matchup = match(*[name] * setup.players, games=GAMES, setup=setup, threads=threads)
            yield Workload(matchup, time.perf_counter() - started)


def signature(games: list[Workload]) -> str:
    """Hashes all moves and results to sixteen hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=8)
    for workload in games:
        results = workload.matchup.results
        digest.update(f"{workload.matchup.agents} {workload.matchup.setup}".encode())
        for field in results.dtype.names or ():
            digest.update(results[field].astype(results[field].dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()
