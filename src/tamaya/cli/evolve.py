"""`tamaya evolve`: evolves a pool of agents that play differently."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tamaya import TamayaError
from tamaya.arena import backend
from tamaya.cli.interruption import EXIT_CODE, keeps
from tamaya.cli.options import AsJson, BackendName, RayAddress, Threads
from tamaya.cli.pool_map import score_map
from tamaya.cli.pool_out import note
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines
from tamaya.errors import Interrupted
from tamaya.extras import install_command
from tamaya.features import feature_names
from tamaya.files import parquet
from tamaya.qd import PRESETS, EvolutionProgress, Run
from tamaya.qd import evolve as evolve_run

_QUICK = 50_000
"""candidates of a run by default, which takes about a minute"""
_WITHOUT_TABLES = (
    "archive.parquet, progress.parquet and report.html need Polars; the same command writes them "
    "where it is installed: "
)


@keeps("no candidates were finished; the same command starts again")
def evolve(
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Run folder. An existing run is resumed.")
    ],
    preset: Annotated[
        str, typer.Option(help=f"Settings to start from: {', '.join(PRESETS)}.")
    ] = "tamaya",
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written", help="With a paper's preset: follow its text where its program differs."
        ),
    ] = False,
    candidates: Annotated[
        int | None,
        typer.Option(
            help="Candidates to evaluate. A larger number extends an existing run.",
            show_default=f"those of the existing run; {_QUICK}; 1000000 with a paper's preset",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the run. Each seed gives another pool.")] = 0,
    feature: Annotated[
        list[str] | None,
        typer.Option(help=f"Feature of the map; repeat for several: {', '.join(feature_names())}."),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(help="Number of cells for each feature, like 5x5.", show_default="5x5"),
    ] = None,
    cells: Annotated[
        str | None,
        typer.Option(
            help="Cells of the map: grid (equal boxes), sliding (boxes whose borders follow the "
            "agents) or cvt (around centroids; --grid 100 is their number).",
            show_default="grid",
        ),
    ] = None,
    rulebook: Annotated[
        str | None,
        typer.Option(help="Rules to evolve from: tamaya or published.", show_default="tamaya"),
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(help="Rules of the game, like 'standard players=4'.", show_default="standard"),
    ] = None,
    length: Annotated[
        int | None, typer.Option(help="Number of rules of each agent.", show_default="15")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games that evaluate a new candidate.", show_default="50")
    ] = None,
    batch: Annotated[
        int | None, typer.Option(help="Candidates per batch.", show_default="1000")
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            help="Score to improve: self_play; with --partners mean, worst or regret (the largest "
            "distance from the best score known with a partner).",
            show_default="self_play",
        ),
    ] = None,
    partners: Annotated[
        str | None,
        typer.Option(help="Pool of partners to score with: a name, a file or a run folder."),
    ] = None,
    start_from: Annotated[
        list[str] | None,
        typer.Option(help="Agent to put among the first candidates; repeat for several."),
    ] = None,
    on: BackendName = "threads",
    threads: Threads = None,
    address: RayAddress = "",
    as_json: AsJson = False,
) -> None:
    """Evolve a pool of agents that play differently, each the best of its kind (MAP-Elites).

    Ctrl-C saves the run; the same command resumes it, with the same result. A larger --candidates
    extends a finished run. The folder gets pool.json (the pool, for use in other commands),
    archive.parquet, progress.parquet and report.html.

    Example: [bold]tamaya evolve runs/a[/] and then [bold]tamaya pool show runs/a[/]

    Example: [bold]tamaya evolve runs/paper --preset canaan2020 --seed 1[/] (a quarter of an hour)

    Example: [bold]tamaya evolve runs/b --feature risk_aversion --feature communicativeness
    --grid 10x10 --setup 'standard players=4'[/]
    """
    changes = {
        "candidates": _candidates(candidates, preset, out),
        "features": tuple(feature) if feature else None,
        "grid": None if grid is None else _grid(grid),
        "cells": cells,
        "rulebook": rulebook,
        "setup": setup,
        "length": length,
        "games": games,
        "batch": batch,
        "objective": objective,
        "partners": partners,
        "seeds_from": tuple(start_from) if start_from else None,
    }
    console = Console(stderr=True)
    try:
        run = _with_bar(
            lambda report: evolve_run(
                out,
                preset=preset,
                as_written=as_written,
                progress=report,
                seed=seed,
                on=backend(on, threads=threads, address=address),
                **{name: value for name, value in changes.items() if value is not None},
            ),
        )
    except Interrupted as stopped:
        run = stopped.of(Run)
    _tell(run, console, as_json=as_json)


def _candidates(asked: int | None, preset: str, folder: Path) -> int | None:
    """Size of the run that the options ask for; None for that of the folder or the preset."""
    is_new = not (folder / "config.toml").exists()
    return _QUICK if asked is None and preset == "tamaya" and is_new else asked


def _grid(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.lower().split("x"))
    except ValueError:
        raise TamayaError(f"not a grid: {text!r} (expected cells like 5x5 or 20x20)") from None


def _with_bar(work: Callable[[Callable[[EvolutionProgress], None]], Run]) -> Run:
    with progress_of("evolving") as shown:

        def report(now: EvolutionProgress) -> None:
            at = now.standing
            text = (
                f"{now.per_second:,.0f}/s  {at.coverage} niches  best {at.best:.2f}  "
                f"mean {at.mean:.2f}  QD {at.qd_score:.0f}"
            )
            shown.update(at.candidates, now.total, status=text)

        return work(report)


def _tell(run: Run, console: Console, *, as_json: bool) -> None:
    standing = run.latest()
    if not standing or standing["coverage"] == 0:
        console.print("interrupted before the first elite; run the same command to resume")
        raise typer.Exit(EXIT_CODE)
    pool, has_report = run.pool(), parquet.is_installed()
    if as_json:
        scores = [elite.score for elite in pool.elites]
        typer.echo(
            json.dumps(
                standing
                | {
                    "folder": str(run.folder),
                    "agents": len(pool),
                    "best": max((asdict(s) for s in scores if s), key=lambda s: s["mean"]),
                }
            )
        )
    else:
        screen = Console(highlight=False, markup=False)
        scores_text = score_map(pool, screen.width)
        if scores_text is not None:
            screen.print(scores_text)
        look = f"; open {run.folder}/report.html" if has_report else ""
        print_lines(f"{len(pool)} agents in {run.folder}/pool.json{look}", screen)
    if not has_report:
        note(_WITHOUT_TABLES + install_command("evolve"))
    tried, total = standing["candidates"], run.settings.candidates
    if tried < total:
        console.print(
            f"interrupted after {tried:,} of {total:,} candidates; run the same command to resume"
        )
        raise typer.Exit(EXIT_CODE)
