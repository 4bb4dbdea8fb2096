"""Figure 3 of Kantack 2021: when Cyclone gives up cards, with the paper's factors trained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tamaya.cyclone import (
    DEFICITS,
    STYLES,
    Factorial,
    PaperWeights,
    ScoreObjective,
    paper_cyclone_of,
    paper_weights,
    train_paper,
)
from tamaya.game import Seed
from tamaya.numbers import Floats
from tamaya.plotting import LINES, PALE
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.experiment import (
    Args,
    Experiment,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

DECK = 40
"""cards in the deck when a game begins"""
NOTHING, PROGRAM, PAPER, TRAINED = "nothing", "as the program", "as the paper", "as trained"
CURVES: dict[str, tuple[float, ...]] = {
    NOTHING: (-1, -1, -1, -1),
    PROGRAM: (-1, 3, 5, 7),
    PAPER: (0, 4, 14, 29),
}
"""for deficits of 2 to 5, the largest deck with which such cards are given up"""
PRINTED = {5: 29}
"""the only deck size that the paper's text gives: fives of unplayed colors, from 29 cards on"""
TABLE1, FITTED = "weights of Table 1", "trained weights"
AHEAD = "points ahead of giving up nothing"
NOTES = """\
`cyclone:self_play(form=paper)` has the twelve factors as the paper defines them: each weight times
a probability or a quantity, hint tokens added to hints, and cards that are given up count as
unneeded. The published program, and so `form=code`, differs in each of these. The curve of the
figure is four numbers, one for each deficit (a card's rank minus the highest played rank of its
color): with at most so many cards in the deck, such cards are given up. All sixteen numbers are
trained for the score with itself by the paper's factorial experiments, from the weights of Table 1
and a curve through the two points that the paper's text gives (the equation of the figure is not
in the text). The program's curve gives up far less than the paper's.

The weights of Table 1 cannot be weights times probabilities. With a weight of 11 for a playable
card and -1 for another, the self-play style plays cards that are playable with a probability of
ten percent, and loses all its lives; in the program, most of this weight counts only for certain
plays. Trained, the same factors score with themselves more than the paper's self-play style (20.6).
The human-complementary style, whose infinite cost protects the last life, loses two lives early.
The curve hardly matters. With a weight of 0 for unneeded discards, as Table 1 prints for the
self-play style, nothing depends on it; with trained weights, no curve differs from giving up
nothing by more than a tenth of a point, and the trained curve is not even monotone: there is too
little to learn from. Scores are points kept; all curves play the same decks, and differences are
paired. `cyclone:paper` has the trained weights."""


@dataclass(frozen=True, kw_only=True)
class CurveArgs(Args):
    """Settings of the training and of the test."""

    vectors: int = 2000
    """weight vectors that the training may try"""
    games: int = 400
    """games of each weight vector"""
    test_games: int = 5000
    """games of each curve on other decks"""
    seed: int = 0
    first_test_seed: Seed = 1_000_000

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck of the test."""
        return self.first_test_seed, self.first_test_seed + self.test_games - 1


def measure(args: CurveArgs, progress: Progress) -> list[TableCell]:
    """Trains the weights and the curve, and compares the curves on other decks."""
    start = paper_weights()["self_play"]
    objective = ScoreObjective(games=args.games, make=paper_cyclone_of)
    settings = Factorial(most=args.vectors, seed=args.seed)
    training = train_paper(
        objective, start, settings, tell=lambda stage: progress(0.8 * stage.tried / args.vectors)
    )
    curves = CURVES | {TRAINED: training.weights.give_up}
    cells = [
        cell("curve", name, f"deficit {deficit}", deck, theirs=_printed(name, deficit))
        for name, curve in curves.items()
        for deficit, deck in zip(DEFICITS, curve, strict=True)
    ]
    cells += _compared(args, {TABLE1: start, FITTED: training.weights}, curves)
    cells += [
        cell("weights", factor, column, weights.by_factor[factor])
        for column, weights in ((TABLE1, start), (FITTED, training.weights))
        for factor in weights.by_factor
    ]
    cells.append(cell("training", "self-play", "weight vectors", training.tried))
    cells.append(cell("training", "self-play", "score in training", training.stages[-1].value))
    for style in STYLES:
        points, strict = _games(args, paper_weights()[style].vector)
        cells.append(cell("styles", style, "points", estimate(points)))
        cells.append(cell("styles", style, "strict", estimate(strict)))
    progress(1.0)
    return cells


def _printed(name: str, deficit: int) -> float | None:
    return PRINTED.get(deficit) if name == TRAINED else None


def _games(args: CurveArgs, vector: Floats) -> tuple[Floats, Floats]:
    """Points and strict scores with itself."""
    played = []
    for strict in (False, True):
        objective = ScoreObjective(games=args.test_games, strict=strict, make=paper_cyclone_of)
        played.append(objective.scores(vector[None], args.first_test_seed)[0][0])
    return played[0], played[1]


def _compared(
    args: CurveArgs,
    weights: dict[str, PaperWeights],
    curves: dict[str, tuple[float, ...]],
) -> list[TableCell]:
    cells = []
    for column, chosen in weights.items():
        scores = {
            name: _games(args, replace(chosen, give_up=curve).vector)[0]
            for name, curve in curves.items()
        }
        for name, points in scores.items():
            cells.append(cell("score", name, column, estimate(points)))
            if name != NOTHING:
                lead = estimate(points - scores[NOTHING])
                cells.append(cell(AHEAD, name, column, lead))
    return cells


def grids(result: Result) -> list[Grid]:
    """The curves, their scores, and the weights."""
    curves, columns = (*CURVES, TRAINED), (TABLE1, FITTED)
    deficits = tuple(f"deficit {deficit}" for deficit in DEFICITS)
    factors = tuple(dict.fromkeys(c.row for c in result.cells if c.measure == "weights"))
    return [
        Grid(
            title="Largest deck with which a card is given up (the paper's text); -1: never",
            corner="curve",
            header=deficits,
            lines=grid(result, "curve", 2, curves, deficits),
            exact_digits=1,
        ),
        Grid(
            title="Mean score with itself ± standard error, on other decks",
            corner="gives up",
            header=columns,
            lines=grid(result, "score", 2, curves, columns),
        ),
        Grid(
            title="Points ahead of giving up nothing, paired by deck",
            corner="gives up",
            header=columns,
            lines=grid(result, AHEAD, 2, curves[1:], columns),
        ),
        Grid(
            title="Weights",
            corner="factor",
            header=columns,
            lines=grid(result, "weights", 2, factors, columns),
        ),
        Grid(
            title="The styles of Table 1 with these factors, each with itself",
            corner="style",
            header=("points", "strict"),
            lines=grid(result, "styles", 2, STYLES, ("points", "strict")),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """The curves: the largest deficit that is kept, by cards in the deck."""
    figure = pictures.figure(4.2)
    axes = figure.subplots(1, 1)
    decks = np.arange(DECK + 1)
    colors = {NOTHING: PALE, PROGRAM: LINES[3], PAPER: LINES[0], TRAINED: LINES[1]}
    for shift, (name, color) in enumerate(colors.items()):
        limits = [result.cell("curve", 2, name, f"deficit {d}").ours for d in DEFICITS]
        weights = PaperWeights({}, tuple(limits))
        heights = [weights.most_deficit(int(deck)) + 0.03 * shift for deck in decks]
        axes.step(decks, heights, where="mid", color=color, label=name, linewidth=1.8)
    axes.set_xlim(DECK, 0)
    axes.set_xlabel("cards in the deck")
    axes.set_ylabel("largest deficit that is kept")
    axes.legend(title="gives up", frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_fig3",
        paper=papers.KANTACK_2021,
        what="Figure 3, when cards are given up, with the paper's factors trained",
        source="the paper's text",
        same_agents=False,
        duration="long",
        scales={
            "tiny": CurveArgs(vectors=81, games=4, test_games=20),
            "quick": CurveArgs(vectors=700, games=200, test_games=1000),
            "paper": CurveArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
