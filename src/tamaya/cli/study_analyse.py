"""`tamaya study analyse`: tests, tables and pictures of a study's data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note, progress_bar
from tamaya.cli.study_file import File
from tamaya.cli.wide import print_table
from tamaya.extras import extra

if TYPE_CHECKING:
    from tamaya.study.analysis.analysis import Analysis

_STEPS = 100


def analyse(
    file: File,
    data: Annotated[
        Path,
        typer.Argument(
            metavar="DATA",
            help="Exported folder, or the public data of the 2017 study.",
            show_default=False,
        ),
    ],
    pdf: Annotated[bool, typer.Option("--pdf", help="Also print the report to PDF.")] = False,
    moves: Annotated[
        bool, typer.Option("--moves/--no-moves", help="Compare moves with those of agents.")
    ] = True,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for report.html and analysis.json.")
    ] = Path("analysis"),
    as_json: AsJson = False,
) -> None:
    """Analyse a study as its file planned it, and write a report.

    The report holds scores by arm, planned contrasts, analyses of variance, mixed models, answers
    and their reliability, learning over games and agreement of moves, with pictures; the JSON file
    holds all numbers.

    Example: [bold]tamaya study analyse pilot.toml exported --out analysis[/]
    """
    with extra("study", "analyses need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.study.analysis.analysis import analyse as analysed  # noqa: PLC0415
        from tamaya.study.analysis.data import read_data  # noqa: PLC0415
        from tamaya.study.analysis.report import write_report  # noqa: PLC0415

    study = reading.read(file)
    tables = read_data(data, study)
    with progress_bar("comparing moves" if moves else "analysing", _STEPS) as report:
        result = analysed(
            study, tables, moves=moves, progress=lambda share: report(round(share * _STEPS))
        )
    title = study.title if isinstance(study.title, str) else study.title[study.languages[0]]
    paths = write_report(result, title, out, pdf=pdf)
    if as_json:
        typer.echo(result.to_json(), nl=False)
    else:
        _show(result)
    note(f"wrote {', '.join(map(str, paths))}")


def _show(result: Analysis) -> None:
    from tamaya.study.analysis.report import words  # noqa: PLC0415

    console = Console(highlight=False, markup=False)
    people = result.people
    console.print(f"{people.analysed} people analysed of {people.arrived}; {result.outcome} by arm")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("arm", "people", "mean", "95 % interval", "deviation"):
        table.add_column(name, justify="left" if name == "arm" else "right")
    for group in result.scores.by_arm:
        interval = words.interval(group.low, group.high)
        mean, deviation = words.number(group.mean), words.number(group.sd)
        table.add_row(group.name, str(group.size), mean, interval, deviation)
    print_table(console, table)
    for test in result.scores.contrasts:
        text = test.problem or (
            f"{words.number(test.difference)} ({words.interval(test.low, test.high)}), "
            f"p {words.equals(test.p_holm)} (Holm), effect {words.number(test.effect)}"
        )
        console.print(f"{test.first} minus {test.second}: {text}")
