"""The mixed-team test of Walton-Rivers et al. 2017, for the agents made of rules.

One agent under test sits with copies of another agent, for 2 to 5 players.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.game import Seed
from tamaya.reproduce import pictures
from tamaya.reproduce.experiment import Cell, Experiment, Progress, Result, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

TESTED = (
    "legal_random", "outer", "iggi", "piers", "flawed", "van_den_bergh", "internal", "cautious",
)  # fmt: skip
PARTNERS = ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")
ALL = "all seven"
"""the column over all partners"""
PLAYERS = (2, 3, 4, 5)
MEASURES = {"score": "score", "moves": "turns", "lives": "lives", "hint tokens": "hints"}
"""what the paper logs at the end of a game, and the column of `Matchup.results`"""

ORIGINALS = {
    ("iggi", "iggi"): (17.124, 0.030),
    ("internal", "internal"): (11.168, 0.035),
    ("outer", "outer"): (14.573, 0.035),
    ("van_den_bergh", "van_den_bergh"): (13.730, 0.054),
    ("legal_random", "legal_random"): (1.273, 0.020),
    ("flawed", "flawed"): (1.384, 0.025),
    ("piers", "piers"): (17.304, 0.030),
    ("internal", "outer"): (12.778, 0.029),
    ("flawed", "internal"): (3.232, 0.031),
    ("internal", "piers"): (14.217, 0.028),
    ("flawed", "outer"): (3.895, 0.035),
    ("outer", "piers"): (16.035, 0.025),
    ("flawed", "piers"): (4.041, 0.037),
}
"""mean score and its error of the original Java agents, two players, names in alphabetical order:
4,000 games in self-play, 3,000 in each order of seats otherwise. The mixed pairs are of the agents
`mapelites:`, which for these four have the same rules."""


NOTES = """\
The description of the test prints no numbers, so ours stand alone, apart from two-player scores of
the original programs. Agents that search are in `walton_rivers2017_mixed_teams`; Internal and
Cautious are added to the agents under test. Each agent sits alone among copies of another. Scores
are points kept when the last life is lost. There each of 200 decks is played twice from one seat
that the seed decides; here each team plays 400 decks once, each seat for an equal share of them,
the same for all teams. The agents are those of the competition framework, `competition:iggi` and so
on, which differ from the printed lists in details: IGGI and Cautious end with a random hint, and
Van den Bergh's agent gives no hints about useless cards. An agent none of whose rules applies ends
the game."""


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of the test."""

    seeds: int = 200
    """decks of each team"""
    reruns: int = 2
    """games for each deck; ours are on further decks, which is at least as sharp"""
    first_seed: Seed = 0

    @property
    def games(self) -> int:
        """Games of each team."""
        return self.seeds * self.reruns


def measure(args: Args, progress: Progress) -> list[Cell]:
    """Plays every agent under test with every team."""
    cells: list[Cell] = []
    for number, (players, agent) in enumerate((p, a) for p in PLAYERS for a in TESTED):
        teams = {partner: _ends(args, agent, partner, players) for partner in PARTNERS}
        for name, column in MEASURES.items():
            values = {partner: ends[column].astype(float) for partner, ends in teams.items()}
            # All teams play the same decks: averaging game by game gives the right error.
            values[ALL] = np.mean(list(values.values()), axis=0)
            for partner, sample in values.items():
                cells.append(_cell(name, players, agent, partner, sample))
        progress((number + 1) / (len(PLAYERS) * len(TESTED)))
    return cells


def _ends(args: Args, agent: str, partner: str, players: int) -> NDArray[np.void]:
    """How the games ended: the agent sits in each seat for an equal share of the decks."""
    ends = []
    for seat, (first, last) in enumerate(_shares(args.games, players)):
        team = [f"competition:{agent if s == seat else partner}" for s in range(players)]
        if last > first:
            matchup = ty.match(
                *team,
                games=last - first,
                first_seed=args.first_seed + first,
                setup="competition",
            )
            ends.append(matchup.results)
    return np.concatenate(ends)


def _shares(games: int, players: int) -> Iterator[tuple[int, int]]:
    bounds = [round(games * seat / players) for seat in range(players + 1)]
    return itertools.pairwise(bounds)


def _cell(name: str, players: int, agent: str, partner: str, sample: NDArray[np.float64]) -> Cell:
    found = estimate(sample)
    theirs = agrees = None
    first, second = sorted((agent, partner))
    if name == "score" and players == 2 and (first, second) in ORIGINALS:
        theirs, error = ORIGINALS[first, second]
        agrees = bool(abs(found.mean - theirs) <= 3 * math.hypot(found.sem, error))
    return Cell(
        measure=name,
        players=players,
        row=agent,
        column=partner,
        ours=found.mean,
        sem=found.sem,
        theirs=theirs,
        agrees=agrees,
    )


def seeds(args: Args) -> tuple[Seed, Seed]:
    """The decks of the test."""
    return args.first_seed, args.first_seed + args.games - 1


def grids(result: Result) -> list[Grid]:
    """Means over all partners, then scores with each of them."""
    return [_over_partners(result, name) for name in MEASURES] + _by_partner(result)


def _over_partners(result: Result, name: str) -> Grid:
    left = " left" if name in ("lives", "hint tokens") else ""
    return Grid(
        title=f"Mean {name}{left} over the seven teams",
        corner="under test",
        header=tuple(f"{players} players" for players in PLAYERS),
        lines=tuple(
            tuple(result.cell(name, players, agent, ALL) for players in PLAYERS) for agent in TESTED
        ),
    )


def _by_partner(result: Result) -> list[Grid]:
    theirs = " (the original programs')"
    return [
        Grid(
            title=f"Mean score with each team, {players} players{theirs if players == 2 else ''}",
            corner="under test",
            header=tuple(f"with {name}" for name in PARTNERS),
            lines=grid(result, "score", players, TESTED, PARTNERS),
        )
        for players in PLAYERS
    ]


def draw(result: Result, file: Path) -> None:
    """Mean scores of all teams, a panel for each number of players."""
    made = pictures.figure(9.2)
    panels = zip(made.subplots(2, 2).flat, PLAYERS, _by_partner(result), strict=True)
    for axes, players, shown in panels:
        style = pictures.HeatStyle(
            f"{players} players: mean score of one among copies of another",
            "{:.1f}",
            (0, 18),
            "viridis",
            dark_is_low=True,
        )
        pictures.heat(axes, shown, pictures.ours(shown), style)
    pictures.save(made, file)


register(
    Experiment(
        name="walton_rivers2017_rule_agents",
        paper="Walton-Rivers et al. 2017: Evaluating and Modelling Hanabi-Playing Agents; "
        "Sontakke, Thakare: Design and Modelling of Hanabi-Playing Agents",
        what="the mixed-team test, agents made of rules",
        source="the original programs, run again",
        criterion="within three combined standard errors",
        scales={
            "tiny": Args(seeds=5),
            "quick": Args(seeds=50),
            "paper": Args(seeds=200),
        },
        measure=measure,
        seeds=seeds,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
