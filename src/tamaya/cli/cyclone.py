"""`tamaya cyclone`: trains and shows weights of Cyclone."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya import TamayaError
from tamaya.agents.cyclone_terms import FREE, vector_of
from tamaya.agents.families.cyclone import STYLES, Weights, published, read_weights
from tamaya.agents.made_for import DEFAULT
from tamaya.cli.cyclone_discover import discover_factors
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import AsJson, FirstSeed, SetupText, Strict, Threads
from tamaya.cli.pool_out import numbers
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines, print_table
from tamaya.cyclone import (
    AgreementObjective,
    Objective,
    ScoreObjective,
    Training,
    note_of,
    train,
    write_weights,
)
from tamaya.cyclone.evolution import EvolutionMethod
from tamaya.cyclone.factorial import Factorial
from tamaya.cyclone.regression import Regression
from tamaya.cyclone.stage import Stage
from tamaya.cyclone.study import HELD_OUT, Study
from tamaya.cyclone.training import Method, starting_weights
from tamaya.cyclone.training_notes import TrainingNotes, cross_validated, measured
from tamaya.humans.games import MOST_GAMES

app = typer.Typer(
    help="Train and show weights of Cyclone, an agent that adds up weighted factors of each move.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


app.command("discover")(discover_factors)


class TrainingGoal(StrEnum):
    """Objectives of training."""

    agreement = "agreement"
    self_play = "self-play"
    partner = "partner"


class MethodName(StrEnum):
    """Methods of training."""

    evolution = "evolution"
    factorial = "factorial"
    regression = "regression"


class CombinedScore(StrEnum):
    """How scores with several partners are combined."""

    mean = "mean"
    worst = "worst"


_VECTORS = 4000


@app.command("train")
def train_weights(
    out: Annotated[Path, typer.Option(help="TOML file to write.")],
    objective: Annotated[
        TrainingGoal,
        typer.Option(
            help="What to maximize: agreement (moves of people), self-play (score with itself) or "
            "partner (score with others)."
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            help="For agreement: games of people, imported or the folder of the 2017 study.",
            show_default=False,
        ),
    ] = None,
    held_out: Annotated[
        float, typer.Option(help="For agreement: share of people held out for testing.")
    ] = HELD_OUT,
    folds: Annotated[
        int | None,
        typer.Option(
            help="For agreement: folds of an additional cross-validation by person.",
            show_default="none",
        ),
    ] = None,
    most_games: Annotated[
        int, typer.Option(help="For agreement: leave out people with more games than this.")
    ] = MOST_GAMES,
    partner: Annotated[
        list[str] | None,
        typer.Option(
            help="For partner: agent to play with; repeat for several.", show_default=False
        ),
    ] = None,
    over: Annotated[
        CombinedScore,
        typer.Option(help="With several partners: maximize the mean or the worst score."),
    ] = CombinedScore.mean,
    method: Annotated[
        MethodName,
        typer.Option(
            help="Method: evolution (CMA-ES), factorial (experiments over four weights, as in the "
            "paper) or regression (softmax of values, for agreement only)."
        ),
    ] = MethodName.evolution,
    start: Annotated[
        str,
        typer.Option(help=f"Weights to start from: guess, {', '.join(STYLES)} or a file."),
    ] = "guess",
    vectors: Annotated[
        int | None,
        typer.Option(
            help="Largest number of weight vectors to try.",
            show_default=f"{_VECTORS}; factorial: until no vector is better",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Games for each weight vector (self-play, partner).")
    ] = 400,
    setup: SetupText = None,
    strict: Strict = False,
    first_seed: FirstSeed = 0,
    seed: Annotated[int, typer.Option(help="Seed of the training and the split.")] = 0,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Train weights, test them on held-out data, and write them with a record of the training.

    Every command then accepts [bold]cyclone:weights(FILE)[/] as an agent. The file is updated
    during training: Ctrl-C loses nothing, and --start FILE continues from there.

    Example: [bold]tamaya cyclone train --objective self-play --out mine.toml[/]

    Example: [bold]tamaya cyclone train --objective partner --partner piers --partner eger:full
    --over worst --out helper.toml[/]

    Example: [bold]tamaya cyclone train --objective agreement --data HanabiData --out like.toml[/]
    """
    first = starting_weights(start)
    study = None
    target: Objective
    if objective is TrainingGoal.agreement:
        if data is None:
            raise TamayaError("--objective agreement needs --data FOLDER with games of people")
        study = Study.read(data, most_games=most_games, held_out=held_out, seed=seed)
        target = AgreementObjective(study.training)
    else:
        if (objective is TrainingGoal.partner) != bool(partner):
            raise TamayaError("--objective partner and --partner NAME go together")
        target = ScoreObjective(
            partners=tuple(partner or ()),
            over=over,
            games=games,
            setup=DEFAULT if setup is None else setup,
            first_seed=first_seed,
            strict=strict,
            threads=threads,
        )
    method_settings = _method(method, vectors, seed)
    notes = TrainingNotes(target, method_settings, start, study)
    training = _with_bar(target, method_settings, first, out, notes)
    results = measured(training, target, None if study is None else study.test)
    if study is not None and folds is not None:
        name = f"of all {len(study.people)} people, in {folds}-fold cross-validation"
        results[name] = cross_validated(study, folds, method_settings, first)
    lines = notes.after(training, results)
    write_weights(out, training.weights, lines)
    if as_json:
        tests = {name: numbers(value) for name, value in results.items()}
        typer.echo(_json(out, training.weights, {"tests": tests}))
        return
    print_lines("\n".join([*lines, f"written: {out}"]))


def _method(method: MethodName, vectors: int | None, seed: int) -> Method:
    if method is MethodName.factorial:
        return Factorial(most=vectors, seed=seed)
    if method is MethodName.evolution:
        return EvolutionMethod(most=_VECTORS if vectors is None else vectors, seed=seed)
    return Regression()


def _with_bar(
    target: Objective, method_settings: Method, first: Weights, out: Path, notes: TrainingNotes
) -> Training:
    reached: Stage | None = None
    most = None if isinstance(method_settings, Regression) else method_settings.most
    try:
        with progress_of("training", most) as shown:

            def report(stage: Stage) -> None:
                nonlocal reached
                reached = stage
                text = f"{stage.tried:,} weight vectors, at {stage.value:.4g}, {stage.description}"
                shown.update(stage.tried, status=text)

            return train(
                target, method_settings, start=first, out=out, note=notes.so_far, tell=report
            )
    except KeyboardInterrupt:
        if reached is None:
            raise
        Console(stderr=True, highlight=False).print(
            f"interrupted after {reached.tried:,} weight vectors; the weights so far are in {out} "
            f"(--start {out} continues from them)",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(EXIT_CODE) from None


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="TOML file of weights.")],
    as_json: AsJson = False,
) -> None:
    """Show weights next to the published styles, and how they were trained.

    Example: [bold]tamaya cyclone show mine.toml[/]
    """
    weights = read_weights(file)
    if as_json:
        typer.echo(_json(file, weights, {}))
        return
    console = Console(highlight=False, markup=False)
    for line in note_of(file.read_text("utf-8")):
        print_lines(line, console)
    styles = [published()[style, "table1"] for style in STYLES]
    table = Table("weight", file.stem, *STYLES, box=None, header_style="bold")
    for column in table.columns:
        column.no_wrap = True
        column.justify = "left" if column is table.columns[0] else "right"
    for name, *values in zip(FREE, *map(vector_of, (weights, *styles)), strict=True):
        table.add_row(name, *(f"{value:.4g}" for value in values))
    print_table(console, table)


def _json(file: Path, weights: Weights, more: dict[str, object]) -> str:
    values = [float(number) for number in vector_of(weights)]
    body = {"file": str(file), "weights": dict(zip(FREE, values, strict=True)), **more}
    return json.dumps(body, indent=2, allow_nan=False)
