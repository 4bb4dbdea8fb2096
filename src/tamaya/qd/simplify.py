"""Drops rules that never decide, without changing how an agent plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike, CoreAgent, NativeAgent, core_agent
from tamaya.game import Seed, Setup
from tamaya.matchups.traces import fires, traces
from tamaya.numbers import whole_number
from tamaya.rules import Genome


def simplify(  # noqa: PLR0913
    genome: Genome,
    setup: Setup | str,
    *,
    gives_up: bool = False,
    partners: Sequence[AgentLike] = (),
    games: int = 1000,
    first_seed: Seed = 0,
) -> Genome:
    """Returns the genome without rules that never decide, checked by playing the same games again.

    A rule can matter without deciding, if it draws random numbers or throws. So rules are dropped
    only if every move of every game stays the same. If no rule ever decides, one rule stays.

    :param gives_up: whether the agent with these rules gives up (see `NativeAgent`)
    :param partners: native agents to play with besides itself, since a rule that is never used in
        self-play may be used with others. Each partner plays in all seats but seat 0, and then only
        in seat 0
    :param games: games of each team, on the seeds first_seed, first_seed + 1, ...
    :raises TamayaError: if a partner is not a native agent
    """
    games = whole_number("games", games, 1, 1_000_000)
    first_seed = whole_number("first_seed", first_seed, 0, 2**64 - games)
    setup = Setup.parse(setup) if isinstance(setup, str) else setup
    trial = _Trial(genome, setup, gives_up, tuple(map(core_agent, partners)), games, first_seed)
    dead = [place for place, count in enumerate(trial.fires()) if count == 0]
    trial.drop(dead if len(dead) < len(genome) else dead[:-1])
    return trial.rest(trial.dropped)


@dataclass
class _Trial:
    """Drops genes from a genome, as long as its games stay the same."""

    genome: Genome
    setup: Setup
    gives_up: bool
    partners: tuple[CoreAgent, ...]
    games: int
    first_seed: Seed
    dropped: frozenset[int] = field(default=frozenset(), init=False)
    """places of the genes dropped so far"""
    _wanted: NDArray[np.uint64] = field(init=False)

    def __post_init__(self) -> None:
        self._wanted = self._traces(self.genome)

    def fires(self) -> list[int]:
        """How often each rule decided."""
        agent = NativeAgent("whole", self.genome, gives_up=self.gives_up)
        counted = fires(
            agent, self.setup, partners=self.partners, games=self.games, first_seed=self.first_seed
        )
        return [int(count) for count in counted[:-1]]

    def drop(self, places: Sequence[int]) -> None:
        """Drops these genes if games stay the same; otherwise tries each half of them."""
        if not places:
            return
        without = self.dropped | set(places)
        if np.array_equal(self._traces(self.rest(without)), self._wanted):
            self.dropped = without
        elif len(places) > 1:
            half = len(places) // 2
            self.drop(places[:half])
            self.drop(places[half:])

    def rest(self, without: frozenset[int]) -> Genome:
        """The genome without the genes at these places."""
        return Genome(tuple(r for place, r in enumerate(self.genome) if place not in without))

    def _traces(self, genome: Genome) -> NDArray[np.uint64]:
        agent = NativeAgent("trial", genome, gives_up=self.gives_up)
        return traces(
            [agent],
            self.setup,
            partners=self.partners,
            games=self.games,
            first_seed=self.first_seed,
        )
