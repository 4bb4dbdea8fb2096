"""Explains one agent of a pool: its rules in words, and how often each decides."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

import tamaya as ty
from tamaya import _core
from tamaya.arena import count_fires
from tamaya.cli.pool_out import numbers, plain
from tamaya.cli.pool_text import digits_of, feature_text, score_text
from tamaya.cli.wide import print_lines


def fires(elite: ty.Elite, setup: str, games: int, first_seed: int) -> list[int]:
    """Counts how often each rule decided in self-play; the last number counts other moves."""
    policies = _core.Policies([elite.policy])
    parsed = ty.Setup.parse(setup)
    counted = count_fires(parsed, policies, games=games, first_seed=first_seed)[0]
    return [int(count) for count in counted[: len(elite.genome) + 1]]


def print_agent(
    console: Console, elite: ty.Elite, pool: ty.Pool, games: int, first_seed: int
) -> None:
    """Prints one agent: its score, features and rules."""
    score = ""
    if elite.score is not None:
        text = score_text(elite.score, digits_of([elite.score]))
        score = f": score {text} ({pool.scoring}), {elite.score.games:,} games"
    print_lines(f"{elite.name} of {pool.name}{score}", console)
    for name in elite.features:
        console.print(f"{name.replace('_', ' ')} {feature_text(elite, name)}")
    last = first_seed + games - 1
    counted = fires(elite, pool.setup, games, first_seed)
    print_lines(
        f"\nshare of moves that each rule decides in self-play: {sum(counted):,} moves in "
        f"{games:,} games, seeds {first_seed}-{last}, {pool.setup}\n",
        console,
    )
    console.print(_rules(elite, counted))
    dead = sum(count == 0 for count in counted[:-1])
    if dead:
        console.print(f"\n{dead} of {len(elite.genome)} rules never decide in self-play")


def _rules(elite: ty.Elite, counted: list[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    moves = max(1, sum(counted))
    for number, (spec, count) in enumerate(zip(elite.genome, counted, strict=False), 1):
        style = "" if count else "dim"
        text = Text(str(spec), style=f"bold {style}".strip()).append("\n")
        text.append(spec.description, style=style or "not bold")
        table.add_row(Text(str(number), style), Text(share(count, moves), style), text)
    if counted[-1]:
        otherwise = "gives up" if elite.gives_up else "any legal move"
        table.add_row("", share(counted[-1], moves), f"no rule applies: {otherwise}")
    return table


def share(count: int, moves: int) -> str:
    """A share of moves as text; a tiny share as a number of moves."""
    if count == 0:
        return "never"
    percent = 100 * count / moves
    return f"{percent:.1f} %" if percent >= 0.1 else f"{count} x"


def agent_as_dict(elite: ty.Elite, pool: ty.Pool, games: int, first_seed: int) -> dict[str, object]:
    """The agent as JSON."""
    counted = fires(elite, pool.setup, games, first_seed)
    return {
        "pool": pool.name,
        "name": elite.name,
        "niche": list(elite.niche) or None,
        "gives_up": elite.gives_up,
        "scoring": pool.scoring,
        "score": numbers(elite.score),
        "features": {name: plain(value) for name, value in elite.features.items()},
        "setup": pool.setup,
        "games": games,
        "first_seed": first_seed,
        "rules": [
            {"rule": str(spec), "description": spec.description, "decided": count}
            for spec, count in zip(elite.genome, counted, strict=False)
        ],
        "no_rule": counted[-1],
    }
