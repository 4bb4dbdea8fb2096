"""`tamaya humans map`: places people on the map of behaviour."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.cli.command_words import renamed
from tamaya.cli.humans_games import Most, People, WithoutHeavy, chosen, number_text
from tamaya.cli.options import AsJson, Plot
from tamaya.cli.pool_out import note, numbers, plain, progress_bar
from tamaya.cli.wide import print_table
from tamaya.game import TamayaError
from tamaya.humans import HumanGame, landscape
from tamaya.humans.behaviour import Behaviour, behaviours, by_partner, mean_feature, measured
from tamaya.stats import Estimate

_AGENTS = (
    "eger:outer",
    "eger:intentional",
    "eger:full",
    "cyclone:human_like",
    "piers",
    "iggi",
    "flawed",
    "legal_random",
)
_SHOWN = {
    landscape.HEIGHT: "communi- cativeness",
    **{name: name.replace("_", " ") for name in (*landscape.WIDTHS, "misplay_rate")},
}
"""features of the table, with their headings"""


@renamed(out="plot")
def map_(
    path: People,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="Agents to draw in addition to the people.",
            show_default=", ".join(_AGENTS),
        ),
    ] = None,
    pool: Annotated[str, typer.Option(help="Pool whose agents to draw too, or 'none'.")] = "wide-1",
    games: Annotated[
        int, typer.Option(help="Games that each agent plays with each partner.", min=1)
    ] = 100,
    most: Most = None,
    without_heavy: WithoutHeavy = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Measure how people behave, and draw them on the map of agents.

    Agents play in the seats of the people, with the same rules and the same partners.

    Example: [bold]tamaya humans map people.jsonl --plot people.png[/]
    """
    named = [as_agent(agent) for agent in agents or _AGENTS]  # unknown names fail early
    elites = () if pool == "none" else ty.pool(pool).agents
    people = _of_one_setup(chosen(path, most, without_heavy))
    with progress_bar("agents", len(named) + len(elites)) as report:
        of_agents = measured(named, people, games, report)
        of_elites = measured(
            elites if plot is not None else (),
            people,
            games,
            lambda finished: report(len(named) + finished),
        )
    of_people = behaviours(people)
    if plot is not None:
        drawn = landscape.Landscape(
            people=list(of_people.values()), agents=of_agents, elites=of_elites, pool=pool
        )
        landscape.draw(drawn, plot)
    if as_json:
        body = as_dict(of_people, by_partner(people), of_agents)
        typer.echo(json.dumps(body, indent=2, allow_nan=False))
    else:
        _print(of_people, by_partner(people), of_agents)
    if plot is not None:
        note(f"wrote {plot}")


def _of_one_setup(games: Sequence[HumanGame]) -> Sequence[HumanGame]:
    setups = sorted({str(game.transcript.setup) for game in games})
    if len(setups) > 1:
        raise TamayaError(f"cannot map games with different rules: {'; '.join(setups)}")
    return games


def _print(
    people: Mapping[str, Behaviour],
    partners: Mapping[str, Mapping[str, Behaviour]],
    agents: Sequence[Behaviour],
) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("who", overflow="fold", min_width=18)
    for name in _SHOWN.values():
        table.add_column(name, justify="right", max_width=12)
    groups = {f"{len(people):,} people": people}
    groups |= {f"  {name}": behaviour for name, behaviour in partners.items()}
    for name, group in groups.items():
        means = (mean_feature(group, feature) for feature in _SHOWN)
        table.add_row(name, *(_estimate(mean) for mean in means))
    for agent in agents:
        table.add_row(agent.name, *(number_text(agent[feature]) for feature in _SHOWN))
    console = Console(highlight=False, markup=False)
    console.print("mean over people ± standard error, in all games and with each partner;")
    console.print("below, agents in their place")
    console.print()
    print_table(console, table)


def _estimate(estimate: Estimate) -> str:
    return (
        number_text(estimate.mean)
        if math.isnan(estimate.sem)
        else f"{estimate.mean:.2f} ± {estimate.sem:.2f}"
    )


def as_dict(
    people: Mapping[str, Behaviour],
    partners: Mapping[str, Mapping[str, Behaviour]],
    agents: Sequence[Behaviour],
) -> dict[str, object]:
    """All features as JSON."""
    names = next(iter(people.values())).features
    return {
        "people": {name: numbers(mean_feature(people, name)) for name in names},
        "by_partner": {
            partner: {name: numbers(mean_feature(group, name)) for name in names}
            for partner, group in partners.items()
        },
        "by_person": {name: _player_as_dict(person) for name, person in people.items()},
        "agents": {agent.name: _player_as_dict(agent) for agent in agents},
    }


def _player_as_dict(player: Behaviour) -> dict[str, object]:
    measured = {name: plain(value) for name, value in player.features.items()}
    return {"games": player.games, "decisions": player.counters.turns, "features": measured}
