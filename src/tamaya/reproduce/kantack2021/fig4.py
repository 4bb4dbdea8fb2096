"""Figure 4 of Kantack 2021: how often each style of Cyclone makes a person's move."""

from __future__ import annotations

import math
from pathlib import Path

from tamaya.cyclone import FORMS, STYLES
from tamaya.humans import KINDS, MOST_GAMES, agreement, without_heavy
from tamaya.plotting import INK, OURS
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid

PRINTED = {("human_like", "code"): 64.2}
ROWS = tuple(f"{style} ({form})" for style in STYLES for form in FORMS)
COLUMNS = ("all", *(f"{kind}s" for kind in KINDS))
NOTES = f"""\
The paper compares its styles with 376 unpublished decisions of its author. The human-like style was
fitted to them and made 64.2 % of the author's moves. We compare the styles with decisions of other
people, from the public games of Eger et al. 2017 (without people of more than {MOST_GAMES} games),
so there is no published number to compare with. Errors are clustered by person. The human-like
style imitates its author: the self-play style makes the moves of other people as often, or more
often. Weights that were fitted to people make more of the moves of held-out people; see
`people_clones`."""


def measure(args: StudyArgs, progress: Progress) -> list[TableCell]:
    """Compares the moves of each style with each decision."""
    games = without_heavy(human_games(args.people), MOST_GAMES)
    cells = []
    jobs = [(style, form) for style in STYLES for form in FORMS]
    for number, (style, form) in enumerate(jobs):
        answers = agreement(games, f"cyclone:{style}(form={form})")
        shares = [answers.share(), *(answers.share(kind=kind) for kind in KINDS)]
        printed = PRINTED.get((style, form))
        cells += [
            cell(
                "humanness",
                f"{style} ({form})",
                column,
                100 * share.mean,
                sem=100 * share.sem,
                theirs=printed if column == "all" else None,
            )
            for column, share in zip(COLUMNS, shares, strict=True)
        ]
        progress((number + 1) / len(jobs))
    return cells


def grids(result: Result) -> list[Grid]:
    """A line for each style."""
    return [
        Grid(
            title="Percent of people's moves that the style also makes (the paper's: its author's)",
            corner="style",
            header=COLUMNS,
            digits=1,
            exact_digits=1,
            lines=grid(result, "humanness", 2, ROWS, COLUMNS),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """A bar for each style, with twice its error."""
    figure = pictures.figure(4.2)
    axes = figure.subplots(1, 1)
    cells = [result.cell("humanness", 2, row, "all") for row in ROWS]
    bars = axes.barh(
        range(len(cells)),
        [cell.ours for cell in cells],
        color=OURS,
        height=0.62,
        xerr=[0 if math.isnan(cell.sem) else 2 * cell.sem for cell in cells],
        capsize=3,
    )
    axes.bar_label(bars, fmt="%.1f", label_type="center", color="white", fontsize=10)
    axes.set_yticks(range(len(cells)), ROWS)
    axes.invert_yaxis()
    printed = PRINTED["human_like", "code"]
    axes.axvline(printed, color=INK, linestyle=":", linewidth=1.6)
    axes.annotate(
        f"{printed}: the paper's human-like style,\nof its author's moves",
        (printed - 0.8, 0),
        ha="right",
        va="center",
        fontsize=9,
    )
    axes.set_xlim(0, 70)
    axes.set_xlabel("percent of people's moves ± 2 standard errors")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_fig4",
        paper=papers.KANTACK_2021,
        what="Figure 4, how often the styles of Cyclone make people's moves",
        same_agents=False,
        needs=("HanabiData",),
        scales={
            "tiny": StudyArgs(people=12),
            "quick": StudyArgs(),
            "paper": StudyArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
