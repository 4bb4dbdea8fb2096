"""`tamaya cyclone discover`: discovers new factors in the decisions of people."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.humans_games import People
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import plain
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines, print_table
from tamaya.cyclone import Discovery, discover
from tamaya.cyclone.study import HELD_OUT, Study
from tamaya.game import TamayaError
from tamaya.humans.games import MOST_GAMES


def discover_factors(
    path: People,
    factors: Annotated[int, typer.Option(help="New factors to discover.", min=1)] = 3,
    held_out: Annotated[
        float, typer.Option(help="Share of people whose decisions only judge the factors.")
    ] = HELD_OUT,
    most_games: Annotated[
        int, typer.Option(help="Leave out people with more games than this.", min=1)
    ] = MOST_GAMES,
    seed: Annotated[int, typer.Option(help="Seed of the split.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Discover new factors: products that explain people's moves better than the known factors.

    Each round tries all products of a known factor with another one or with a number of the
    position, adds the one that promises most, and fits all coefficients again.

    Example: [bold]tamaya cyclone discover people.jsonl --factors 6[/]
    """
    study = Study.read(path, most_games=most_games, held_out=held_out, seed=seed)
    if study.test is None:
        raise TamayaError(f"--held-out {held_out:g} holds out nobody (expected a larger share)")
    rounds: list[Discovery] = []
    with progress_of("discovering", factors + 1) as shown:
        for discovery in discover(study.training, study.test, most=factors):
            rounds.append(discovery)
            shown.update(len(rounds))
    if as_json:
        body = {"source": study.source, "rounds": [as_dict(discovery) for discovery in rounds]}
        typer.echo(json.dumps(body, indent=2, allow_nan=False))
        return
    console = Console(highlight=False, markup=False)
    print_lines(
        f"{study.source}: {len(study.training):,} decisions to fit, {len(study.test):,} of other "
        "people; log-loss in nats; agreement: the likeliest move is the person's",
        console,
    )
    print_table(console, _table(rounds))


def as_dict(discovery: Discovery) -> dict[str, object]:
    """A round as JSON."""
    agreement = discovery.agreement
    return {
        "factors": [str(factor) for factor in discovery.factors],
        "training_loss": discovery.training_loss,
        "test_loss": discovery.test_loss,
        "agreement": {"mean": agreement.mean, "sem": plain(agreement.sem)},
    }


def _table(rounds: list[Discovery]) -> Table:
    table = Table("factor added", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("log-loss", "of other people", "agreement, %"):
        table.add_column(name, justify="right", no_wrap=True)
    for discovery in rounds:
        name = str(discovery.factors[-1]) if discovery.factors else "known factors"
        agreement = discovery.agreement
        table.add_row(
            name,
            f"{discovery.training_loss:.4f}",
            f"{discovery.test_loss:.4f}",
            f"{100 * agreement.mean:.1f} ± {100 * agreement.sem:.1f}",
        )
    return table
