"""Figure 5 of Kantack 2021: the styles of Cyclone with each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.cyclone import FORMS, STYLES
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.experiment import (
    Experiment,
    Judgement,
    MatchArgs,
    Progress,
    Result,
    TableCell,
    register,
)
from tamaya.reproduce.grid import Grid
from tamaya.stats import Estimate, estimate

HL, HC, SP = STYLES
PAIRS = ((HL, HL), (HL, HC), (HL, SP), (HC, HC), (SP, HC), (SP, SP))
SCORINGS = ("points", "strict")
JOBS = (
    *((form, *pair) for form in FORMS for pair in PAIRS),
    ("sign", HL, SP),
    ("sign", SP, HC),
)
"""form and pair; the form `sign` is `table1` with the self-play style of the program"""
PRINTED = {(SP, SP): 20.6, (HC, HC): 20.1, (SP, HC): 20.8}
"""numbers of the figure that the paper's text gives"""
PRINTED_SEM = 0.3 / 1.96
"""from the paper's 95 % interval of ± 0.3"""

AGAIN = {
    ("code", HL, HL): (12.479, 0.048, 5.616, 0.079),
    ("code", HL, HC): (15.314, 0.026, 10.618, 0.077),
    ("code", HL, SP): (16.311, 0.053, 12.461, 0.093),
    ("code", HC, HC): (16.013, 0.023, 13.037, 0.068),
    ("code", SP, HC): (19.178, 0.021, 18.803, 0.035),
    ("code", SP, SP): (20.852, 0.020, 20.844, 0.021),
    ("table1", HL, HL): (15.121, 0.067, 9.976, 0.102),
    ("table1", HL, HC): (18.750, 0.030, 16.530, 0.070),
    ("table1", HC, HC): (20.659, 0.022, 20.244, 0.038),
    ("table1", SP, HC): (20.738, 0.021, 20.642, 0.026),
    ("table1", SP, SP): (20.795, 0.021, 20.782, 0.021),
    ("sign", HL, SP): (17.347, 0.056, 14.172, 0.094),
    ("sign", SP, HC): (20.755, 0.021, 20.678, 0.025),
}
"""10,000 games of another program that plays exactly as the original: points and their error,
strict score and its error"""

NOTES = """\
The styles are `cyclone:human_like` and so on, under standard rules, with half of the games in each
order of seats. `points` are kept when the last life is lost; `strict` counts such games as 0. The
paper does not say which it uses. In the form `code` the styles play move for move as the published
program. There, discarding a card that will never score has a cost, where Table 1 of the paper
prints a bonus. In the form `table1` it is a bonus, and the self-play style has the weights of the
table. The original was also run with the bonus and the program's self-play style; the second table
compares with that.

Numbers are compared with 10,000 games of another program that plays exactly as the original, and
with the three means in the paper's text (strict scores, 95 % interval ± 0.3). With the program's
sign, two of these means are missed by far. With the sign of the table all three agree, and only
then is the human-complementary style the best partner of the human-like one, as the paper says. In
the paper the mixed pair of self-play and human-complementary scores more than both pairs of equal
styles; here it does not in either form."""
WHY = """\
With the sign of the published program, two of the three printed means are missed by far; with the
sign of the paper's Table 1 none differs. This suggests that the figure was made with the sign of
the table."""


def measure(args: MatchArgs, progress: Progress) -> list[TableCell]:
    """Plays every pair in both forms, half of the games in each order of seats."""
    cells: list[TableCell] = []
    for number, (form, first, second) in enumerate(JOBS):
        points, strict = map(estimate, _scores(args, form, first, second))
        rerun, printed = AGAIN.get((form, first, second)), PRINTED.get((first, second))
        for place, (scoring, estimated) in enumerate((("points", points), ("strict", strict))):
            theirs = None if rerun is None else (rerun[2 * place], rerun[2 * place + 1])
            cells.append(_cell(f"{form} {scoring}", first, second, estimated, theirs))
        if printed is not None and form in FORMS:
            cells.append(
                TableCell(
                    measure=f"{form} printed",
                    players=2,
                    row=first,
                    column=second,
                    ours=strict.mean,
                    sem=strict.sem,
                    theirs=printed,
                    their_sem=PRINTED_SEM,
                    margin=POINTS,
                    same=True,
                )
            )
        progress((number + 1) / len(JOBS))
    return cells


def _named(form: str, style: str) -> str:
    as_coded = form == "code" or (form == "sign" and style == SP)
    return f"cyclone:{style}(form={'code' if as_coded else 'table1'})"


def _scores(
    args: MatchArgs, form: str, first: str, second: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points and strict scores of all games."""
    names = [_named(form, style) for style in (first, second)]
    half = args.games // 2
    played = [
        ty.match(*names, games=half, first_seed=args.first_seed),
        ty.match(*names[::-1], games=args.games - half, first_seed=args.first_seed + half),
    ]
    points = np.concatenate([matchup.scores for matchup in played]).astype(float)
    strict = np.concatenate([matchup.strict_scores for matchup in played]).astype(float)
    return points, strict


def _cell(
    measured: str, first: str, second: str, ours: Estimate, theirs: tuple[float, float] | None
) -> TableCell:
    judged: Judgement = {}
    if theirs is not None:
        judged = {"their_sem": theirs[1], "margin": POINTS, "same": True}
    return TableCell(
        measure=measured,
        players=2,
        row=first,
        column=second,
        ours=ours.mean,
        sem=ours.sem,
        theirs=None if theirs is None else theirs[0],
        **judged,
    )


def grids(result: Result) -> list[Grid]:
    """A line for each pair, with both forms and scorings."""
    columns = [(form, scoring) for form in FORMS for scoring in SCORINGS]
    pairs = Grid(
        title="Mean score ± standard error (the original's); bold where they disagree",
        corner="seats",
        header=tuple(f"{form}, {scoring}" for form, scoring in columns),
        lines=tuple(_line(result, pair, [f"{f} {s}" for f, s in columns]) for pair in PAIRS),
    )
    printed = Grid(
        title="Strict score (the paper's)",
        corner="seats",
        header=FORMS,
        lines=tuple(_line(result, pair, [f"{f} printed" for f in FORMS]) for pair in PRINTED),
    )
    mixed = Grid(
        title="Form `table1` with the self-play style of `code` (the original's)",
        corner="seats",
        header=SCORINGS,
        lines=tuple(
            _line(result, (first, second), [f"sign {scoring}" for scoring in SCORINGS])
            for form, first, second in JOBS
            if form == "sign"
        ),
    )
    return [pairs, mixed, printed]


def _line(result: Result, pair: tuple[str, str], measures: list[str]) -> tuple[TableCell, ...]:
    cells = [result.cell(measured, 2, *pair) for measured in measures]
    name = f"{pair[0]}, {pair[1]}"
    return tuple(replace(c, row=name, column=c.measure) for c in cells)


def draw(result: Result, file: Path) -> None:
    """Strict scores of all pairs in both forms."""
    figure = pictures.figure(5.0)
    axes = figure.subplots(1, 1)
    shown = grids(result)[0]
    style = pictures.HeatStyle("mean score of pairs of styles", "{:.2f}", (5, 21))
    pictures.heat(axes, shown, pictures.ours(shown), style)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_fig5",
        paper=papers.KANTACK_2021,
        what="Figure 5, the styles of Cyclone with each other",
        source="the original program, and the paper's text",
        labels={
            "code points": "form `code`, points (the original program)",
            "code strict": "form `code`, strict score (the original program)",
            "code printed": "form `code`, strict score (the paper)",
            "table1 points": "form `table1`, points (the original program)",
            "table1 strict": "form `table1`, strict score (the original program)",
            "table1 printed": "form `table1`, strict score (the paper)",
            "sign points": "form `table1`, self-play of `code`, points (the original program)",
            "sign strict": "form `table1`, self-play of `code`, strict (the original program)",
        },
        scales={
            "tiny": MatchArgs(games=20),
            "quick": MatchArgs(games=1000),
            "paper": MatchArgs(games=10_000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
