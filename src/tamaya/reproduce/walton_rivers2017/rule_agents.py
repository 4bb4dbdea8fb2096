"""The mixed-team test of Walton-Rivers et al. 2017, with rule agents.

The agent under test plays with copies of another agent, for 2 to 5 players.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.reproduce import papers
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.experiment import (
    Experiment,
    Judgement,
    Progress,
    Result,
    TableCell,
    register,
)
from tamaya.reproduce.grid import Grid
from tamaya.reproduce.walton_rivers2017 import one_among_copies
from tamaya.reproduce.walton_rivers2017.one_among_copies import (
    MEASURES,
    PARTNERS,
    TeamArgs,
    by_partner,
    ends,
    over_partners,
    samples,
)
from tamaya.stats import estimate

TESTED = (
    "legal_random",
    "outer",
    "iggi",
    "piers",
    "flawed",
    "van_den_bergh",
    "internal",
    "cautious",
)
PLAYERS = (2, 3, 4, 5)

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
"""mean score and error of the original Java agents with two players, names in alphabetical order:
4,000 games in self-play, otherwise 3,000 in each order of seats. The mixed pairs were played by
agents of `mapelites:`; Internal, Outer, Piers and Flawed have the same rules there."""


NOTES = """\
The paper prints no numbers of the test, so only our two-player scores can be compared, with those
of the original programs. Searching agents are in `walton_rivers2017_mixed_teams`. We added Internal
and Cautious to the agents under test. Each agent plays with copies of another. Scores are points
kept when the last life is lost. In the paper each of 200 decks is played twice, from one seat that
the seed decides; here each team plays 400 decks once, the same for all teams, with an equal share
for each seat. The agents are those of the competition framework (`competition:iggi` and so on).
They differ from the printed rule lists in details: IGGI and Cautious end with a random hint, and
Van den Bergh's agent gives no hints about useless cards. If no rule of an agent applies, the game
ends."""


def measure(args: TeamArgs, progress: Progress) -> list[TableCell]:
    """Plays every agent under test with every team."""
    cells: list[TableCell] = []
    for number, (players, agent) in enumerate((p, a) for p in PLAYERS for a in TESTED):
        teams = {
            partner: ends(
                f"competition:{agent}",
                partner,
                players=players,
                games=args.games,
                first_seed=args.first_seed,
            )
            for partner in PARTNERS
        }
        for name, column in MEASURES.items():
            for partner, sample in samples(teams, column).items():
                cells.append(_cell(name, players, agent, partner, sample))
        progress((number + 1) / (len(PLAYERS) * len(TESTED)))
    return cells


def _cell(
    name: str, players: int, agent: str, partner: str, sample: NDArray[np.float64]
) -> TableCell:
    mean = estimate(sample)
    theirs: float | None = None
    judged: Judgement = {}
    first, second = sorted((agent, partner))
    if name == "score" and players == 2 and (first, second) in ORIGINALS:
        theirs, error = ORIGINALS[first, second]
        judged = {"their_sem": error, "margin": POINTS, "same": True}
    return TableCell(
        measure=name,
        players=players,
        row=agent,
        column=partner,
        ours=mean.mean,
        sem=mean.sem,
        theirs=theirs,
        **judged,
    )


def grids(result: Result) -> list[Grid]:
    """Means over all partners, then scores with each of them."""
    return over_partners(result, TESTED) + by_partner(result, TESTED)


def draw(result: Result, file: Path) -> None:
    """Mean scores of all teams, a panel for each number of players."""
    one_among_copies.draw(result, file, TESTED, height=9.2, top=18)


register(
    Experiment(
        name="walton_rivers2017_rule_agents",
        paper=papers.WALTON_RIVERS_2017,
        what="the mixed-team test with rule agents",
        source="the original programs, run again",
        labels={
            "score": "mean score, two players",
        },
        scales={
            "tiny": TeamArgs(seeds=5),
            "quick": TeamArgs(seeds=50),
            "paper": TeamArgs(seeds=200),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
