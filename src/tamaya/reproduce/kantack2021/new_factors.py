"""Factors that Kantack 2021 does not have, discovered in the decisions of people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tamaya.cyclone import Study, discover
from tamaya.plotting import OURS, PALE
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, by_row

LOSS, OTHER_LOSS, AGREES = "log-loss, training", "log-loss, other people", "agreement, %"
COLUMNS = (LOSS, OTHER_LOSS, AGREES)
NOTES = """\
The paper calls its twelve factors the speculation of a few players, and asks for a way to discover
factors. Here a candidate is the product of a known term with another term or with a number of the
position (hint tokens, lives, cards in the deck, score). Each round adds the candidate that promises
the largest gain of likelihood on the training decisions, and fits all coefficients again. The
decisions are those of the public study of Eger et al. 2017; a quarter of the people is held out,
and only they are counted in the last two columns. The log-loss is the mean of -ln(probability of
the person's move); agreement counts decisions in which the likeliest move is the person's, and its
error is clustered by person. The new factors lower the log-loss of people whom the search has not
seen at every step. Most are squares and products of plays and of hints about playable cards: people
value these more than in proportion to their probability.
`tamaya cyclone discover HanabiData --factors 6` finds the same factors."""


@dataclass(frozen=True, kw_only=True)
class FactorArgs(StudyArgs):
    """Settings of the discovery."""

    factors: int = 6
    """new factors to discover"""


def measure(args: FactorArgs, progress: Progress) -> list[TableCell]:
    """Discovers factors one by one."""
    study = Study.of(human_games(args.people), name="HanabiData")
    assert study.test is not None
    cells: list[TableCell] = []
    for number, discovery in enumerate(discover(study.training, study.test, most=args.factors)):
        row = f"{number}: {discovery.factors[-1]}" if discovery.factors else "known factors"
        cells += [
            cell("discovery", row, LOSS, discovery.training_loss),
            cell("discovery", row, OTHER_LOSS, discovery.test_loss),
            cell(
                "discovery",
                row,
                AGREES,
                100 * discovery.agreement.mean,
                sem=100 * discovery.agreement.sem,
            ),
        ]
        progress((number + 1) / (args.factors + 1))
    sizes = {"training": study.training, "other people": study.test}
    for row, decisions in sizes.items():
        cells.append(cell("decisions", row, "people", len(set(decisions.people))))
        cells.append(cell("decisions", row, "decisions", len(decisions)))
    return cells


def grids(result: Result) -> list[Grid]:
    """The fit after each discovery, and the size of the samples."""
    discoveries = Grid(
        title="The fit after each new factor",
        corner="factor added",
        header=COLUMNS,
        lines=tuple(by_row(result, "discovery").values()),
        exact_digits=4,
    )
    sizes = Grid(
        title="Decisions",
        corner="sample",
        header=("people", "decisions"),
        lines=tuple(by_row(result, "decisions").values()),
    )
    return [discoveries, sizes]


def draw(result: Result, file: Path) -> None:
    """Both log-losses by the number of new factors."""
    figure = pictures.figure(4.0)
    axes = figure.subplots(1, 1)
    rows = list(by_row(result, "discovery"))
    for column, color in ((LOSS, PALE), (OTHER_LOSS, OURS)):
        losses = [result.cell("discovery", 2, row, column).ours for row in rows]
        axes.plot(range(len(rows)), losses, "o-", color=color, label=column)
    axes.set_xticks(range(len(rows)), [row.partition(": ")[2] or row for row in rows])
    axes.tick_params(axis="x", rotation=20, length=0, labelsize=8)
    axes.set_ylabel("log-loss in nats")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_new_factors",
        paper=papers.KANTACK_2021,
        beyond=True,
        what="new factors, discovered in the decisions of people",
        needs=("HanabiData",),
        duration="long",
        scales={
            "tiny": FactorArgs(people=12, factors=1),
            "quick": FactorArgs(people=60, factors=3),
            "paper": FactorArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
