"""Table 1 of Kantack 2021: the weights of twelve factors, beside those that play."""

from __future__ import annotations

import math
from pathlib import Path

import tamaya as ty
from tamaya.cyclone import FORMS, MISPLAY, STYLES, Weights, published_weights
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.experiment import Experiment, MatchArgs, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid
from tamaya.stats import estimate

PRINTED = {
    "certain_play": (1, math.inf, 11),
    "misplay, lives to spare": (-1, -1, -1),
    "misplay, last life": (3, math.inf, 3),
    "partner_playable": (1.5, 10, 2),
    "partner_unplayable": (0, 0, 1),
    "safe_discard": (0.1, 0.55, 0.8),
    "unneeded_discard": (0.25, 1, 0),
    "play_singled_out": (3, 1.5, 5),
    "single_out_playable": (3, 3, 2),
    "single_out_unplayable": (0, -5, -4),
    "discard_singled_out": (-0.5, -2, -3),
    "discard_with_token": (0.5, 0.1, 0),
}
"""in the order of the table, by style"""
COSTS = {"misplay, last life", "partner_unplayable", "discard_with_token"}
"""printed without the minus sign of a cost; the last as a bonus of hints, which a cost of the other
moves that spend no token replaces"""
INFINITE = 1000.0
"""from here on a weight outweighs every other"""

NOTES = """\
Our weights as the published program has them (`code`) and with what the table says of unneeded
discards and of the self-play style (`table1`), beside the printed ones. Three rows are printed
without the sign of a cost and are compared without it; an infinite weight agrees with one that
outweighs all others. The table prints one cost for misplays with lives to spare, the program has
two, of which the first is shown. What the table adds to hints for each token, the program takes
from discards. Disagreements of `code` are those of the program with its paper: the sign of unneeded
discards, and four weights of the self-play style. Of both forms the score with itself is measured
(points kept)."""


def measure(args: MatchArgs, progress: Progress) -> list[TableCell]:
    """Reads the weights, and plays each style with itself."""
    cells: list[TableCell] = []
    for form in FORMS:
        for place, style in enumerate(STYLES):
            weights = published_weights()[style, form]
            for row, numbers in PRINTED.items():
                cells.append(_compared(form, style, row, _weight(weights, row), numbers[place]))
            name = f"cyclone:{style}(form={form})"
            matchup = ty.match(name, name, games=args.games, first_seed=args.first_seed)
            score = estimate(matchup.scores.astype(float))
            cells.append(
                TableCell(
                    measure=form,
                    players=2,
                    row="score with itself",
                    column=style,
                    ours=score.mean,
                    sem=score.sem,
                )
            )
            progress((FORMS.index(form) * len(STYLES) + place + 1) / (len(FORMS) * len(STYLES)))
    return cells


def _weight(weights: Weights, row: str) -> float:
    if row.startswith(MISPLAY):
        return weights.misplay[-1 if row.endswith("last life") else 0]
    return weights.by_factor[row]


def _compared(form: str, style: str, row: str, ours: float, printed: float) -> TableCell:
    mine, theirs = (abs(ours), abs(printed)) if row in COSTS else (ours, printed)
    agrees = mine >= INFINITE if math.isinf(theirs) else mine == theirs
    return TableCell(
        measure=form,
        players=2,
        row=row,
        column=style,
        ours=ours,
        sem=math.nan,
        theirs=None if math.isinf(printed) else float(printed),
        agrees=agrees,
    )


def grids(result: Result) -> list[Grid]:
    """The table in both forms."""
    rows = (*PRINTED, "score with itself")
    return [
        Grid(
            title=f"Weights, form `{form}` (the paper's)",
            corner="factor",
            header=STYLES,
            lines=tuple(
                tuple(result.cell(form, 2, row, style) for style in STYLES) for row in rows
            ),
        )
        for form in FORMS
    ]


def draw(result: Result, file: Path) -> None:
    """Weights of both forms side by side, large ones cut off."""
    figure = pictures.figure(5.6)
    for axes, form, shown in zip(figure.subplots(1, 2), FORMS, grids(result), strict=True):
        style = pictures.HeatStyle(f"weights, {form}", "{:g}", (-12, 12), "coolwarm_r")
        cut = Grid(title="", corner="", header=shown.header, lines=shown.lines[:-1])
        pictures.heat(axes, cut, pictures.ours(cut), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_table1",
        paper=papers.KANTACK_2021,
        what="Table 1, the weights of Cyclone's factors",
        joint=", ",
        same_agents=False,
        criterion="the printed weight",
        scales={
            "tiny": MatchArgs(games=20),
            "quick": MatchArgs(games=200),
            "paper": MatchArgs(games=2000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
