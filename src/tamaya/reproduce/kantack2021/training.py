"""Compares the training of Cyclone in Kantack 2021 with other methods at the same effort."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tamaya.cyclone import (
    GUESS,
    EvolutionMethod,
    Factorial,
    Method,
    Regression,
    ScoreObjective,
    Study,
    cross_validated,
    measured,
    train,
)
from tamaya.game import Seed
from tamaya.plotting import OURS, PALE, titled
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import human_games
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

ITSELF, LIKE, PEOPLE = "with itself", "with the human-like style", "with a model of people"
PARTNERS: dict[str, tuple[str, ...]] = {
    ITSELF: (),
    LIKE: ("cyclone:human_like(form=table1)",),
    PEOPLE: ("human:all",),
}
SETUPS = {PEOPLE: "eger"}
"""set-up of the games, by objective; other objectives have the standard set-up"""
METHODS = ("factorial", "evolution")
TRAINED, TESTED = "in training", "on other decks"
AGREES = "moves of people held out"
NOTES = """\
All methods start from the same guess (1 for factors that help, -1 for factors that harm) and may
try the same number of weight vectors; regression needs none, and fits decisions only. `factorial`
is the paper's method: an experiment tries 81 vectors, and the best one starts the next. The paper
does not say how far weights move, which four weights are combined or how many games are played, so
we chose these. It compares all vectors on the same decks and overfits them: its weights score less
on other decks. `evolution` (CMA-ES) uses new decks for each generation. Scores are points kept;
errors are those of the games on other decks. The agreement is with held-out people of the public
games of Eger et al. 2017, by cross-validation; its errors are clustered by person."""


@dataclass(frozen=True, kw_only=True)
class TrainingArgs(Args):
    """Settings of the training."""

    vectors: int = 3000
    """weight vectors that a training may try"""
    games: int = 400
    """games of each weight vector"""
    test_games: int = 10_000
    """games of the test on other decks"""
    folds: int = 5
    """folds of the cross-validation by person"""
    people: int = 10_000
    """number of people at most"""
    seed: int = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck of the training."""
        return 0, self.games - 1


def _methods(args: TrainingArgs) -> dict[str, Method]:
    return {
        "factorial": Factorial(most=args.vectors, seed=args.seed),
        "evolution": EvolutionMethod(most=args.vectors, seed=args.seed),
    }


def measure(args: TrainingArgs, progress: Progress) -> list[TableCell]:
    """Trains for each objective by each method."""
    cells: list[TableCell] = []
    jobs = [(goal, name) for goal in PARTNERS for name in METHODS]
    for number, (goal, name) in enumerate(jobs):
        objective = ScoreObjective(
            partners=PARTNERS[goal], games=args.games, setup=SETUPS.get(goal, "standard")
        )
        training = train(objective, _methods(args)[name])
        (score,) = measured(training, objective, games=args.test_games).values()
        cells += [
            cell("score", f"{goal}, {name}", "weight vectors", training.tried),
            cell("score", f"{goal}, {name}", TRAINED, training.stages[-1].value),
            cell("score", f"{goal}, {name}", TESTED, score.mean, sem=score.sem),
        ]
        progress(0.7 * (number + 1) / len(jobs))
    cells += _agreement(args)
    progress(1.0)
    return cells


def _agreement(args: TrainingArgs) -> list[TableCell]:
    study = Study.of(human_games(args.people), name="HanabiData")
    methods = _methods(args) | {"regression": Regression()}
    cells = []
    for name, method in methods.items():
        share = cross_validated(study, args.folds, method, GUESS)
        cells.append(cell("agreement", name, AGREES, 100 * share.mean, sem=100 * share.sem))
    return cells


def grids(result: Result) -> list[Grid]:
    """Scores, and agreement with people."""
    rows = tuple(f"{goal}, {name}" for goal in PARTNERS for name in METHODS)
    columns = ("weight vectors", TRAINED, TESTED)
    scores = Grid(
        title="Mean score of the trained weights",
        corner="trained to score",
        header=columns,
        lines=grid(result, "score", 2, rows, columns),
    )
    methods = tuple(cell.row for cell in result.cells if cell.measure == "agreement")
    agreement = Grid(
        title="Percent of moves",
        corner="trained to move like people",
        header=(AGREES,),
        digits=1,
        lines=grid(result, "agreement", 2, methods, (AGREES,)),
    )
    return [scores, agreement]


def draw(result: Result, file: Path) -> None:
    """Scores in training and on other decks, for each objective."""
    figure = pictures.figure(4.4)
    colors = {TRAINED: PALE, TESTED: OURS}
    for axes, goal in zip(figure.subplots(1, len(PARTNERS), sharey=True), PARTNERS, strict=True):
        for shift, (column, color) in zip((-0.2, 0.2), colors.items(), strict=True):
            cells = [result.cell("score", 2, f"{goal}, {name}", column) for name in METHODS]
            places = [number + shift for number in range(len(METHODS))]
            bars = axes.bar(places, [cell.ours for cell in cells], 0.38, color=color, label=column)
            ink = "black" if column == TRAINED else "white"
            axes.bar_label(bars, fmt="%.2f", label_type="center", color=ink, fontsize=9)
        axes.set_xticks(range(len(METHODS)), METHODS)
        titled(axes, goal)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_training",
        paper=papers.KANTACK_2021,
        beyond=True,
        what="training weights with the paper's method and with others",
        needs=("HanabiData",),
        trains=True,
        duration="long",
        scales={
            "tiny": TrainingArgs(vectors=100, games=8, test_games=40, folds=2, people=8),
            "quick": TrainingArgs(vectors=600, games=200, test_games=2000),
            "paper": TrainingArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
