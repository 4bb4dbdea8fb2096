"""`tamaya benchmark`: tests agents with partners that a seed decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.arena import Backend, backend
from tamaya.benchmark.board import boards
from tamaya.benchmark.games_file import BenchmarkGames
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.limits import DEFAULT_LIMIT
from tamaya.benchmark.run import Challenge, run_benchmark
from tamaya.benchmark.test_set import TestSet
from tamaya.cli.benchmark_board import (
    Csv,
    Latex,
    Page,
    board,
    write_outputs,
)
from tamaya.cli.benchmark_options import (
    Beacon,
    EntryFiles,
    PlayerCount,
    Quick,
    SeedNumber,
    TrackName,
    entry_of,
    seed_of,
    steps_bar,
)
from tamaya.cli.benchmark_show import show
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import AsJson, BackendName, Key, Plot, RayAddress, Threads, key_bytes
from tamaya.cli.pool_out import note
from tamaya.cli.wide import print_lines, print_table
from tamaya.errors import Interrupted
from tamaya.numbers import thread_count

app = typer.Typer(
    help="Test agents with partners that a seed decides, many of them new, and compare results.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@app.command()
def entry(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent to enter.")],
    files: EntryFiles = None,
) -> None:
    """Print the SHA-256 of an entry, to be published before the beacon's value is known.

    For an official result, publish the hash first. A public random beacon then decides the test
    set ([bold]tamaya benchmark run --beacon[/]), so nobody can fit an entry to it.

    Example: [bold]tamaya benchmark entry piers[/]
    """
    typer.echo(entry_of(agent, files))


@app.command()
def run(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="The challenger, as all commands accept it.")
    ],
    out: Annotated[Path, typer.Option(help="JSON file of the result.")],
    track: TrackName = "zero-shot",
    players: PlayerCount = 2,
    seed: SeedNumber = None,
    beacon: Beacon = None,
    files: EntryFiles = None,
    quick: Quick = False,
    bounds: Annotated[
        bool,
        typer.Option(
            "--bounds",
            help="Also find an agent that plays well with each partner, and report the score as a "
            "share of that agent's.",
        ),
    ] = False,
    limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            help="Time for each move of an agent that is not part of Tamaya; 0 for no limit. It "
            "loses a game in which it takes longer.",
        ),
    ] = DEFAULT_LIMIT,
    threads: Threads = None,
    on: BackendName = "threads",
    address: RayAddress = "",
    key: Key = None,
    csv: Csv = None,
    latex: Latex = None,
    html: Page = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Test an agent with every partner of a test set, in every seat.

    The same seed gives the same partners and decks. Games are saved in a file beside the result.
    Ctrl-C keeps them, and the same command resumes. A game in which the agent fails, hangs or makes
    an illegal move is lost, and the reason is recorded.

    Example: [bold]tamaya benchmark run piers --seed 42 --quick --out piers.json[/]

    Example: [bold]tamaya benchmark run bot.py:Bot --track ten-games --players 3 --out bot.json[/]
    """
    sha = entry_of(agent, files)
    challenge = Challenge(
        agent=agent,
        entry=sha,
        track=track,
        players=players,
        seed=seed_of(seed, beacon, sha),
        quick=quick,
        bounds=bounds,
        limit=limit,
        threads=thread_count(threads),
        key=key_bytes(key),
    )
    try:
        with steps_bar() as tell:
            workers = _workers(on, address)
            result = run_benchmark(challenge, out, tell=tell, on=workers)
    except Interrupted as stopped:
        _report_interruption(stopped)
        raise typer.Exit(EXIT_CODE) from None
    if as_json:
        typer.echo(result.text, nl=False)
    else:
        show(result)
    note(f"wrote {out}")
    write_outputs(boards([result]), csv=csv, latex=latex, markdown=None, plot=plot, html=html)


app.command()(board)


def _workers(on: str, address: str) -> Backend | None:
    """The backend of an option; None for threads of this process."""
    return None if on == "threads" else backend(on, address=address)


def _report_interruption(stopped: Interrupted) -> None:
    games = stopped.partial
    progress = "while partners evolved"
    if isinstance(games, TestSet):
        progress = "after all games, while responses were tried"
    if isinstance(games, BenchmarkGames):
        progress = f"after {games.played:,} of {games.scores.size:,} games"
    note(f"interrupted {progress}; run the same command to resume")


@app.command()
def grow(
    players: PlayerCount = 2,
    seed: SeedNumber = None,
    track: TrackName = "zero-shot",
    quick: Quick = False,
    on: BackendName = "threads",
    address: RayAddress = "",
    out: Annotated[
        Path | None, typer.Option(help="File to write the test set to.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Grow the test set of a seed and list its partners. A finished set is cached.

    Ctrl-C keeps what was evolved; the same command resumes.

    Example: [bold]tamaya benchmark grow --players 3 --seed 42 --quick[/]
    """
    chosen = seed_of(seed, None, "")
    try:
        with steps_bar() as tell:
            workers = _workers(on, address)
            partners = grow_test_set(
                chosen.seed, players, quick=quick, track=track, tell=tell, on=workers
            )
    except Interrupted as stopped:
        _report_interruption(stopped)
        raise typer.Exit(EXIT_CODE) from None
    if as_json:
        typer.echo(partners.text, nl=False)
    else:
        _list_partners(partners)
    if out is not None:
        partners.write(out)
        note(f"wrote {out}")


def _list_partners(partners: TestSet) -> None:
    print_lines(
        f"{len(partners.partners)} partners of {len(partners.families)} families, "
        f"{partners.setup}, seed {partners.seed}, {partners.budget} budget, "
        f"protocol {partners.protocol}"
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("family", no_wrap=True)
    table.add_column("partners")
    for family in partners.families:
        names = (partner.name for partner in partners.of(family))
        table.add_row(family, ", ".join(names))
    print_table(Console(highlight=False, markup=False), table)
    print_lines(f"{len(partners.dropped)} near-duplicates left out; SHA-256 {partners.hash}")
