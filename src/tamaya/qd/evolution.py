"""The state of an evolution run and its step: one batch of candidates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import NativeAgent, as_agent, core_agent
from tamaya.arena import Backend, TeamRequest
from tamaya.game import TamayaError
from tamaya.matchups import pool
from tamaya.qd import same_decks, stepwise
from tamaya.qd.archive import Archive, Elites, behaviour
from tamaya.qd.objective import Evaluator
from tamaya.qd.settings import Settings
from tamaya.qd.variation import Genes, made_batch
from tamaya.rules import rulebook

_BEST_KNOWN_GAMES = 200
_BEST_KNOWN_SEED = 1 << 40
_SLIDE_EVERY = 50
"""batches between moves of a sliding archive's borders"""


@dataclass(frozen=True)
class Standing:
    """How good an archive is."""

    candidates: int
    """evaluated so far"""
    coverage: int
    """filled cells"""
    best: float
    mean: float
    """over filled cells"""
    qd_score: float
    """sum over filled cells"""


class Evolution:
    """A run in memory. Equal settings lead through equal states, whoever plays the games."""

    def __init__(self, how: Settings, backend: Backend) -> None:
        self.how = how
        self.archive = Archive(how)
        self.elites = Elites.none(how)
        self.batches = 0
        self.rules = rulebook(how.rulebook)
        self._evaluator = _evaluator(how, backend)

    @property
    def total(self) -> int:
        """Batches of the whole run."""
        return -(-self.how.candidates // self.how.batch)

    @property
    def finished(self) -> bool:
        """All candidates have been evaluated."""
        return self.batches >= self.total

    @property
    def standing(self) -> Standing:
        """How good the archive is by now."""
        stats = self.archive.ribs.stats
        done = min(self.batches * self.how.batch, self.how.candidates)
        best, mean = float(stats.obj_max or 0), float(stats.obj_mean or 0)
        return Standing(done, int(stats.num_elites), best, mean, float(stats.qd_score))

    def step(self) -> None:
        """Evaluates the next batch of candidates."""
        rules = len(self.rules)
        parents = stepwise.parents(self.archive, self.elites)
        batch = made_batch(self.batches, parents, rules, self.how)
        if self.batches == 0:
            self._plant_seeds(batch.genes)
        compete = same_decks.compete if self.how.decks == "batch" else stepwise.compete
        elites = compete(self.archive, self.elites, self._evaluator, batch)
        self.restore(elites, self.batches + 1, self.archive.borders())
        if self.how.cells == "sliding" and self.batches % _SLIDE_EVERY == 0:
            self._slide()

    def restore(self, elites: Elites, batches: int, borders: NDArray[np.float64]) -> None:
        """Goes on from a saved state."""
        self.archive.set_borders(borders)
        self.elites, self.batches = elites, batches
        self.archive.hold(elites)

    def _slide(self) -> None:
        self.archive.slide(behaviour(self.how, self.elites.counters))
        self.elites = same_decks.moved(self.archive, self.elites)
        self.archive.hold(self.elites)

    def _plant_seeds(self, genes: Genes) -> None:
        """The first candidates are named agents, cut to length or filled up with random rules."""
        for row, name in enumerate(self.how.seeds_from[: len(genes)]):
            agent = as_agent(name)
            if not isinstance(agent, NativeAgent):
                raise TamayaError(f"cannot start from {name!r}: it is no list of rules")
            for place, spec in enumerate(list(agent.genome)[: self.how.length]):
                if spec not in self.rules:
                    raise TamayaError(
                        f"cannot start from {name!r}: its rule {str(spec)!r} is not in the "
                        f"rulebook {self.how.rulebook!r}"
                    )
                genes[row, place] = self.rules.index(spec)


def _evaluator(how: Settings, backend: Backend) -> Evaluator:
    rules, setup = rulebook(how.rulebook), how.game
    if how.objective == "self_play":
        return Evaluator(how, setup, rules, backend)
    policies = [core_agent(like).policy for like in pool(how.partners)]
    best = None
    if how.objective == "regret":
        count, players = len(policies), setup.players
        rows = np.array([[i, *[j] * (players - 1)] for i in range(count) for j in range(count)])
        request = TeamRequest(
            setup=setup,
            rules=rules,
            genes=np.zeros((0, 1), np.uint16),
            others=policies,
            teams=rows.astype(np.int32),
            games=_BEST_KNOWN_GAMES,
            strict=how.strict,
            first_seeds=np.full(len(rows), _BEST_KNOWN_SEED, np.uint64),
        )
        best = backend.play(request).scores.mean(axis=1).reshape(count, count).max(axis=0)
    return Evaluator(how, setup, rules, backend, tuple(policies), best)
