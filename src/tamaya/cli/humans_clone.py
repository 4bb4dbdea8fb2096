"""`tamaya humans clone`: trains models that play like people."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya
from tamaya.cli.humans_games import People, chosen
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note, plain, progress_bar
from tamaya.cli.wide import print_lines, print_table
from tamaya.humans import calibration
from tamaya.humans.agreement import KINDS
from tamaya.humans.clone import EVERYBODY, CloneTrial, clones, halves, try_clones
from tamaya.humans.games import MOST_GAMES
from tamaya.humans.learning import Lesson
from tamaya.humans.model import PersonModel, Provenance
from tamaya.stats import Estimate

_STEPS = 1000
"""length of the progress bar"""


def clone(
    path: People,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the models.")],
    groups: Annotated[
        int, typer.Option(help="Groups of people who play alike; each gets a model too.", min=1)
    ] = 3,
    folds: Annotated[
        int,
        typer.Option(help="Folds of cross-validation by person; 0 for none.", min=0),
    ] = 5,
    heavy: Annotated[
        int,
        typer.Option(
            help="People with more games are used for training, but not for testing.", min=1
        ),
    ] = MOST_GAMES,
    most: Annotated[
        int,
        typer.Option(help="Weigh people with more decisions as if they had made this many.", min=1),
    ] = Lesson.most,
    half: Annotated[
        int | None,
        typer.Option(
            help="Train with one random half of the people, 1 or 2, so that the other half can "
            "test what learns from the models. The halves are always the same; people with more "
            "games than --heavy are in half 1.",
            min=1,
            max=2,
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Seed of the starting weights and the folds.", min=0)
    ] = 0,
    about: Annotated[
        str, typer.Option(help="Data set and licence, for the provenance of the models.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Train models of people, which every command accepts as agents: human:OUT/all.npz.

    First it cross-validates by person: models trained on the other people predict the decisions of
    the held-out people, and play their games again on the same decks with the same partners.

    Example: [bold]tamaya humans clone people.jsonl --out clones[/]
    """
    games = chosen(path, None, None)
    if half:
        games = halves(games, most=heavy)[half - 1]
    lesson = Lesson(most=most, seed=seed)
    trial: CloneTrial | None = None
    if folds:
        with progress_bar("folds", _STEPS) as report:
            trial = try_clones(
                games,
                folds=folds,
                groups=groups,
                most=heavy,
                lesson=lesson,
                progress=lambda share: report(round(share * _STEPS)),
            )
        if not as_json:
            _print(trial)
    provenance = Provenance(
        what="people",
        data=about or path.name,
        people=0,
        decisions=0,
        lesson={},
        version=tamaya.__version__,
        found={} if trial is None else _numbers(trial),
    )
    with progress_bar("models", _STEPS) as report:
        models = clones(
            games,
            groups=groups,
            about=provenance,
            lesson=lesson,
            progress=lambda share: report(round(share * _STEPS)),
        )
    _write(models, out)
    if trial is not None:
        calibration.draw([trial.agreement], out / "calibration.png")
        note(f"wrote {out / 'calibration.png'}")
    if as_json:
        typer.echo(_json(models, trial, out))


def _write(models: dict[str, PersonModel], out: Path) -> None:
    for name, model in models.items():
        model.save(out / f"{name}.npz")
        about = model.provenance
        note(f"wrote {out / name}.npz: {about.people:,} people, {about.decisions:,} decisions")
    note(f"now: tamaya match human:{out / EVERYBODY}.npz piers --setup eger")


def _json(models: dict[str, PersonModel], trial: CloneTrial | None, out: Path) -> str:
    numbers = {} if trial is None else {name: plain(n) for name, n in _numbers(trial).items()}
    body = {
        "models": [
            {
                "file": str(out / f"{name}.npz"),
                "people": model.provenance.people,
                "decisions": model.provenance.decisions,
            }
            for name, model in models.items()
        ],
        "cross_validation": numbers or None,
        "version": tamaya.__version__,
    }
    return json.dumps(body, indent=2, allow_nan=False)


def _numbers(trial: CloneTrial) -> dict[str, float]:
    loss = trial.agreement.log_loss
    return {
        "same_move": round(trial.agreement.share().mean, 4),
        "same_move_sem": round(trial.agreement.share().sem, 4),
        "log_loss": math.nan if loss is None else round(loss.mean, 4),
        "calibration_error": round(calibration.expected_error(trial.agreement), 4),
    }


def _print(trial: CloneTrial) -> None:
    console = Console(highlight=False, markup=False)
    answers = trial.agreement
    loss = answers.log_loss
    print_lines(
        f"{len(answers):,} decisions of {len(answers.of_people):,} people, predicted by models "
        "trained on other people",
        console,
    )
    print_lines(
        f"same move {_percent(answers.share())}, same kind "
        f"{_percent(answers.share(same_kind=True))}",
        console,
    )
    console.print(
        ", ".join(f"{kind}s {100 * answers.share(kind=kind).mean:.1f} %" for kind in KINDS)
    )
    console.print(
        f"log-loss {'-' if loss is None else loss}, "
        f"calibration error {calibration.expected_error(answers):.3f}"
    )
    common, mixed = trial.second_halves
    print_lines(
        f"log-loss on the second half of each person's decisions: {common:.3f}, with the group "
        f"inferred from the first half {mixed:.3f}",
        console,
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("in their place", "people", "sd", "clone", "sd", "difference"):
        table.add_column(name, justify="left" if name == "in their place" else "right")
    for name in trial.in_their_place.names:
        scores = trial.in_their_place.with_partner(name)
        table.add_row(
            f"with {name}",
            str(scores.their_score),
            f"{scores.their_sd:.2f}",
            str(scores.score),
            f"{scores.sd:.2f}",
            str(scores.difference),
        )
    console.print()
    print_table(console, table)


def _percent(share: Estimate) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.sem:.1f} %"
