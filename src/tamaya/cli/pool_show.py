"""`tamaya pool show`: prints a pool's map and agents."""

from __future__ import annotations

import json
import math
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.agents.elite import niche_text
from tamaya.cli.options import AsJson
from tamaya.cli.pool_agent import agent_as_dict, print_agent
from tamaya.cli.pool_map import score_map
from tamaya.cli.pool_out import PoolWord, numbers, plain
from tamaya.cli.pool_text import feature_text, score_texts
from tamaya.cli.wide import print_lines, print_table
from tamaya.matchups.pool import DISTINCT, shipped
from tamaya.matchups.twins import twins
from tamaya.numbers import whole_number


def show(
    pool: PoolWord,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="NICHE",
            help="Explain one agent, by niche or name: its rules, and how often each "
            "decides in self-play.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="With --agent: games to play.")] = 1000,
    first_seed: Annotated[int, typer.Option(help="With --agent: seed of the first deck.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Show a pool: its map of scores and its agents. With --agent, explain one agent.

    Example: [bold]tamaya pool show runs/a[/]

    Example: [bold]tamaya pool show runs/a --agent 2,3[/]
    """
    shown_pool = ty.pool(pool)
    console = Console(highlight=False, markup=False)
    if agent is None:
        if as_json:
            typer.echo(json.dumps(as_dict(shown_pool), indent=2, allow_nan=False))
        else:
            _print(shown_pool, console)
        return
    place = shown_pool.agents.index(shown_pool.find(agent))
    elite = shown_pool.elites[place]
    games = whole_number("games", games, 1, 1_000_000)
    first_seed = whole_number("first-seed", first_seed, 0, 2**64 - games)
    if as_json:
        body = agent_as_dict(elite, shown_pool, games, first_seed)
        typer.echo(json.dumps(body, indent=2, allow_nan=False))
    else:
        print_agent(console, elite, shown_pool, games, first_seed)


def _print(pool: ty.Pool, console: Console) -> None:
    for line in heading(pool):
        print_lines(line, console)
    score_text = score_map(pool, console.width)
    if score_text is not None:
        console.print()
        console.print(score_text)
    console.print()
    print_table(console, agent_table(pool))


def heading(pool: ty.Pool) -> list[str]:
    """The lines above the table: set-up, map and scoring."""
    lines = [f"{pool.name}: {len(pool)} agents for {pool.setup}{_made_by(pool)}"]
    if pool.grid:
        filled = len({elite.niche for elite in pool.elites if elite.niche})
        cells, sides = math.prod(pool.grid), " x ".join(map(str, pool.grid))
        axes = " x ".join(map(words, pool.features))
        lines.append(f"map: {axes}, {sides} cells, {filled} of {cells} filled")
    left_out = len(twins().get(pool.name, ()))
    if left_out and pool.name in shipped():
        lines.append(
            f"{len(pool) - left_out} of the {len(pool)} agents play differently; "
            f"the pool {pool.name}{DISTINCT} holds only them"
        )
    if any(elite.score for elite in pool.elites):
        games = _games(pool)
        lines.append(f"scores: {pool.scoring}" + (f", {games:,} games each" if games else ""))
    return lines


def _made_by(pool: ty.Pool) -> str:
    book = f", rulebook {pool.rulebook}" if pool.rulebook else ""
    return f"{book}, made by Tamaya {pool.version}" if pool.version else book


def words(name: str) -> str:
    """A feature's name in words."""
    return name.replace("_", " ")


def agent_table(pool: ty.Pool) -> Table:
    """A table with a line for each agent, without empty columns.

    It shows the features of the map, if there is one; `--agent` and `--json` show all features.
    """
    elites = pool.elites
    features = list(pool.features or dict.fromkeys(f for elite in elites for f in elite.features))
    columns: dict[str, list[str]] = {}
    if any(elite.name != niche_text(elite.niche) for elite in elites):
        columns["name"] = [elite.name for elite in elites]
    if any(elite.niche for elite in elites):
        columns["niche"] = [niche_text(elite.niche) for elite in elites]
    if any(elite.score for elite in elites):
        columns["score"] = score_texts([elite.score for elite in elites])
    if _games(pool) is None:
        columns["games"] = [f"{elite.score.games:,}" if elite.score else "-" for elite in elites]
    columns |= {words(name): [feature_text(elite, name) for elite in elites] for name in features}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        is_text = name in ("name", "niche")
        table.add_column(name, justify="left" if is_text else "right", overflow="fold")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def _games(pool: ty.Pool) -> int | None:
    """Games behind each score; None if agents differ, 0 if there are no scores."""
    games = {elite.score.games for elite in pool.elites if elite.score}
    return next(iter(games), 0) if len(games) < 2 else None


def as_dict(pool: ty.Pool) -> dict[str, object]:
    """The pool as JSON."""
    return {
        "name": pool.name,
        "setup": pool.setup,
        "rulebook": pool.rulebook,
        "features": list(pool.features),
        "grid": list(pool.grid),
        "scoring": pool.scoring,
        "version": pool.version,
        "made": dict(pool.made),
        "agents": [elite_as_dict(elite) for elite in pool.elites],
    }


def elite_as_dict(elite: ty.Elite) -> dict[str, object]:
    """An agent as JSON."""
    return {
        "name": elite.name,
        "niche": list(elite.niche) or None,
        "rules": list(map(str, elite.genome)),
        "gives_up": elite.gives_up,
        "score": numbers(elite.score),
        "features": {name: plain(value) for name, value in elite.features.items()},
    }
