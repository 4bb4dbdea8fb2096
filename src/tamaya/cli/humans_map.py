"""`tamaya humans map`: places people on the map of behaviour."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.cli.humans_games import Most, People, WithoutHeavy, chosen, number_text
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note, numbers, plain, progress_bar
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


def map_(
    path: People,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            help="Agents to draw in addition to the people.",
            show_default=", ".join(_AGENTS),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Picture to draw (.png or .svg).", show_default="none"),
    ] = None,
    pool: Annotated[
        str, typer.Option(help="Pool whose agents to draw too; 'none' for none.")
    ] = "wide-1",
    games: Annotated[
        int, typer.Option(help="Games that each agent plays with each partner.", min=1)
    ] = 100,
    most: Most = None,
    without_heavy: WithoutHeavy = None,
    as_json: AsJson = False,
) -> None:
    """Measure how people behave, and draw them on the map of agents.

    Agents sit where the people sat: they play by the same rules with the same partners, and are
    counted by the same code.

    Example: [bold]tamaya humans map people.jsonl --out people.png[/]
    """
    named = [as_agent(agent) for agent in agents or _AGENTS]  # names are known before the work
    elites = () if pool == "none" else ty.pool(pool).agents
    people = _of_one_setup(chosen(path, most, without_heavy))
    with progress_bar("agents", len(named) + len(elites)) as tell:
        beside = measured(named, people, games, tell)
        drawn = elites if out is not None else ()
        others = measured(drawn, people, games, lambda done: tell(len(named) + done))
    seen = behaviours(people)
    if out is not None:
        shown = landscape.Landscape(
            people=list(seen.values()), agents=beside, elites=others, pool=pool
        )
        landscape.draw(shown, out)
    if as_json:
        body = as_dict(seen, by_partner(people), beside)
        typer.echo(json.dumps(body, indent=2, allow_nan=False))
    else:
        _print(seen, by_partner(people), beside)
    if out is not None:
        note(f"wrote {out}")


def _of_one_setup(games: Sequence[HumanGame]) -> Sequence[HumanGame]:
    setups = sorted({str(game.transcript.setup) for game in games})
    if len(setups) > 1:
        raise TamayaError(f"games by different rules do not fit on one map: {'; '.join(setups)}")
    return games


def _print(
    seen: Mapping[str, Behaviour],
    partners: Mapping[str, Mapping[str, Behaviour]],
    agents: Sequence[Behaviour],
) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("who", overflow="fold", min_width=18)
    for name in _SHOWN.values():
        table.add_column(name, justify="right", max_width=12)
    groups = {f"{len(seen):,} people": seen}
    groups |= {f"  {name}": behaviour for name, behaviour in partners.items()}
    for name, group in groups.items():
        means = (mean_feature(group, feature) for feature in _SHOWN)
        table.add_row(name, *(_estimate(mean) for mean in means))
    for agent in agents:
        table.add_row(agent.name, *(number_text(agent[feature]) for feature in _SHOWN))
    console = Console(highlight=False, markup=False)
    console.print("mean of people, each counting once, ± standard error; then with each partner;")
    console.print("agents in their place")
    console.print()
    console.print(table)


def _estimate(estimate: Estimate) -> str:
    return (
        number_text(estimate.mean)
        if math.isnan(estimate.sem)
        else f"{estimate.mean:.2f} ± {estimate.sem:.2f}"
    )


def as_dict(
    seen: Mapping[str, Behaviour],
    partners: Mapping[str, Mapping[str, Behaviour]],
    agents: Sequence[Behaviour],
) -> dict[str, object]:
    """All features as JSON."""
    names = next(iter(seen.values())).features
    return {
        "people": {name: numbers(mean_feature(seen, name)) for name in names},
        "by_partner": {
            partner: {name: numbers(mean_feature(group, name)) for name in names}
            for partner, group in partners.items()
        },
        "by_person": {name: _one(person) for name, person in seen.items()},
        "agents": {agent.name: _one(agent) for agent in agents},
    }


def _one(who: Behaviour) -> dict[str, object]:
    measured = {name: plain(value) for name, value in who.features.items()}
    return {"games": who.games, "decisions": who.counters.turns, "features": measured}
