"""The mixed-team test of Walton-Rivers et al. 2017, with searching agents.

The agent under test plays with copies of another agent, for 2 to 5 players. Searches are limited by
rollouts instead of a second per move, so that the numbers can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.reproduce import papers
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid
from tamaya.reproduce.walton_rivers2017 import one_among_copies
from tamaya.reproduce.walton_rivers2017.one_among_copies import (
    ALL,
    MEASURES,
    PARTNERS,
    Samples,
    TeamArgs,
    by_partner,
    ends,
    over_partners,
    players_of,
    samples,
)
from tamaya.stats import estimate, paired_test

RULE_AGENTS = ("legal_random", "outer", "iggi", "piers", "flawed", "van_den_bergh")
SEARCHES = {
    "mcs_legal_random": "mcs(competition:legal_random, published=yes, iterations={budget})",
    "mcs_iggi": "mcs(competition:iggi, published=yes, iterations={budget})",
    "mcs_flawed": "mcs(competition:flawed, published=yes, iterations={budget})",
    "is_mcts": "is_mcts(published=yes, iterations={budget})",
    "predictor": "predictor(competition:{partner}, published=yes, iterations={budget})",
    "our_predictor": "predictor(competition:{partner}, own=competition:piers, iterations={budget})",
}
"""the searches of the paper's program; the last is ours"""
TESTED = (*RULE_AGENTS, *SEARCHES)
GAIN = "gain"
"""difference between the predictor's score and that of IS-MCTS, on which the conclusion rests"""
SIGNIFICANT = 0.01

NOTES = """\
The paper prints no numbers of the test. Its conclusion is that a search that knows its partners
scores more than one that does not. We test this on common decks with the same number of rollouts
per move (`budget`); the original searches for a second, which would take the hours of the last
table here (`walton_rivers2017_one_second` does it for a few teams). The searches play as the
paper's program does, mistakes included: its trees hold no hints about fives, and its Monte Carlo
search tries only moves that its policy proposes, which does not change a policy without randomness.
`our_predictor` is our own search with the same number of rollouts: it tries every move in the same
imagined positions and continues the imagined games as Piers. Scores are points kept when the last
life is lost. The agents are those of the competition framework, and each sits in each seat for an
equal share of the decks."""


@dataclass(frozen=True, kw_only=True)
class SearchArgs(TeamArgs):
    """Settings of the test."""

    budget: int = 1000
    """rollouts per move of a search"""
    players: tuple[int, ...] = (2, 3, 4, 5)


def measure(args: SearchArgs, progress: Progress) -> list[TableCell]:
    """Plays every agent under test with every team."""
    cells: list[TableCell] = []
    for number, players in enumerate(args.players):
        scores: dict[str, Samples] = {}
        for place, agent in enumerate(TESTED):
            teams = {partner: played(args, agent, partner, players) for partner in PARTNERS}
            for name, column in MEASURES.items():
                values = samples(teams, column)
                cells += [_cell(name, players, agent, p, sample) for p, sample in values.items()]
                if name == "score":
                    scores[agent] = values
            progress((number + (place + 1) / len(TESTED)) / len(args.players))
        cells += _gains(players, scores["predictor"], scores["is_mcts"])
    return cells


def spec(agent: str, partner: str, budget: int) -> str:
    """The agent under test as text; predictors know their partners."""
    if agent in SEARCHES:
        return SEARCHES[agent].format(partner=partner, budget=budget)
    return f"competition:{agent}"


def played(args: SearchArgs, agent: str, partner: str, players: int) -> NDArray[np.void]:
    """Results of the games of an agent under test with one partner."""
    return ends(
        spec(agent, partner, args.budget),
        partner,
        players=players,
        games=args.games,
        first_seed=args.first_seed,
    )


def _cell(
    name: str, players: int, agent: str, partner: str, sample: NDArray[np.float64]
) -> TableCell:
    mean = estimate(sample)
    return TableCell(
        measure=name, players=players, row=agent, column=partner, ours=mean.mean, sem=mean.sem
    )


def _gains(players: int, knowing: Samples, plain: Samples) -> list[TableCell]:
    """The gains with each partner and over all partners; only the last one is judged."""
    cells = []
    for partner in (*PARTNERS, ALL):
        test = paired_test(knowing[partner], plain[partner])
        holds = bool(test.difference.mean > 0 and test.p < SIGNIFICANT)
        cells.append(
            TableCell(
                measure=GAIN,
                players=players,
                row=f"{players} players",
                column=partner,
                ours=test.difference.mean,
                sem=test.difference.sem,
                agrees=holds if partner == ALL else None,
            )
        )
    return cells


def hours_at_one_second(result: Result, agent: str, players: int) -> float:
    """Hours of one core in which a search would play its games, with a second for each move."""
    moves = result.cell("moves", players, agent, ALL).ours / players
    games = result.args["seeds"] * result.args["reruns"] * len(PARTNERS)  # type: ignore[operator]
    return float(moves * games / 3600)


def grids(result: Result) -> list[Grid]:
    """Means over all partners, the conclusion, scores with each partner, and hours."""
    numbers = players_of(result)
    return [
        *over_partners(result, TESTED),
        Grid(
            title="Gain of the predictor over IS-MCTS, in points",
            corner="game",
            header=tuple(f"with {name}" for name in (*PARTNERS, ALL)),
            lines=tuple(
                tuple(result.cell(GAIN, n, f"{n} players", p) for p in (*PARTNERS, ALL))
                for n in numbers
            ),
        ),
        *by_partner(result, TESTED),
        Grid(
            title="Hours of one core that the same games would take with one second per move",
            corner="search",
            header=tuple(f"{players} players" for players in numbers),
            lines=tuple(
                tuple(
                    cell("hours", agent, f"{n}", hours_at_one_second(result, agent, n), players=n)
                    for n in numbers
                )
                for agent in SEARCHES
            ),
            exact_digits=1,
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Mean scores of all teams, a panel for each number of players."""
    one_among_copies.draw(result, file, TESTED, height=11.0, top=20)


register(
    Experiment(
        name="walton_rivers2017_mixed_teams",
        paper=papers.WALTON_RIVERS_2017,
        what="the mixed-team test with searching agents",
        source="the paper's conclusion",
        duration="long",
        criterion="a gain of the predictor over IS-MCTS with all partners, p < 0.01",
        labels={
            "gain": "gain of the predictor over IS-MCTS, for 2 to 5 players",
        },
        scales={
            "tiny": SearchArgs(seeds=2, reruns=1, budget=2, players=(2, 3)),
            "quick": SearchArgs(seeds=25, budget=100),
            "paper": SearchArgs(seeds=200, budget=1000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
