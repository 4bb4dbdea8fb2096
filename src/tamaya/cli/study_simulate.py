"""`tamaya study simulate`: lets models of people take part in a study on a real server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import progress_bar
from tamaya.cli.study_file import File
from tamaya.extras import extra

if TYPE_CHECKING:
    from tamaya.web.simulated.crowd import CrowdResult


def simulate(
    file: File,
    people: Annotated[int, typer.Option(help="Number of simulated participants.")] = 20,
    browsers: Annotated[
        int, typer.Option(help="Number of participants in real browsers (needs Playwright).")
    ] = 0,
    at_once: Annotated[
        int, typer.Option(help="Largest number of participants at the same time.")
    ] = 200,
    drop_out: Annotated[float, typer.Option(help="Share of people who leave early.")] = 0.1,
    think: Annotated[float, typer.Option(help="Mean seconds to think per move and answer.")] = 0.0,
    url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Address of a server that runs the study.",
            show_default="a new server",
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the export.", show_default="none"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Sampling seed.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Let models of people take part in a study, over the network as browsers do.

    They see what a page would be sent, play, answer as people of 2017 did, and some leave early.
    When the time of a page is up, they hand it in as it is. The command starts a server for them,
    without delays and rate limits, and compares everything that it stored with what they did. With
    --url they visit a running server; its rate limits apply.

    Example: [bold]tamaya study simulate pilot.toml --people 50 --out export[/]
    """
    with extra("study", "simulations need more libraries"):
        from tamaya.web.simulated import crowd  # noqa: PLC0415

    args = crowd.CrowdArgs(
        people=people, browsers=browsers, at_once=at_once, drop_out=drop_out, think=think, seed=seed
    )
    with progress_bar("people", people) as tell:
        result = crowd.simulate(file, args, address=url, out=out, progress=tell)
    if as_json:
        typer.echo(result.to_json(), nl=False)
    else:
        _show(result)
    if result.errors or result.lost:
        raise typer.Exit(1)


def _show(result: CrowdResult) -> None:
    console = Console(highlight=False, markup=False)
    ended = ", ".join(f"{count} {outcome}" for outcome, count in sorted(result.ended.items()))
    console.print(f"{result.args.people} simulated people in {result.seconds:.1f} s: {ended}")
    expired = f"; the time of {result.expired:,} pages ran out" if result.expired else ""
    console.print(f"{result.games:,} games, {result.moves:,} moves of people{expired}")
    for where, times in (
        ("bots at sockets", result.bots),
        ("pages in browsers", result.pages),
        ("the server itself", result.server),
    ):
        if times is not None and times.moves:
            console.print(
                f"moves confirmed, measured by {where}: half within {1000 * times.p50:.0f} ms, "
                f"95 % within {1000 * times.p95:.0f} ms, all within {1000 * times.most:.0f} ms"
            )
    if result.lost is not None:
        console.print(f"lost or changed: {len(result.lost)}")
    for problem in [*result.errors, *(result.lost or ())][:20]:
        console.print(f"problem: {problem}")
    if result.tables:
        console.print(f"wrote {result.tables}")
