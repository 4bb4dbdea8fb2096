"""`tamaya pool metrics`: measures how good, diverse and repeatable evolved pools are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.arena import backend
from tamaya.cli.interruption import keeps
from tamaya.cli.options import AsJson, BackendName, FirstSeed, RayAddress, Strict
from tamaya.cli.pool_out import note, progress_bar
from tamaya.cli.pool_text import score_text
from tamaya.cli.wide import print_lines, print_table
from tamaya.files import make_folder, write_whole
from tamaya.numbers import whole_number
from tamaya.plotting import check_plot
from tamaya.qd.metrics import (
    CrossMetrics,
    MetricsSettings,
    PoolMetrics,
    cross_metrics,
    pool_metrics,
)
from tamaya.qd.metrics.by_distance import AtDistance
from tamaya.qd.metrics.games import Tell
from tamaya.qd.metrics.niches import corresponding, niches, same_setup

_LINES = 12
"""about how many distances to print"""


@keeps("finished games are in {out}/games; the same command resumes", file="{out}/games")
def metrics(
    pools: Annotated[
        list[str],
        typer.Argument(
            metavar="POOL",
            help="Pool files, run folders or built-in pools; several are also compared.",
            show_default=False,
        ),
    ],
    games: Annotated[int, typer.Option(help="Games for each ordered pair of agents.")] = 20,
    self_games: Annotated[
        int,
        typer.Option(
            help="Games of each agent with itself, and with its counterparts in other pools."
        ),
    ] = 1000,
    recorded_games: Annotated[
        int,
        typer.Option(
            help="Games to record of each agent. All agents are compared in their positions."
        ),
    ] = 10,
    first_seed: FirstSeed = 0,
    strict: Strict = False,
    on: BackendName = "threads",
    address: RayAddress = "",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for pictures, metrics.json and finished games.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure evolved pools: self-play, cross-play, and how different the agents are.

    Several pools are also compared with each other, niche by niche.

    Example: [bold]tamaya pool metrics runs/a --out runs/a/metrics[/]

    Example: [bold]tamaya pool metrics runs/a runs/b --games 100 --json[/]
    """
    measured_pools = [ty.pool(word) for word in pools]
    settings = MetricsSettings(
        games=whole_number("games", games, 1, 100_000),
        self_games=whole_number("self-games", self_games, 1, 1_000_000),
        recorded_games=whole_number("recorded-games", recorded_games, 1, 10_000),
        first_seed=whole_number("first-seed", first_seed, 0, 2**63),
        strict=strict,
    )
    _check(measured_pools)
    if out is not None:
        make_folder(out)
        check_plot(out / "pool-distance.png")  # fails now, not after all games
    plays = backend(on, address=address)
    keep = None if out is None else out / "games"
    each: list[PoolMetrics] = []
    for pool in measured_pools:
        with _bar(pool.name) as report:
            each.append(pool_metrics(pool, settings, on=plays, keep=keep, progress=report))
    crossed: list[CrossMetrics] = []
    if len(measured_pools) > 1:
        with _bar("comparing") as report:
            crossed = cross_metrics(measured_pools, settings, on=plays, keep=keep, progress=report)
    text = json.dumps(
        {
            "pools": [measured.to_dict() for measured in each],
            "between": [measured.to_dict() for measured in crossed],
        },
        indent=2,
        allow_nan=False,
    )
    if as_json:
        typer.echo(text)
    else:
        _print(each, crossed)
    if out is not None:
        _write(out, text, each, crossed)


def _check(pools: list[ty.Pool]) -> None:
    """Checks that the pools can be measured and compared, before the work begins."""
    names = [pool.name for pool in pools]
    for name in names:
        if names.count(name) > 1:
            raise ty.TamayaError(f"two pools are named {name!r} (expected different names)")
    same_setup(*pools)
    for pool in pools:
        niches(pool)
    for first, second in combinations(pools, 2):
        corresponding(first, second)


@contextmanager
def _bar(label: str) -> Iterator[Tell]:
    with progress_bar(label, 1000) as report:
        yield lambda share: report(round(1000 * share))


def _print(each: list[PoolMetrics], crossed: list[CrossMetrics]) -> None:
    console = Console(highlight=False, markup=False)
    for measured in each:
        _print_pool(console, measured)
        console.print()
    for between in crossed:
        _print_cross(console, between)
        console.print()


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=number > 0)
    return table


def _score(estimate: ty.Estimate | None, digits: int = 2) -> str:
    return score_text(estimate, digits)


def _print_pool(console: Console, measured: PoolMetrics) -> None:
    pool, settings, alone, pairs = (
        measured.pool,
        measured.settings,
        measured.self_play,
        measured.pairs,
    )
    last = settings.first_seed - 1
    print_lines(f"{pool.name}: {len(pool)} agents for {pool.setup}, {alone.scoring}", console)
    print_lines(
        f"self-play {settings.self_games:,} games each (seeds {settings.first_seed}-"
        f"{last + settings.self_games}), pairs {settings.games:,} games each (seeds "
        f"{settings.first_seed}-{last + settings.games}), "
        f"{measured.answers.moves.shape[1]:,} recorded positions (seeds {settings.first_seed}-"
        f"{last + measured.answers.games})\n",
        console,
    )
    name, best = alone.best
    covered = f"{alone.coverage} of {alone.cells}" if alone.cells else str(alone.coverage)
    table = _table("measure", "± standard error")
    for measure, value in (
        ("niches covered", covered),
        (f"best in self-play ({name})", _score(best)),
        ("mean in self-play, covered niches", _score(alone.mean_of_covered)),
        ("mean in self-play, all cells", _score(alone.mean_of_all_cells)),
        (
            "sd between agents; of an agent's games",
            f"{alone.sd_of_agents:.2f}; {alone.sd_of_games:.2f}",
        ),
        ("mean with all agents of the pool", _score(pairs.overall)),
        ("correlation of self-play with means as partner", _score(measured.column_correlation, 3)),
        ("correlation of self-play with means in seat 0", _score(measured.row_correlation, 3)),
        ("rules that differ between two agents", f"{measured.mean_hamming:.2f}"),
        ("share of equal moves of two agents", _score(measured.mean_similarity, 4)),
        ("legal moves of a position", f"{measured.answers.mean_choices:.1f}"),
    ):
        table.add_row(measure, value)
    print_table(console, table)
    console.print()
    print_table(console, _by_distance(measured.by_distance))


def _by_distance(lines: list[AtDistance]) -> Table:
    every = max(1, -(-len(lines) // _LINES))
    selected = [
        line
        for place, line in enumerate(lines)
        if place < 2 or place % every == 0 or place == len(lines) - 1
    ]
    table = _table("steps between niches", "pairs", "score", "rules that differ", "equal moves")
    for line in selected:
        table.add_row(
            str(line.steps),
            f"{line.pairs:,}",
            _score(line.score),
            f"{line.hamming:.2f}",
            _score(line.similarity, 4),
        )
    return table


def _print_cross(console: Console, measured: CrossMetrics) -> None:
    print_lines(
        f"{measured.ours.name} with {measured.theirs.name}: {len(measured.niches)} niches in both, "
        f"{measured.settings.self_games:,} games of each pair and order of seats",
        console,
    )
    table = _table("measure", "± standard error")
    for measure, value in (
        ("score of counterparts", _score(measured.crossed)),
        ("their self-play", _score(measured.alone)),
        ("difference, on the same decks", score_text(measured.loss, 3, sign=True)),
        (
            f"{measured.ours.name} in seat 0; {measured.theirs.name} in seat 0",
            f"{_score(measured.ours_first)}; {_score(measured.theirs_first)}",
        ),
        ("rules that differ", f"{measured.mean_hamming:.2f} ± {measured.hamming_sem:.2f}"),
        (
            f"share of equal moves, positions of {measured.positions_from}",
            _score(measured.mean_similarity, 4),
        ),
    ):
        table.add_row(measure, value)
    print_table(console, table)


def _write(out: Path, text: str, each: list[PoolMetrics], crossed: list[CrossMetrics]) -> None:
    from tamaya.qd.metrics.pictures import draw_cross, draw_pool  # noqa: PLC0415 (Matplotlib)

    write_whole(out / "metrics.json", text + "\n")
    pictures = [file for measured in each for file in draw_pool(measured, out)]
    pictures += [draw_cross(measured, out) for measured in crossed]
    note(f"wrote {out / 'metrics.json'} and {len(pictures)} pictures")
