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
from tamaya.cli.pool_agent import agent_as_dict, print_agent
from tamaya.cli.pool_map import score_map
from tamaya.cli.pool_out import PoolWord, numbers, plain
from tamaya.cli.pool_text import feature_text, score_texts
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
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Show a pool: its map of scores and its agents. With --agent, explain one agent.

    Example: [bold]tamaya pool show runs/a[/]

    Example: [bold]tamaya pool show runs/a --agent 2,3[/]
    """
    given = ty.pool(pool)
    console = Console(highlight=False, markup=False)
    if agent is None:
        if as_json:
            typer.echo(json.dumps(as_dict(given), indent=2, allow_nan=False))
        else:
            _print(given, console)
        return
    place = given.agents.index(given.find(agent))
    elite = given.elites[place]
    games = whole_number("games", games, 1, 1_000_000)
    first_seed = whole_number("first-seed", first_seed, 0, 2**64 - games)
    if as_json:
        body = agent_as_dict(elite, given, games, first_seed)
        typer.echo(json.dumps(body, indent=2, allow_nan=False))
    else:
        print_agent(console, elite, given, games, first_seed)


def _print(given: ty.Pool, console: Console) -> None:
    for line in heading(given):
        console.print(line, soft_wrap=True)
    drawn = score_map(given, console.width)
    if drawn is not None:
        console.print()
        console.print(drawn)
    console.print()
    console.print(agent_table(given))


def heading(given: ty.Pool) -> list[str]:
    """What a reader must know to read the numbers."""
    lines = [f"{given.name}: {len(given)} agents for {given.setup}{_made_by(given)}"]
    if given.grid:
        taken = len({elite.niche for elite in given.elites if elite.niche})
        cells, sides = math.prod(given.grid), " x ".join(map(str, given.grid))
        axes = " x ".join(map(words, given.features))
        lines.append(f"map: {axes}, {sides} cells, {taken} of {cells} taken")
    if any(elite.score for elite in given.elites):
        games = _games(given)
        lines.append(f"scores: {given.scoring}" + (f", {games:,} games each" if games else ""))
    return lines


def _made_by(given: ty.Pool) -> str:
    book = f", rulebook {given.rulebook}" if given.rulebook else ""
    return f"{book}, made by Tamaya {given.version}" if given.version else book


def words(name: str) -> str:
    """A feature's name in words."""
    return name.replace("_", " ")


def agent_table(given: ty.Pool) -> Table:
    """A line for each agent, without empty columns.

    Features are those of the map, if there is one; `--agent` and `--json` show all.
    """
    elites = given.elites
    features = list(given.features or dict.fromkeys(f for elite in elites for f in elite.features))
    columns: dict[str, list[str]] = {}
    if any(elite.name != niche_text(elite.niche) for elite in elites):
        columns["name"] = [elite.name for elite in elites]
    if any(elite.niche for elite in elites):
        columns["niche"] = [niche_text(elite.niche) for elite in elites]
    if any(elite.score for elite in elites):
        columns["score"] = score_texts([elite.score for elite in elites])
    if _games(given) is None:
        columns["games"] = [f"{elite.score.games:,}" if elite.score else "-" for elite in elites]
    columns |= {words(name): [feature_text(elite, name) for elite in elites] for name in features}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        left = name in ("name", "niche")
        table.add_column(name, justify="left" if left else "right", overflow="fold")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def _games(given: ty.Pool) -> int | None:
    """Games behind each score; None if agents differ, 0 if there are no scores."""
    games = {elite.score.games for elite in given.elites if elite.score}
    return next(iter(games), 0) if len(games) < 2 else None


def as_dict(given: ty.Pool) -> dict[str, object]:
    """The pool as JSON."""
    return {
        "name": given.name,
        "setup": given.setup,
        "rulebook": given.rulebook,
        "features": list(given.features),
        "grid": list(given.grid),
        "scoring": given.scoring,
        "version": given.version,
        "made": dict(given.made),
        "agents": [elite_as_dict(elite) for elite in given.elites],
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
