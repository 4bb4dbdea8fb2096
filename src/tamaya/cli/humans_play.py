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
from tamaya.humans.stand_in import StandIn, stand_in


def play(
    path: People,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="Agents that play in place of the people."),
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
    for agent in agents:  # all names are known before the work
        as_agent(agent)
    games = chosen(path, most, without_heavy)
    found: list[StandIn] = []
    with progress_bar("games", len(agents) * len(games)) as tell:
        for agent in agents:
            found.append(stand_in(games, agent, repeats=repeats))
            tell(len(found) * len(games))
    if as_json:
        typer.echo(json.dumps([as_dict(one) for one in found], indent=2, allow_nan=False))
        return
    console = Console(highlight=False, markup=False)
    console.print(
        f"{len(found[0].people):,} games, each played {repeats} times; points kept when "
        "bombed, ± standard error",
        soft_wrap=True,
    )
    console.print("clustered by person; difference: the agent's minus the people's, deck by deck")
    for partner in found[0].names:
        console.print()
        console.print(_table(partner, [one.with_partner(partner) for one in found]))


def _table(partner: str, found: list[StandIn]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"with {partner}", min_width=24, overflow="fold")
    for name in ("mean", "sd", "bombed", "difference"):
        table.add_column(name, justify="right", no_wrap=True)
    people = found[0]
    table.add_row(
        f"{len(people.people):,} games of people",
        estimate_text(people.their_score),
        number_text(people.their_sd),
        f"{100 * people.bombed.mean():.0f} %",
    )
    for one in found:
        bombed, ahead = f"{100 * one.lost.mean():.0f} %", "+" * (one.difference.mean >= 0)
        table.add_row(
            one.agent,
            estimate_text(one.score),
            number_text(one.sd),
            bombed,
            ahead + estimate_text(one.difference),
        )
    return table


def as_dict(found: StandIn) -> dict[str, object]:
    """The games of an agent as JSON."""
    return {
        "agent": found.agent,
        "scoring": "points kept when bombed",
        "repeats": len(found.points),
        "partners": {name: _one(found.with_partner(name)) for name in found.names},
    }


def _one(found: StandIn) -> dict[str, object]:
    return {
        "people": {
            "score": numbers(found.their_score),
            "sd": plain(found.their_sd),
            "bombed": float(found.bombed.mean()),
        },
        "agent": {
            "score": numbers(found.score),
            "sd": plain(found.sd),
            "bombed": float(found.lost.mean()),
        },
        "difference": numbers(found.difference),
    }
