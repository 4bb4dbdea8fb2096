"""Computes the contents of the map pages: the grid, details of a cell, and layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Agent, CoreAgent, Elite, as_agent, plays_in_core
from tamaya.agents.elite import niche_text
from tamaya.arena import Matchup, count_fires, match, play_teams
from tamaya.game import Setup, TamayaError, UnknownNameError
from tamaya.matchups import Pool
from tamaya.stats import Estimate, estimate
from tamaya.web.maps.feature_words import feature_words
from tamaya.web.maps.protocol import (
    Axis,
    BehaviourMap,
    Cell,
    CellComparison,
    CellDetail,
    CellPartner,
    KnownAgent,
    MapLayer,
    MapSummary,
    Measure,
    RuleUse,
    SampleGame,
    SampleLabel,
)
from tamaya.web.replay.showcase import Showcase

GAMES = 1000
"""self-play games to measure the details of a cell"""
PAIR_GAMES = 100
"""games of an elite with each other elite, or with a partner"""
_PAIRS_AT_MOST = 20_000
"""most games of an elite with all other elites, on large maps"""
KNOWN = (
    *("internal", "outer", "iggi", "piers", "van_den_bergh", "cautious", "flawed", "tamaya"),
    *("kagiya", "eger:intentional", "eger:full", "cyclone:self_play", "cyclone:human_like"),
)
"""named agents that a map shows as points"""
_FIRST_SEED = 3_000_000
"""seed of the first deck; evolution uses other seeds"""


@dataclass(frozen=True, eq=False)
class Atlas:
    """A pool as a map. The methods play the games that they need."""

    id: str
    pool: Pool

    @cached_property
    def setup(self) -> Setup:
        """The set-up that the elites were evolved for."""
        return Setup.parse(self.pool.setup)

    @cached_property
    def elites(self) -> tuple[Elite, ...]:
        """Elites that hold a niche."""
        return tuple(elite for elite in self.pool.elites if elite.niche)

    def summary(self) -> MapSummary:
        """The map in a list of maps."""
        means = [elite.score.mean for elite in self.elites if elite.score]
        return MapSummary(
            self.id,
            list(self.pool.features),
            list(self.pool.grid),
            self.pool.setup,
            self.pool.rulebook,
            len(self.elites),
            max(means, default=None),
        )

    def map(self) -> BehaviourMap:
        """The grid and the elites in its cells."""
        return BehaviourMap(
            self.id,
            self.pool.setup,
            self.pool.rulebook,
            self.pool.scoring,
            [self._axis(name, place) for place, name in enumerate(self.pool.features)],
            math.prod(self.pool.grid),
            [self._cell(elite) for elite in self.elites],
            feature_words(),
        )

    def _axis(self, name: str, place: int) -> Axis:
        cells = self.pool.grid[place] if place < len(self.pool.grid) else 0
        settings = self.pool.made.get("settings")
        equal = isinstance(settings, dict) and settings.get("cells") == "grid"
        edges = [i / cells for i in range(cells + 1)] if equal and cells else None
        return Axis(name, cells, edges)

    def _cell(self, elite: Elite) -> Cell:
        place = niche_text(elite.niche)
        measured = {name: None if math.isnan(v) else v for name, v in elite.features.items()}
        score = None if elite.score is None else score_of(elite.score)
        return Cell(place, list(elite.niche), f"elite:{self.id}#{place}", score, measured)

    def find(self, cell: str) -> Elite:
        """The elite in a cell.

        :raises UnknownNameError: if the cell is empty or does not exist
        """
        for elite in self.elites:
            if niche_text(elite.niche) == cell:
                return elite
        raise UnknownNameError(f"no elite in the cell {cell!r} of the map {self.id!r}")

    def detail(self, cell: str) -> CellDetail:
        """One elite: its rules, scores, partners, and games to watch.

        :raises UnknownNameError: if the cell is empty or does not exist
        """
        elite = self.find(cell)
        fired = count_fires(
            self.setup, _core.Policies([elite.policy]), games=GAMES, first_seed=_FIRST_SEED
        )[0]
        counted = [int(count) for count in fired[: len(elite.genome) + 1]]
        moves = max(1, sum(counted))
        rules = [
            RuleUse(str(spec), spec.description, count, count / moves, count == 0)
            for spec, count in zip(elite.genome, counted, strict=False)
        ]
        matchup = match(
            *[elite.but() for _ in range(self.setup.players)],
            games=GAMES,
            first_seed=_FIRST_SEED,
            setup=self.setup,
        )
        scores = matchup.scores
        return CellDetail(
            self._cell(elite),
            elite.gives_up,
            rules,
            counted[-1] / moves,
            GAMES,
            _FIRST_SEED,
            np.bincount(scores, minlength=self.setup.max_score + 1).tolist(),
            float(matchup.bombed.mean()),
            self._partners(elite),
            [self._sample(label, elite, at, matchup) for label, at in _worth_seeing(scores)],
        )

    def _sample(self, label: SampleLabel, elite: Elite, at: int, matchup: Matchup) -> SampleGame:
        seed, agent = _FIRST_SEED + at, f"elite:{self.id}#{niche_text(elite.niche)}"
        showcase = Showcase((agent,) * self.setup.players, self.pool.setup, seed)
        return SampleGame(
            label, showcase.id, seed, int(matchup.scores[at]), bool(matchup.bombed[at])
        )

    def _partners(self, elite: Elite) -> list[CellPartner]:
        games = max(10, min(PAIR_GAMES, _PAIRS_AT_MOST // len(self.elites)))
        scores = _scores_with(self.setup, elite, self.elites, games)
        partners = [
            CellPartner(niche_text(partner.niche), score)
            for partner, score in zip(self.elites, scores, strict=True)
        ]
        return sorted(partners, key=lambda partner: -partner.score.mean)

    def compare(self, first: str, second: str) -> CellComparison:
        """Two elites side by side, and their score together."""
        first_elite, second_elite = self.find(first), self.find(second)
        second_rules = {str(spec) for spec in second_elite.genome}
        shared = [str(spec) for spec in first_elite.genome if str(spec) in second_rules]
        (together,) = _scores_with(self.setup, first_elite, [second_elite], GAMES)
        return CellComparison(
            [self.detail(first), self.detail(second)], list(dict.fromkeys(shared)), together
        )

    def layer(self, partner: Agent) -> MapLayer:
        """Scores of all elites with a partner in all other seats.

        :raises TamayaError: if the partner is not native: it would be too slow
        """
        if not plays_in_core(partner) or not isinstance(partner, CoreAgent):
            raise TamayaError(
                f"{partner.name!r} takes too long to play with a whole map (expected rule agents, "
                "eger: or cyclone:)"
            )
        games = max(10, min(PAIR_GAMES, _PAIRS_AT_MOST // len(self.elites)))
        scores = _scores_with(self.setup, partner, self.elites, games)
        by_cell = {
            niche_text(elite.niche): score for elite, score in zip(self.elites, scores, strict=True)
        }
        return MapLayer(str(partner.name), games, by_cell)

    def points(self) -> list[KnownAgent]:
        """Positions of the named agents on the map, by their behaviour in self-play."""
        agents = []
        # Agents that give up cannot play in every set-up; the map leaves them out.
        for name in KNOWN:
            team = [as_agent(name) for _ in range(self.setup.players)]
            try:
                matchup = match(*team, games=GAMES // 2, first_seed=_FIRST_SEED, setup=self.setup)
            except TamayaError:
                continue
            measured = matchup.features()
            at = [measured[axis] for axis in self.pool.features]
            if not any(map(math.isnan, at)):
                agents.append(KnownAgent(name, at, score_of(matchup.score)))
        return agents


def score_of(score: Estimate) -> Measure:
    """An estimate as an HTTP body; nan becomes null."""
    sem = None if math.isnan(score.sem) else score.sem
    return Measure(
        score.mean, sem, None if sem is None else sem * math.sqrt(score.games), score.games
    )


def _scores_with(
    setup: Setup, agent: CoreAgent, partners: Sequence[CoreAgent], games: int
) -> list[Measure]:
    """Scores of an agent in seat 0 with each partner in all other seats, on the same decks."""
    policies = _core.Policies([agent.policy, *(partner.policy for partner in partners)])
    teams = np.array([[0, *[i + 1] * (setup.players - 1)] for i in range(len(partners))], np.int32)
    seeds = np.full(len(partners), _FIRST_SEED, np.uint64)
    scores = play_teams(setup, policies, teams, seeds, games).scores
    return [score_of(estimate(row.astype(float))) for row in scores]


def _worth_seeing(scores: NDArray[np.uint8]) -> list[tuple[SampleLabel, int]]:
    """Indices of the first game with the best, the median and the worst score."""
    order = np.argsort(-scores.astype(int), kind="stable")
    median = scores[order[len(order) // 2]]
    typical = int(np.argmax(scores == median))
    worst = int(np.argmin(scores))
    return [("best", int(order[0])), ("typical", typical), ("worst", worst)]
