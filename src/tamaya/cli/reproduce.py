"""`tamaya reproduce`: measures tables and figures of the papers again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.reproduce import MissingData, Result, experiment, experiment_names
from tamaya.reproduce import page as pages
from tamaya.reproduce.experiment import Scale
from tamaya.reproduce.grid import Grid, is_exact
from tamaya.reproduce.grid import theirs as printed


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EXPERIMENT]...",
            help="Names of experiments, or all.",
            show_default="list them",
        ),
    ] = None,
    scale: Annotated[
        Scale,
        typer.Option(help="Size: tiny (seconds), quick (minutes) or paper (the published size)."),
    ] = "quick",
    out: Annotated[Path, typer.Option(help="Folder for results and pictures.")] = Path(
        "runs/reproduce"
    ),
    budget: Annotated[
        int | None,
        typer.Option(
            help="Rollouts for each move of agents that search.",
            min=1,
            show_default="set by the scale",
        ),
    ] = None,
    picture: Annotated[bool, typer.Option(help="Draw pictures (needs Matplotlib).")] = True,
    page: Annotated[
        Path | None,
        typer.Option(
            help="Write the page FOLDER/reproduction.md from the results in FOLDER/reproduction.",
            metavar="FOLDER",
        ),
    ] = None,
) -> None:
    """Measure tables and figures of the papers again. Without names, list the experiments.

    Every experiment prints our numbers with the published ones below, and how many agree. It fails
    if data that it needs is missing.

    Example: [bold]tamaya reproduce canaan2020_table1 --scale tiny[/]
    """
    if not names and page is None:
        _list()
    chosen = experiment_names() if names == ["all"] else names or []
    for name in [experiment(name).name for name in chosen]:  # unknown names fail early
        try:
            result = _run(name, scale, budget)
        except MissingData as missing:
            if names != ["all"]:
                raise
            typer.echo(f"\nskipped {name}: {missing}")
            continue
        _report(result, out, picture)
    if page is not None:
        typer.echo(f"wrote {pages.write(page)}")


def _list() -> None:
    for name in experiment_names():
        of = experiment(name)
        typer.echo(f"{name}\n    {of.what}\n    {of.paper}")


def _run(name: str, scale: Scale, budget: int | None) -> Result:
    columns = (TextColumn(name), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=1.0)
        report = lambda share: progress.update(task, completed=share)  # noqa: E731
        return experiment(name).run(scale, report, budget=budget)


def _report(result: Result, out: Path, picture: bool) -> None:
    of = experiment(result.experiment)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TamayaError(f"cannot create {str(out)!r}: {error.strerror or error}") from None
    written = [out / f"{of.name}.json"]
    write_whole(written[0], result.to_json())
    if picture:
        written.append(out / f"{of.name}.png")
        of.draw(result, written[1])
    console = Console(highlight=False)
    console.print(f"\n[bold]{of.paper}: {of.what}[/]", soft_wrap=True)
    console.print(_table(of.grids(result)[0]))
    if of.criterion:
        agree = f"{result.agreeing} of {len(result.compared)} agree with {of.source}"
        console.print(f"{agree} ({of.criterion})", soft_wrap=True)
    console.print(f"wrote {' and '.join(map(str, written))}", soft_wrap=True)


def _table(grid: Grid) -> Table:
    """Our numbers, with the published ones below them."""
    header = (name.removeprefix("with ").replace("_", " ") for name in grid.header)
    table = Table(grid.corner, *header, box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for line in grid.lines:
        published_texts = (
            f"\n[dim]{published}[/]" if (published := printed(cell)) else "" for cell in line
        )
        our_texts = (grid.ours(c) if is_exact(c) else f"{c.ours:.2f}" for c in line)
        label = line[0].row.replace("_", " ")
        table.add_row(label, *(a + b for a, b in zip(our_texts, published_texts, strict=True)))
    return table
