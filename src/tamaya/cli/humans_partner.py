"""`tamaya humans partner`: evolves a rule agent for given partners."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.arena import backend, match
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import AsJson, BackendName, RayAddress
from tamaya.cli.pool_out import (
    command_line,
    name_for,
    note,
    numbers,
    progress_bar,
)
from tamaya.cli.wide import print_lines, print_table
from tamaya.qd.climb import Climb, Climbing, climb
from tamaya.qd.simplify import simplify

_NEW_DECKS = 2**40
"""first seed of the test games; evolution uses others"""


def partner(
    models: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT",
            help="Partners to play with: models of people, or other agents.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="Pool file to write.", show_default=False)],
    setup: Annotated[
        str, typer.Option(help="Rules of the game; models of people were trained with eger.")
    ] = "eger",
    generations: Annotated[int, typer.Option(help="Number of generations.")] = Climb.generations,
    children: Annotated[int, typer.Option(help="Candidates per generation.")] = Climb.children,
    survivors: Annotated[int, typer.Option(help="Survivors per generation.")] = Climb.survivors,
    worst: Annotated[
        float, typer.Option(help="Weight of the worst partner in the objective, 0 to 1.")
    ] = Climb.worst,
    start: Annotated[
        str,
        typer.Option(
            help="Pool of rule agents to start from; your own file resumes its evolution."
        ),
    ] = "tamaya-1",
    games: Annotated[int, typer.Option(help="Test games with each partner, on new decks.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed. Each seed gives another agent.")] = 0,
    on: BackendName = "threads",
    address: RayAddress = "",
    as_json: AsJson = False,
) -> None:
    """Evolve a rule agent that scores well with given partners, including the worst of them.

    Ctrl-C writes the best agent so far. By default it plays 1.2 million games with each partner,
    which takes minutes on two cores with models of people; --backend cuda plays on a GPU.

    Example: [bold]tamaya humans partner human:cluster1 human:cluster2 human:cluster3 --out
    helper.json[/], then [bold]tamaya match elite:helper.json#best human:all --setup eger[/]
    """
    climb_settings = Climb(
        setup=setup,
        generations=generations,
        children=children,
        survivors=survivors,
        worst=worst,
        seed=seed,
    )
    plays = backend(on, address=address)
    reached: list[Climbing] = []
    interrupted = False
    try:
        with progress_bar("generations", generations) as bar:

            def report(now: Climbing) -> None:
                reached.append(now)
                bar(now.generation)

            first = ty.pool(start).elites
            evolved = climb(models, climb_settings, start=first, on=plays, tell=report)[0]
    except KeyboardInterrupt:
        if not reached:
            raise
        evolved, interrupted = reached[-1].best, True
        note(
            f"interrupted after {reached[-1].generation} generations; keeping the best agent so "
            "far (the same command starts again)"
        )
    short = simplify(evolved.genome, setup, partners=models)
    best = ty.Elite(short, name="best")
    evolved_pool = ty.Pool(
        name_for(out, out.stem),
        (best,),
        setup,
        rulebook=",".join(climb_settings.rulebooks),
        version=ty.__version__,
        made={
            "command": command_line(),
            "climb": dataclasses.asdict(climb_settings),
            "partners": models,
        },
    )
    evolved_pool.write(out)
    tests = {
        model: match(best, model, games=games, first_seed=_NEW_DECKS, setup=setup)
        for model in models
    }
    if as_json:
        typer.echo(_json(out, best, tests))
    else:
        _print(best, tests)
    note(f"wrote {out}; use it as the agent elite:{out}#best")
    if interrupted:
        raise typer.Exit(EXIT_CODE)


def _json(out: Path, best: ty.Elite, tests: dict[str, ty.Matchup]) -> str:
    scores = {
        model: {"score": numbers(matchup.score), "bombed": float(matchup.bombed.mean())}
        for model, matchup in tests.items()
    }
    body = {"out": str(out), "genome": str(best.genome), "tests": scores}
    return json.dumps(body, indent=2, allow_nan=False)


def _print(best: ty.Elite, tests: dict[str, ty.Matchup]) -> None:
    console = Console(highlight=False, markup=False)
    print_lines(str(best.genome), console)
    table = Table("with", "score", "bombed", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for model, matchup in tests.items():
        table.add_row(model, str(matchup.score), f"{100 * matchup.bombed.mean():.1f} %")
    print_table(console, table)
