"""`tamaya humans play`: lets agents play in place of people."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.agents import as_agent
from tamaya.cli.humans_games import Most, People, WithoutHeavy, chosen, estimate_text, number_text
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import numbers, plain, progress_bar
from tamaya.cli.wide import print_lines, print_table
from tamaya.humans.stand_in import StandIn, stand_in


def play(
    path: People,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT", help="Agents that play in place of the people."),
    ],
    repeats: Annotated[int, typer.Option(help="Games on each deck.", min=1)] = 1,
    most: Most = None,
    without_heavy: WithoutHeavy = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play in place of people, on the same decks with the same partners.

    An agent that plays like people should also score like them with each partner.

    Example: [bold]tamaya humans play people.jsonl eger:full piers --without-heavy 100[/]
    """
    for agent in agents:  # unknown names fail early
        as_agent(agent)
    games = chosen(path, most, without_heavy)
    results: list[StandIn] = []
    with progress_bar("games", len(agents) * len(games)) as report:
        for agent in agents:
            results.append(stand_in(games, agent, repeats=repeats))
            report(len(results) * len(games))
    if as_json:
        typer.echo(json.dumps([as_dict(result) for result in results], indent=2, allow_nan=False))
        return
    console = Console(highlight=False, markup=False)
    print_lines(
        f"{len(results[0].people):,} games, each played {_times(repeats)}; points kept when "
        "bombed, ± standard error",
        console,
    )
    console.print("clustered by person; difference: the agent's minus the people's, deck by deck")
    for partner in results[0].names:
        console.print()
        print_table(console, _table(partner, [result.with_partner(partner) for result in results]))


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _table(partner: str, results: list[StandIn]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"with {partner}", min_width=24, overflow="fold")
    for name in ("mean", "sd", "bombed", "difference"):
        table.add_column(name, justify="right", no_wrap=True)
    people = results[0]
    table.add_row(
        f"{len(people.people):,} games of people",
        estimate_text(people.their_score),
        number_text(people.their_sd),
        f"{100 * people.bombed.mean():.0f} %",
    )
    for result in results:
        bombed, ahead = f"{100 * result.lost.mean():.0f} %", "+" * (result.difference.mean >= 0)
        table.add_row(
            result.agent,
            estimate_text(result.score),
            number_text(result.sd),
            bombed,
            ahead + estimate_text(result.difference),
        )
    return table


def as_dict(result: StandIn) -> dict[str, object]:
    """The games of an agent as JSON."""
    return {
        "agent": result.agent,
        "scoring": "points kept when bombed",
        "repeats": len(result.points),
        "partners": {name: _partner_as_dict(result.with_partner(name)) for name in result.names},
    }


def _partner_as_dict(result: StandIn) -> dict[str, object]:
    return {
        "people": {
            "score": numbers(result.their_score),
            "sd": plain(result.their_sd),
            "bombed": float(result.bombed.mean()),
        },
        "agent": {
            "score": numbers(result.score),
            "sd": plain(result.sd),
            "bombed": float(result.lost.mean()),
        },
        "difference": numbers(result.difference),
    }
