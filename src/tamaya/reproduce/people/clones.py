"""How well models of people predict and imitate people they were not trained on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from tamaya.cyclone import GUESS, EvolutionMethod, Regression, Study, cross_validated
from tamaya.humans import (
    MOST_GAMES,
    STYLES,
    Agreement,
    CloneTrial,
    Lesson,
    agreement,
    calibration_steps,
    expected_error,
    try_clones,
    without_heavy,
)
from tamaya.plotting import OURS, PAPER
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import Estimate

CLONE = "model of people"
ASKED = ("legal_random", "eger:intentional", "eger:full", "cyclone:self_play(form=table1)")
TRAINED = {"Cyclone, evolution": "evolution", "Cyclone, regression": "regression"}
KINDS = {"same move": None, "plays": "play", "discards": "discard", "hints": "hint"}
SAME_KIND, LOSS, SURE = "same kind", "log-loss", "calibration error"
COLUMNS = (*KINDS, SAME_KIND)
PLACE = ("people", "people sd", CLONE, "model sd", "difference")
HALVES = "log-loss on second halves"
NOTES = f"""\
The people are those of the public games of Eger et al. 2017, in five-fold cross-validation: every
decision is predicted by a model that was trained without that person. People with more than
{MOST_GAMES} games are used for training, but not predicted. Errors are clustered by person. Agents
that were not trained on these people decide the same positions; an agent that gives probabilities
is represented by its likeliest move.

For the table `In the place of people`, the model plays each person's games several times, on the
same deck with the same computer, so it must not only predict single moves but play a person's game.
The last table tests whether groups of people with similar choices are meaningful: the first half of
a person's decisions determines the group, and the model of the group then predicts the second
half."""


@dataclass(frozen=True, kw_only=True)
class CloneArgs(StudyArgs):
    """Settings of the models."""

    epochs: int = Lesson.epochs
    """epochs of training a model"""
    folds: int = 5
    """folds of the cross-validation by person"""
    groups: int = 3
    """groups of people with similar choices"""
    repeats: int = 10
    """times that the model plays each game"""
    vectors: int = 1500
    """weight vectors that Cyclone's evolution tries"""


def measure(args: CloneArgs, progress: Progress) -> list[TableCell]:
    """Trains without each fold of the people, and predicts and plays that fold."""
    games = human_games(args.people)
    few = without_heavy(games, MOST_GAMES)
    cells: list[TableCell] = []
    for number, name in enumerate(ASKED):
        cells += _predicted(name, agreement(few, name))
        progress(0.2 * (number + 1) / len(ASKED))
    study = Study.of(games, most_games=MOST_GAMES, name="HanabiData")
    for number, (name, method) in enumerate(TRAINED.items()):
        training = EvolutionMethod(most=args.vectors) if method == "evolution" else Regression()
        share = cross_validated(study, args.folds, training, GUESS)
        cells.append(_percent(name, "same move", share))
        progress(0.2 + 0.1 * (number + 1))
    clone = try_clones(
        games,
        folds=args.folds,
        groups=args.groups,
        most=MOST_GAMES,
        repeats=args.repeats,
        lesson=Lesson(epochs=args.epochs),
        progress=lambda share: progress(0.4 + 0.6 * share),
    )
    return [*cells, *_predicted(CLONE, clone.agreement), *_of_clone(clone)]


def _predicted(name: str, answers: Agreement) -> list[TableCell]:
    cells = [_percent(name, column, answers.share(kind=kind)) for column, kind in KINDS.items()]
    return [*cells, _percent(name, SAME_KIND, answers.share(same_kind=True))]


def _percent(name: str, column: str, share: Estimate) -> TableCell:
    return cell("agreement", name, column, 100 * share.mean, sem=100 * share.sem)


def _of_clone(trial: CloneTrial) -> list[TableCell]:
    answers, loss = trial.agreement, trial.agreement.log_loss
    assert loss is not None  # models give probabilities
    common, groups = trial.second_halves
    cells = [
        cell("probabilities", CLONE, "people", len(answers.of_people)),
        cell("probabilities", CLONE, "decisions", len(answers)),
        cell("probabilities", CLONE, LOSS, loss.mean, sem=loss.sem),
        cell("probabilities", CLONE, SURE, expected_error(answers)),
        cell(HALVES, CLONE, "one for all", common),
        cell(HALVES, CLONE, "by group", groups),
    ]
    for number, step in enumerate(calibration_steps(answers)):
        right = step.right
        cells += [
            cell("sure", str(number), "probability", step.confidence),
            cell("sure", str(number), "right", right.mean, sem=right.sem),
        ]
    for style in STYLES:
        stand_in = trial.in_their_place.with_partner(f"eger:{style}")
        numbers = (
            (stand_in.their_score.mean, stand_in.their_score.sem),
            (stand_in.their_sd, math.nan),
            (stand_in.score.mean, stand_in.score.sem),
            (stand_in.sd, math.nan),
            (stand_in.difference.mean, stand_in.difference.sem),
        )
        cells += [
            cell("in their place", style, column, mean, sem=sem)
            for column, (mean, sem) in zip(PLACE, numbers, strict=True)
        ]
    return cells


def grids(result: Result) -> list[Grid]:
    """Predictions, games in people's place, and groups."""
    predictors = (*ASKED, CLONE)
    return [
        Grid(
            title="Percent of the decisions of people who were not in the training",
            corner="predictor",
            header=COLUMNS,
            digits=1,
            lines=grid(result, "agreement", 2, predictors, COLUMNS),
        ),
        Grid(
            title="Cyclone trained on the same people",
            corner="predictor",
            header=("same move",),
            digits=1,
            lines=grid(result, "agreement", 2, tuple(TRAINED), ("same move",)),
        ),
        Grid(
            title="Probabilities",
            corner="predictor",
            digits=3,
            exact_digits=3,
            header=("people", "decisions", LOSS, SURE),
            lines=grid(result, "probabilities", 2, (CLONE,), ("people", "decisions", LOSS, SURE)),
        ),
        Grid(
            title="In the place of people, by computer (points kept)",
            corner="with",
            header=PLACE,
            lines=grid(result, "in their place", 2, STYLES, PLACE),
        ),
        Grid(
            title=HALVES.capitalize(),
            corner="predictor",
            exact_digits=3,
            header=("one for all", "by group"),
            lines=grid(result, HALVES, 2, (CLONE,), ("one for all", "by group")),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Shares of predicted moves, and the calibration of the model."""
    figure = pictures.figure(5.0)
    left, right = figure.subplots(1, 2, width_ratios=(1.35, 1))
    names = (*ASKED, *TRAINED, CLONE)
    cells = [result.cell("agreement", 2, name, "same move") for name in names]
    colors = [PAPER if name == CLONE else OURS for name in names]
    bars = left.barh(
        range(len(names)),
        [cell.ours for cell in cells],
        color=colors,
        height=0.66,
        xerr=[2 * cell.sem for cell in cells],
        capsize=3,
    )
    left.bar_label(bars, fmt="%.1f", padding=6, fontsize=9.5)
    left.set_yticks(range(len(names)), names)
    left.invert_yaxis()
    left.set_xlim(0, 70)
    left.set_xlabel("percent of people's moves ± 2 standard errors")
    steps = sorted({int(cell.row) for cell in result.cells if cell.measure == "sure"})
    sure = [result.cell("sure", 2, str(n), "probability").ours for n in steps]
    truth = [result.cell("sure", 2, str(n), "right") for n in steps]
    right.plot([0, 1], [0, 1], color="#999999", linestyle="--", linewidth=1)
    right.errorbar(
        sure,
        [cell.ours for cell in truth],
        yerr=[0 if math.isnan(cell.sem) else 2 * cell.sem for cell in truth],
        color=PAPER,
        marker="o",
        capsize=2,
    )
    right.set(
        xlim=(0, 1),
        ylim=(0, 1),
        xlabel="probability of the likeliest move",
        ylabel="share of people who made it",
    )
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="people_clones",
        paper=papers.OWN,
        beyond=True,
        what="how well models predict and imitate people who were not in their training",
        needs=("HanabiData",),
        trains=True,
        duration="long",
        scales={
            "tiny": CloneArgs(people=30, epochs=1, folds=2, groups=1, repeats=1, vectors=60),
            "quick": CloneArgs(repeats=2),
            "paper": CloneArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
