"""`tamaya pool filter` and `sample`: choose agents of a pool."""

from __future__ import annotations

from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.pool_out import (
    Out,
    PoolWord,
    command_line,
    name_for,
    progress_bar,
    write_or_print,
)
from tamaya.matchups import pool_choice
from tamaya.matchups.conditions import feature_condition, niche_condition, score_condition
from tamaya.numbers import whole_number


def choose(
    pool: PoolWord,
    min_score: Annotated[
        float | None, typer.Option(help="Keep agents that score at least this.", show_default=False)
    ] = None,
    max_score: Annotated[
        float | None, typer.Option(help="Keep agents that score at most this.", show_default=False)
    ] = None,
    niche: Annotated[
        list[str] | None,
        typer.Option(
            help="Keep agents in these niches, like 2,3 or 1-3,*; repeat for more.",
            show_default=False,
        ),
    ] = None,
    feature: Annotated[
        list[str] | None,
        typer.Option(
            help="Keep agents with this behaviour, like 'misplay_rate<0.1'; repeat for more.",
            show_default=False,
        ),
    ] = None,
    distinct: Annotated[
        bool,
        typer.Option("--distinct", help="If agents make the same moves, keep only the best."),
    ] = False,
    partners: Annotated[
        str | None,
        typer.Option(
            metavar="POOL",
            help="With --distinct: compare moves in games with this pool too.",
            show_default="self-play only",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="With --distinct: games of each pair.")] = 200,
    out: Out = None,
) -> None:
    """Keep the agents of a pool that meet all conditions.

    Example: [bold]tamaya pool filter runs/a --min-score 15 --niche '1-3,*' --out good.json[/]

    Example: [bold]tamaya pool filter runs/a --feature 'communicativeness>0.4' --distinct[/]
    """
    source = ty.pool(pool)
    conditions = [feature_condition(text, source) for text in feature or []]
    if min_score is not None or max_score is not None:
        conditions.append(score_condition(min_score, max_score))
    if niche:
        allowed = [niche_condition(text, source) for text in niche]
        conditions.append(lambda elite: any(inside(elite) for inside in allowed))
    games = whole_number("games", games, 1, 1_000_000)
    partner_elites = () if partners is None else ty.pool(partners).elites
    elites = pool_choice.select(source, *conditions)
    if not elites:
        conditions_text = _options_text(min_score, max_score, niche, feature)
        raise ty.TamayaError(f"no agent of the pool {pool!r} meets {conditions_text}")
    if distinct:
        with progress_bar("playing", len(elites)) as report:
            setup = ty.Setup.parse(source.setup)
            elites = pool_choice.distinct(
                elites, setup, partners=partner_elites, games=games, progress=report
            )
    chosen = pool_choice.derived(
        source, elites, {"command": command_line()}, name=name_for(out, source.name)
    )
    write_or_print(chosen, out, f"{len(elites)} of {len(source)} agents")


def _options_text(
    low: float | None, high: float | None, niches: list[str] | None, features: list[str] | None
) -> str:
    """The options as the user wrote them."""
    bounds = (("min-score", low), ("max-score", high))
    options = [f"--{name} {bound:g}" for name, bound in bounds if bound is not None]
    options += [f"--niche {text!r}" for text in niches or []]
    options += [f"--feature {text!r}" for text in features or []]
    return " ".join(options)


def sample(
    pool: PoolWord,
    count: Annotated[int, typer.Option(help="Number of agents to take.", show_default=False)],
    seed: Annotated[int, typer.Option(help="Sampling seed.")] = 0,
    spread: Annotated[
        bool,
        typer.Option(
            "--spread", help="Take agents far from each other on the map, instead of random ones."
        ),
    ] = False,
    out: Out = None,
) -> None:
    """Take a sample of a pool's agents, at random or as different as possible.

    Example: [bold]tamaya pool sample runs/a --count 5 --seed 1 --out five.json[/]

    Example: [bold]tamaya pool sample runs/a --count 5 --spread --out corners.json[/]
    """
    source = ty.pool(pool)
    if spread:
        elites = pool_choice.spread(source, count)
    else:
        elites = pool_choice.sample(source, count, seed=seed)
    chosen = pool_choice.derived(
        source, elites, {"command": command_line()}, name=name_for(out, source.name)
    )
    write_or_print(chosen, out, f"{len(elites)} of {len(source)} agents")
