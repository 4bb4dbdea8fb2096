"""`tamaya reproduce`: measures tables and figures of the papers again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tamaya.cli.command_words import renamed
from tamaya.cli.interruption import keeps
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines, print_table
from tamaya.files import make_folder, write_whole
from tamaya.plotting import new_figure
from tamaya.reproduce import Experiment, MissingData, Result, experiment, experiment_names
from tamaya.reproduce import page as pages
from tamaya.reproduce.comparisons import comparisons
from tamaya.reproduce.evolved_runs import shipped_pools
from tamaya.reproduce.experiment import Scale
from tamaya.reproduce.grid import Grid, is_exact
from tamaya.reproduce.grid import theirs as printed
from tamaya.reproduce.repetition import earlier_result, repetition

_STEPS = 1000
"""steps in which the progress of an experiment is shown"""


@keeps("finished experiments are in {out}; name the others to continue", file="{out}")
@renamed(no_picture="no_plot")
def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EXPERIMENT",
            help="Names of experiments, or all.",
            show_default="list them",
        ),
    ] = None,
    scale: Annotated[
        Scale,
        typer.Option(help="Size: tiny (seconds), quick (minutes) or paper (the published size)."),
    ] = "quick",
    budget: Annotated[
        int | None,
        typer.Option(
            help="Rollouts for each move of agents that search.",
            min=1,
            show_default="set by the scale",
        ),
    ] = None,
    shipped: Annotated[
        bool,
        typer.Option(
            "--shipped",
            help="Use the pools that come with the package instead of evolving them again.",
        ),
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option(
            help="Write FOLDER/reproduction.md and a page for each paper from the results in "
            "FOLDER/reproduction.",
            metavar="FOLDER",
        ),
    ] = None,
    no_plot: Annotated[
        bool, typer.Option("--no-plot", help="Draw no pictures; they need Matplotlib.")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            help="Compare every number with the results in FOLDER, and fail if one differs.",
            metavar="FOLDER",
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for results and pictures.")
    ] = Path("runs/reproduce"),
    as_json: AsJson = False,
) -> None:
    """Measure tables and figures of the papers again. Without names, list the experiments.

    Every experiment prints our numbers with the published ones below, and whether they agree. An
    experiment whose data is missing fails; with [bold]all[/], the others are measured first.

    Example: [bold]tamaya reproduce canaan2020_table1 --scale tiny[/]
    """
    chosen = experiment_names() if names == ["all"] else names or []
    if not names and page is None:
        _list(as_json=as_json)
    if chosen and not no_plot:
        new_figure(1, 1)  # fails now, not after the games, if Matplotlib is missing
    abouts = [experiment(name) for name in chosen]  # unknown names fail early
    earlier = {} if against is None else _earlier(against, abouts, scale, budget)
    results: list[Result] = []
    skipped: list[str] = []
    different: list[str] = []
    for name in chosen:
        try:
            with shipped_pools() if shipped else nullcontext():
                result = _run(name, scale, budget)
        except MissingData as missing:
            if names != ["all"]:
                raise
            note(f"\nskipped {name}: {missing}")
            skipped.append(name)
            continue
        written = _write(result, out, picture=not no_plot)
        if as_json:
            results.append(result)
        else:
            _report(result)
        note(f"wrote {' and '.join(map(str, written))}")
        if name in earlier and not _is_repeated(result, earlier[name]):
            different.append(name)
    if as_json and chosen:
        typer.echo(json.dumps([_as_dict(result) for result in results], indent=2, allow_nan=False))
    if page is not None:
        note(f"wrote {', '.join(map(str, pages.write(page)))}")
    _fail(chosen, skipped, different)


def _earlier(
    folder: Path, abouts: Sequence[Experiment[Any]], scale: Scale, budget: int | None
) -> dict[str, Result]:
    return {
        of.name: earlier_result(folder, of.name, of.args(scale, budget=budget)) for of in abouts
    }


def _is_repeated(result: Result, earlier: Result) -> bool:
    """Whether all numbers are those of the earlier result; says how many."""
    repeated = repetition(result, earlier)
    note(f"compared with the earlier result: {repeated}")
    if repeated.different and experiment(result.experiment).trains:
        note("it trains weights, so other kinds of processors give other numbers")
    return not repeated.different


def _fail(chosen: Sequence[str], skipped: Sequence[str], different: Sequence[str]) -> None:
    """Fails if experiments were skipped or gave other numbers than before."""
    if different:
        note(f"{len(different)} of {len(chosen)} experiments differ: {', '.join(different)}")
    if skipped:
        missing_data = f"{len(skipped)} of {len(chosen)} experiments lack data"
        raise MissingData(f"{missing_data} and were skipped: {', '.join(skipped)}")
    if different:
        raise typer.Exit(1)


def _list(*, as_json: bool) -> None:
    experiments = [experiment(name) for name in experiment_names()]
    if as_json:
        body = [{"name": of.name, "what": of.what, "paper": of.paper} for of in experiments]
        typer.echo(json.dumps(body, indent=2))
        return
    for of in experiments:
        print_lines(f"{of.name}\n    {of.what}\n    {of.paper}")


def _run(name: str, scale: Scale, budget: int | None) -> Result:
    with progress_of(name, _STEPS) as shown:
        return experiment(name).run(
            scale, lambda share: shown.update(round(share * _STEPS)), budget=budget
        )


def _write(result: Result, out: Path, *, picture: bool) -> list[Path]:
    """Writes the result and its picture; returns their paths."""
    of = experiment(result.experiment)
    make_folder(out)
    written = [out / f"{of.name}.json"]
    write_whole(written[0], result.to_json())
    if picture:
        written.append(out / f"{of.name}.png")
        of.draw(result, written[1])
    return written


def _report(result: Result) -> None:
    of = experiment(result.experiment)
    console = Console(highlight=False)
    print_lines(Text(f"\n{of.paper}: {of.what}", "bold"), console)
    print_table(console, _table(of.grids(result)[0]))
    for line in _verdicts(result):
        print_lines(line, console)


def _as_dict(result: Result) -> dict[str, object]:
    """The result file, and the verdicts that the terminal shows."""
    body: dict[str, object] = json.loads(result.to_json())
    return {**body, "verdicts": _verdicts(result)}


def _verdicts(result: Result) -> list[str]:
    """A line for each kind of number that is compared with published ones."""
    of = experiment(result.experiment)
    if result.compared and result.scale == "tiny":
        return [f"no verdict at scale tiny: too few games to compare with {of.source}"]
    lines = []
    for comparison in comparisons(result):
        numbers = [] if comparison.theirs is None else [f"{comparison.theirs:.2f} published"]
        numbers += [] if comparison.ours is None else [f"{comparison.ours:.2f} ours"]
        numbers += (
            [] if comparison.difference is None else [f"difference {comparison.difference:2}"]
        )
        note = f" ({comparison.note})" if comparison.note else ""
        name = of.labels.get(comparison.name, comparison.name)
        texts = [name, *([", ".join(numbers)] if numbers else []), comparison.verdict]
        lines.append(": ".join(texts) + note)
    return lines


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
