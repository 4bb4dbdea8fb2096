"""Table 1 of Kantack 2021: the printed weights of twelve factors, and those of the program."""

from __future__ import annotations

import math
from pathlib import Path

import tamaya as ty
from tamaya.cyclone import FORMS, MISPLAY, STYLES, Weights, published_weights
from tamaya.plotting import DIFFERENCES
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
"""rows that are printed without the minus sign of a cost. The last is printed as a bonus of hints;
the program has a cost of discards instead"""
INFINITE = 1000.0
"""weights from here on outweigh all others"""

NOTES = """\
The table shows our weights and the printed ones. The form `code` has the weights of the published
program; the form `table1` takes the weight of unneeded discards and the self-play style from the
paper's table. Three rows are printed without the sign of a cost, so their signs are not compared.
An infinite weight agrees with any weight that outweighs all others. The paper prints one cost for
misplays with lives to spare; the program has two, of which the first is shown. The paper adds a
bonus to hints for each token; the program subtracts it from discards. `code` disagrees where the
program disagrees with its paper: in the sign of unneeded discards, and in four weights of the
self-play style. The last row is the score of each style with itself (points kept)."""
WHY = """\
The program and the paper disagree: in the sign of unneeded discards, and in four weights of the
self-play style. The form `code` has the numbers of the program, `table1` those of the paper."""


def measure(args: MatchArgs, progress: Progress) -> list[TableCell]:
    """Compares the weights, and plays each style with itself."""
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
    our_size, their_size = (abs(ours), abs(printed)) if row in COSTS else (ours, printed)
    agrees = our_size >= INFINITE if math.isinf(their_size) else our_size == their_size
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
    """Weights of both forms side by side; colors are cut off at large weights."""
    figure = pictures.figure(5.6)
    for axes, form, shown in zip(figure.subplots(1, 2), FORMS, grids(result), strict=True):
        style = pictures.HeatStyle(f"weights, {form}", "{:g}", (-12, 12), DIFFERENCES)
        cut = Grid(title="", corner="", header=shown.header, lines=shown.lines[:-1])
        pictures.heat(axes, cut, pictures.ours(cut), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_table1",
        paper=papers.KANTACK_2021,
        what="Table 1, the weights of Cyclone's factors",
        same_agents=False,
        criterion="the printed weight",
        labels={
            "code": "weights of the form `code`",
            "table1": "weights of the form `table1`",
        },
        scales={
            "tiny": MatchArgs(games=20),
            "quick": MatchArgs(games=200),
            "paper": MatchArgs(games=2000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
