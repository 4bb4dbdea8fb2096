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
from tamaya.qd.settings import EvolutionSettings
from tamaya.qd.variation import Genes, next_batch
from tamaya.rules import rulebook

_BEST_KNOWN_GAMES = 200
"""games of each pair of partners, to find the best known score with each (`regret`)"""
_BEST_KNOWN_SEED = 1 << 40
_SLIDE_EVERY = 50
"""batches after which the borders of a sliding archive move"""


@dataclass(frozen=True)
class ArchiveStanding:
    """Quality of an archive."""

    candidates: int
    """candidates evaluated so far"""
    coverage: int
    """filled cells"""
    best: float
    """highest objective of an elite"""
    mean: float
    """mean objective of the elites"""
    qd_score: float
    """sum of the objectives of the elites"""


class Evolution:
    """An evolution run in memory. Its states depend on the settings, not on the backend."""

    def __init__(self, settings: EvolutionSettings, backend: Backend) -> None:
        self.settings = settings
        self.archive = Archive(settings)
        self.elites = Elites.none(settings)
        self.batches = 0
        self.rules = rulebook(settings.rulebook)
        self._evaluator = _evaluator(settings, backend)

    @property
    def total(self) -> int:
        """Batches of the whole run."""
        return self.settings.batches

    @property
    def finished(self) -> bool:
        """Whether all candidates have been evaluated."""
        return self.batches >= self.total

    @property
    def standing(self) -> ArchiveStanding:
        """Current quality of the archive."""
        fitness = self.elites.fitness
        done = self.settings.candidates_before(self.batches)
        best, total = max(fitness.tolist(), default=0.0), float(fitness.sum())
        return ArchiveStanding(done, len(fitness), best, total / max(1, len(fitness)), total)

    def step(self) -> None:
        """Evaluates the next batch of candidates."""
        rules = len(self.rules)
        parents = stepwise.parents(self.archive, self.elites)
        batch = next_batch(self.batches, parents, rules, self.settings)
        if self.batches == 0:
            self._plant_seeds(batch.genes)
        compete = same_decks.compete if self.settings.decks == "batch" else stepwise.compete
        elites = compete(self.archive, self.elites, self._evaluator, batch)
        self.restore(elites, self.batches + 1, self.archive.borders())
        if self.settings.cells == "sliding" and self.batches % _SLIDE_EVERY == 0:
            self._slide()

    def restore(self, elites: Elites, batches: int, borders: NDArray[np.float64]) -> None:
        """Sets the state, for example to a saved one."""
        self.archive.set_borders(borders)
        self.elites, self.batches = elites, batches
        self.archive.replace_elites(elites)

    def _slide(self) -> None:
        self.archive.slide(behaviour(self.settings, self.elites.counters))
        self.elites = same_decks.moved(self.archive, self.elites)
        self.archive.replace_elites(self.elites)

    def _plant_seeds(self, genes: Genes) -> None:
        """Replaces the first candidates by the agents of `seeds_from`.

        Longer rule lists are cut, shorter ones keep the random rules at their end.
        """
        for row, name in enumerate(self.settings.seeds_from[: len(genes)]):
            agent = as_agent(name)
            if not isinstance(agent, NativeAgent):
                raise TamayaError(f"cannot start from {name!r}: it is not a rule list")
            for place, spec in enumerate(list(agent.genome)[: self.settings.length]):
                if spec not in self.rules:
                    raise TamayaError(
                        f"cannot start from {name!r}: its rule {str(spec)!r} is not in the "
                        f"rulebook {self.settings.rulebook!r}"
                    )
                genes[row, place] = self.rules.index(spec)


def _evaluator(settings: EvolutionSettings, backend: Backend) -> Evaluator:
    rules, setup = rulebook(settings.rulebook), settings.game
    if settings.objective == "self_play":
        return Evaluator(settings, setup, rules, backend)
    policies = [core_agent(partner).policy for partner in pool(settings.partners)]
    best = None
    if settings.objective == "regret":
        count, players = len(policies), setup.players
        rows = np.array([[i, *[j] * (players - 1)] for i in range(count) for j in range(count)])
        request = TeamRequest(
            setup=setup,
            rules=rules,
            genes=np.zeros((0, 1), np.uint16),
            others=policies,
            teams=rows.astype(np.int32),
            games=_BEST_KNOWN_GAMES,
            strict=settings.strict,
            first_seeds=np.full(len(rows), _BEST_KNOWN_SEED, np.uint64),
        )
        best = backend.play(request).scores.mean(axis=1).reshape(count, count).max(axis=0)
    return Evaluator(settings, setup, rules, backend, tuple(policies), best)
