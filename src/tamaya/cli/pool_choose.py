"""`tamaya pool filter` and `sample`: choose agents of a pool."""

from __future__ import annotations

from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.pool_out import Out, PoolWord, command_line, name_for, progress_bar, put
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
        typer.Option("--distinct", help="Keep only the best of agents that make the same moves."),
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
    given = ty.pool(pool)
    conditions = [feature_condition(text, given) for text in feature or []]
    if min_score is not None or max_score is not None:
        conditions.append(score_condition(min_score, max_score))
    if niche:
        allowed = [niche_condition(text, given) for text in niche]
        conditions.append(lambda elite: any(inside(elite) for inside in allowed))
    games = whole_number("games", games, 1, 1_000_000)
    company = () if partners is None else ty.pool(partners).elites
    kept = pool_choice.select(given, *conditions)
    if not kept:
        conditions_text = _said(min_score, max_score, niche, feature)
        raise ty.TamayaError(f"no agent of the pool {pool!r} meets {conditions_text}")
    if distinct:
        with progress_bar("playing", len(kept)) as tell:
            setup = ty.Setup.parse(given.setup)
            kept = pool_choice.distinct(kept, setup, partners=company, games=games, progress=tell)
    chosen = pool_choice.derived(
        given, kept, {"command": command_line()}, name=name_for(out, given.name)
    )
    put(chosen, out, f"{len(kept)} of {len(given)} agents")


def _said(
    low: float | None, high: float | None, niches: list[str] | None, features: list[str] | None
) -> str:
    """The conditions as the user wrote them."""
    scores = [
        f"--{name} {x:g}" for name, x in (("min-score", low), ("max-score", high)) if x is not None
    ]
    others = [f"--niche {text!r}" for text in niches or []]
    return " ".join([*scores, *others, *(f"--feature {text!r}" for text in features or [])])


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
    """Take some agents of a pool: random ones, or as different ones as possible.

    Example: [bold]tamaya pool sample runs/a --count 5 --seed 1 --out five.json[/]

    Example: [bold]tamaya pool sample runs/a --count 5 --spread --out corners.json[/]
    """
    given = ty.pool(pool)
    if spread:
        taken = pool_choice.spread(given, count)
    else:
        taken = pool_choice.sample(given, count, seed=seed)
    chosen = pool_choice.derived(
        given, taken, {"command": command_line()}, name=name_for(out, given.name)
    )
    put(chosen, out, f"{len(taken)} of {len(given)} agents")
