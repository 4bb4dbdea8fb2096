"""The whole mixed-team test of Walton-Rivers et al. 2017, with the agents that search.

One agent under test sits with copies of another agent, for 2 to 5 players. Searches are limited by
rollouts instead of a second for each move, so that the numbers can be had again.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.game import Seed
from tamaya.reproduce import pictures
from tamaya.reproduce.experiment import Cell, Experiment, Progress, Result, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate, paired_test

RULE_AGENTS = ("legal_random", "outer", "iggi", "piers", "flawed", "van_den_bergh")
SEARCHES = {
    "mcs_legal_random": "mcs:competition:legal_random?published,iterations={budget}",
    "mcs_iggi": "mcs:competition:iggi?published,iterations={budget}",
    "mcs_flawed": "mcs:competition:flawed?published,iterations={budget}",
    "is_mcts": "is_mcts?published,iterations={budget}",
    "predictor": "predictor:competition:{partner}?published,iterations={budget}",
    "our_predictor": "predictor:competition:{partner}?own=competition:piers,iterations={budget}",
}
"""as the paper's program plays them; the last is ours"""
TESTED = (*RULE_AGENTS, *SEARCHES)
PARTNERS = ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")
ALL = "all seven"
"""the column over all partners"""
GAIN = "gain"
"""what the conclusion is about: points that the predictor scores more than IS-MCTS"""
MEASURES = {"score": "score", "moves": "turns", "lives": "lives", "hint tokens": "hints"}
"""what the paper logs at the end of a game, and the column of `Matchup.results`"""
SIGNIFICANT = 0.01

NOTES = """\
The description of the test prints no numbers; its conclusion is that a search which knows its
partners scores more than one which does not. That is tested here on common decks, at equal numbers
of rollouts for each move (`budget`); the original thinks for a second. The searches play as that
program does, mistakes included: its trees hold no hints about fives, and its Monte Carlo search
tries only moves that its policy proposes, which leaves a policy without randomness as it is.
`our_predictor` is ours at the same number of rollouts: it tries every move in the same imagined
positions and goes on as Piers itself. Scores are points kept when the last life is lost. The agents
are those of the competition framework, and each sits in each seat for an equal share of the
decks."""


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of the test."""

    seeds: int = 200
    """decks of each team"""
    reruns: int = 2
    """games for each deck; ours are on further decks, which is at least as sharp"""
    budget: int = 1000
    """rollouts for each move of a search"""
    players: tuple[int, ...] = (2, 3, 4, 5)
    first_seed: Seed = 0

    @property
    def games(self) -> int:
        """Games of each team."""
        return self.seeds * self.reruns


def measure(args: Args, progress: Progress) -> list[Cell]:
    """Plays every agent under test with every team."""
    cells: list[Cell] = []
    for number, players in enumerate(args.players):
        scores: dict[str, dict[str, NDArray[np.float64]]] = {}
        for place, agent in enumerate(TESTED):
            teams = {partner: _ends(args, agent, partner, players) for partner in PARTNERS}
            for name, column in MEASURES.items():
                values = _with_mean({p: ends[column].astype(float) for p, ends in teams.items()})
                cells += [_cell(name, players, agent, p, sample) for p, sample in values.items()]
                if name == "score":
                    scores[agent] = values
            progress((number + (place + 1) / len(TESTED)) / len(args.players))
        cells += _gains(players, scores["predictor"], scores["is_mcts"])
    return cells


def spec(agent: str, partner: str, budget: int) -> str:
    """An agent under test, who may know its partners."""
    if agent in SEARCHES:
        return SEARCHES[agent].format(partner=partner, budget=budget)
    return f"competition:{agent}"


def _with_mean(values: dict[str, NDArray[np.float64]]) -> dict[str, NDArray[np.float64]]:
    """All teams play the same decks: averaging game by game gives the right error."""
    return values | {ALL: np.mean(list(values.values()), axis=0)}


def _ends(args: Args, agent: str, partner: str, players: int) -> NDArray[np.void]:
    """How the games ended: the agent sits in each seat for an equal share of the decks."""
    tested = spec(agent, partner, args.budget)
    bounds = [round(args.games * seat / players) for seat in range(players + 1)]
    ends = []
    for seat, (first, last) in enumerate(itertools.pairwise(bounds)):
        team = [tested if s == seat else f"competition:{partner}" for s in range(players)]
        if last > first:
            matchup = ty.match(
                *team,
                games=last - first,
                first_seed=args.first_seed + first,
                setup="competition",
            )
            ends.append(matchup.results)
    return np.concatenate(ends)


def _cell(name: str, players: int, agent: str, partner: str, sample: NDArray[np.float64]) -> Cell:
    found = estimate(sample)
    return Cell(
        measure=name, players=players, row=agent, column=partner, ours=found.mean, sem=found.sem
    )


def _gains(
    players: int, knowing: dict[str, NDArray[np.float64]], plain: dict[str, NDArray[np.float64]]
) -> list[Cell]:
    """The conclusion, with each partner and over all; only the latter must hold."""
    cells = []
    for partner in (*PARTNERS, ALL):
        found = paired_test(knowing[partner], plain[partner])
        holds = bool(found.difference.mean > 0 and found.p < SIGNIFICANT)
        cells.append(
            Cell(
                measure=GAIN,
                players=players,
                row=f"{players} players",
                column=partner,
                ours=found.difference.mean,
                sem=found.difference.sem,
                agrees=holds if partner == ALL else None,
            )
        )
    return cells


def seeds(args: Args) -> tuple[Seed, Seed]:
    """The decks of the test."""
    return args.first_seed, args.first_seed + args.games - 1


def _players(result: Result) -> tuple[int, ...]:
    return tuple(sorted({cell.players for cell in result.cells}))


def grids(result: Result) -> list[Grid]:
    """Means over all partners, the conclusion, then scores with each partner."""
    numbers = _players(result)
    return [
        *(_over_partners(result, name) for name in MEASURES),
        Grid(
            title="Points that the predictor scores more than IS-MCTS",
            corner="game",
            header=tuple(f"with {name}" for name in (*PARTNERS, ALL)),
            lines=tuple(
                tuple(result.cell(GAIN, n, f"{n} players", p) for p in (*PARTNERS, ALL))
                for n in numbers
            ),
        ),
        *_by_partner(result),
    ]


def _over_partners(result: Result, name: str) -> Grid:
    left = " left" if name in ("lives", "hint tokens") else ""
    return Grid(
        title=f"Mean {name}{left} over the seven teams",
        corner="under test",
        header=tuple(f"{players} players" for players in _players(result)),
        lines=tuple(
            tuple(result.cell(name, players, agent, ALL) for players in _players(result))
            for agent in TESTED
        ),
    )


def _by_partner(result: Result) -> list[Grid]:
    return [
        Grid(
            title=f"Mean score with each team, {players} players",
            corner="under test",
            header=tuple(f"with {name}" for name in PARTNERS),
            lines=grid(result, "score", players, TESTED, PARTNERS),
        )
        for players in _players(result)
    ]


def draw(result: Result, file: Path) -> None:
    """Mean scores of all teams, a panel for each number of players."""
    made = pictures.figure(11.0)
    panels = made.subplots(2, 2, squeeze=False).flat
    for axes, players, shown in zip(panels, _players(result), _by_partner(result), strict=False):
        style = pictures.HeatStyle(
            f"{players} players: mean score of one among copies of another",
            "{:.1f}",
            (0, 20),
            "viridis",
            dark_is_low=True,
        )
        pictures.heat(axes, shown, pictures.ours(shown), style)
    pictures.save(made, file)


register(
    Experiment(
        name="walton_rivers2017_mixed_teams",
        paper="Walton-Rivers et al. 2017: Evaluating and Modelling Hanabi-Playing Agents; "
        "Sontakke, Thakare: Design and Modelling of Hanabi-Playing Agents",
        what="the mixed-team test with searching agents",
        source="the paper's conclusion",
        criterion="a gain of the predictor on IS-MCTS over all partners, p < 0.01",
        scales={
            "tiny": Args(seeds=2, reruns=1, budget=2, players=(2, 3)),
            "quick": Args(seeds=25, budget=100),
            "paper": Args(seeds=200, budget=1000),
        },
        measure=measure,
        seeds=seeds,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
