"""Maps of behaviour as data for pages: the grid, one cell in detail, and layers on top of it."""

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
from tamaya.features import features
from tamaya.game import Setup, TamayaError, UnknownNameError
from tamaya.matchups import Pool
from tamaya.stats import Estimate, estimate
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
"""games behind the rules' decisions and the histogram of a cell"""
PAIR_GAMES = 100
"""games of a cell with each other one, and with a partner"""
_PAIRS_AT_MOST = 20_000
"""games with all others of a large map"""
KNOWN = ("internal", "outer", "iggi", "piers", "van_den_bergh", "cautious", "flawed", "tamaya",
         "kagiya", "eger:intentional", "eger:full", "cyclone:self_play",
         "cyclone:human_like")  # fmt: skip
"""named agents that are shown as points"""
_FIRST_SEED = 3_000_000
"""decks of pages, which evolution has not seen"""


@dataclass(frozen=True, eq=False)
class Atlas:
    """One pool as a map; what is asked of it is played here and now."""

    id: str
    pool: Pool

    @cached_property
    def setup(self) -> Setup:
        """The set-up that the agents are made for."""
        return Setup.parse(self.pool.setup)

    @cached_property
    def elites(self) -> tuple[Elite, ...]:
        """Those that hold a niche."""
        return tuple(one for one in self.pool.elites if one.niche)

    def summary(self) -> MapSummary:
        """A line for lists."""
        means = [one.score.mean for one in self.elites if one.score]
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
        """The grid and who holds which cell."""
        return BehaviourMap(
            self.id,
            self.pool.setup,
            self.pool.rulebook,
            self.pool.scoring,
            [self._axis(name, place) for place, name in enumerate(self.pool.features)],
            math.prod(self.pool.grid),
            [self._cell(one) for one in self.elites],
        )

    def _axis(self, name: str, place: int) -> Axis:
        (feature,) = features(name)
        cells = self.pool.grid[place] if place < len(self.pool.grid) else 0
        how = self.pool.made.get("settings")
        equal = isinstance(how, dict) and how.get("cells") == "grid"
        edges = [i / cells for i in range(cells + 1)] if equal and cells else None
        return Axis(name, name.replace("_", " "), feature.description, cells, edges)

    def _cell(self, one: Elite) -> Cell:
        place = niche_text(one.niche)
        measured = {name: None if math.isnan(v) else v for name, v in one.features.items()}
        score = None if one.score is None else score_of(one.score)
        return Cell(place, list(one.niche), f"elite:{self.id}#{place}", score, measured)

    def find(self, cell: str) -> Elite:
        """Who holds a cell.

        :raises UnknownNameError: if nobody does
        """
        for one in self.elites:
            if niche_text(one.niche) == cell:
                return one
        raise UnknownNameError(f"nobody holds the cell {cell!r} of the map {self.id!r}")

    def detail(self, cell: str) -> CellDetail:
        """One agent at work: rules, scores, partners, and games to look at.

        :raises UnknownNameError: if nobody holds the cell
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
        played = match(
            *[elite.but() for _ in range(self.setup.players)],
            games=GAMES,
            first_seed=_FIRST_SEED,
            setup=self.setup,
        )
        scores = played.scores
        return CellDetail(
            self._cell(elite),
            elite.gives_up,
            rules,
            counted[-1] / moves,
            GAMES,
            _FIRST_SEED,
            np.bincount(scores, minlength=self.setup.max_score + 1).tolist(),
            float(played.bombed.mean()),
            self._partners(elite),
            [self._sample(label, elite, at, played) for label, at in _worth_seeing(scores)],
        )

    def _sample(self, label: SampleLabel, elite: Elite, at: int, played: Matchup) -> SampleGame:
        seed, agent = _FIRST_SEED + at, f"elite:{self.id}#{niche_text(elite.niche)}"
        shown = Showcase((agent,) * self.setup.players, self.pool.setup, seed)
        return SampleGame(label, shown.id, seed, int(played.scores[at]), bool(played.bombed[at]))

    def _partners(self, elite: Elite) -> list[CellPartner]:
        games = max(10, min(PAIR_GAMES, _PAIRS_AT_MOST // len(self.elites)))
        made = _scores_with(self.setup, elite, self.elites, games)
        found = [
            CellPartner(niche_text(one.niche), score)
            for one, score in zip(self.elites, made, strict=True)
        ]
        return sorted(found, key=lambda one: -one.score.mean)

    def compare(self, first: str, second: str) -> CellComparison:
        """Two cells side by side, and how they play together."""
        ours, theirs = self.find(first), self.find(second)
        has = {str(spec) for spec in theirs.genome}
        shared = [str(spec) for spec in ours.genome if str(spec) in has]
        (together,) = _scores_with(self.setup, ours, [theirs], GAMES)
        return CellComparison(
            [self.detail(first), self.detail(second)], list(dict.fromkeys(shared)), together
        )

    def layer(self, partner: Agent) -> MapLayer:
        """How all cells fare with a partner in all other seats.

        :raises TamayaError: for a partner that the core cannot play at once
        """
        if not plays_in_core(partner) or not isinstance(partner, CoreAgent):
            raise TamayaError(
                f"{partner.name!r} takes too long to play with a whole map (expected rule agents, "
                "eger: or cyclone:)"
            )
        games = max(10, min(PAIR_GAMES, _PAIRS_AT_MOST // len(self.elites)))
        made = _scores_with(self.setup, partner, self.elites, games)
        by_cell = {
            niche_text(one.niche): score for one, score in zip(self.elites, made, strict=True)
        }
        return MapLayer(partner.name, games, by_cell)

    def points(self) -> list[KnownAgent]:
        """Where known agents lie, by games with themselves."""
        found = []
        # Published agents can give up, which some set-ups refuse; as points they would say nothing.
        for name in KNOWN:
            team = [as_agent(name) for _ in range(self.setup.players)]
            try:
                played = match(*team, games=GAMES // 2, first_seed=_FIRST_SEED, setup=self.setup)
            except TamayaError:
                continue
            measured = played.features()
            at = [measured[axis] for axis in self.pool.features]
            if not any(map(math.isnan, at)):
                found.append(KnownAgent(name, at, score_of(played.score)))
        return found


def score_of(score: Estimate) -> Measure:
    """An estimate as data; nan becomes null."""
    sem = None if math.isnan(score.sem) else score.sem
    return Measure(
        score.mean, sem, None if sem is None else sem * math.sqrt(score.games), score.games
    )


def _scores_with(
    setup: Setup, one: CoreAgent, others: Sequence[CoreAgent], games: int
) -> list[Measure]:
    """One agent in seat 0 with each of the others in all other seats, on the same decks."""
    policies = _core.Policies([one.policy, *(other.policy for other in others)])
    teams = np.array([[0, *[i + 1] * (setup.players - 1)] for i in range(len(others))], np.int32)
    seeds = np.full(len(others), _FIRST_SEED, np.uint64)
    scores = play_teams(setup, policies, teams, seeds, games).scores
    return [score_of(estimate(row.astype(float))) for row in scores]


def _worth_seeing(scores: NDArray[np.uint8]) -> list[tuple[SampleLabel, int]]:
    """The first of the best, of the typical and of the worst games."""
    order = np.argsort(-scores.astype(int), kind="stable")
    median = scores[order[len(order) // 2]]
    typical = int(np.argmax(scores == median))
    worst = int(np.argmin(scores))
    return [("best", int(order[0])), ("typical", typical), ("worst", worst)]
