"""`tamaya meta`: trains and evaluates meta-agents, which adapt to their partners."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import tamaya as ty
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.meta_grow import grow
from tamaya.cli.meta_show import as_dict as experience_as_dict
from tamaya.cli.meta_show import show
from tamaya.cli.options import (
    AsJson,
    FirstSeed,
    Key,
    PairGames,
    PoolSetup,
    Strict,
    Threads,
    key_bytes,
    with_bar,
)
from tamaya.cli.pool_out import mean_and_error, note, plain
from tamaya.cli.wide import print_lines
from tamaya.errors import Interrupted
from tamaya.matchups import Progress
from tamaya.meta import KINDS, Oracle, meta_agent
from tamaya.meta.episodes import Contender

app = typer.Typer(
    help="Train, show and evaluate meta-agents, which infer who their partner is and adapt.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
app.command()(grow)
_ORACLE = "oracle"


@app.command()
def train(
    pool: Annotated[
        str,
        typer.Argument(
            metavar="POOL", help="Pool of hypotheses: native agents that partners may play like."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Experience file to write.")],
    responses: Annotated[
        str | None, typer.Option(help="Pool of responses to play.", show_default="the same pool")
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(
            help="Agent to add to the responses, like learned:br.safetensors; repeat for several."
        ),
    ] = None,
    games: PairGames = 400,
    first_seed: FirstSeed = 0,
    setup: PoolSetup = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Train a meta-agent: play all responses with all hypotheses and store the results.

    A hypothesis is an agent that a partner may play like; a response is an agent whose moves the
    meta-agent may make. Every command then accepts [bold]meta:FILE[/] as an agent.

    Example: [bold]tamaya meta train canaan2020-1 --out canaan.meta[/]

    Example: [bold]tamaya meta train canaan2020-1 --response learned:response --out both.meta[/]
    """
    own = _with_agents(ty.pool(responses or pool), response or [])

    def work(report: Callable[[Progress], None]) -> ty.Experience:
        return ty.Experience.train(
            pool,
            own,
            games=games,
            first_seed=first_seed,
            setup=setup,
            threads=threads,
            progress=report,
        )

    experience = with_bar(work)
    experience.write(out)
    if as_json:
        typer.echo(json.dumps(experience_as_dict(experience), indent=2, allow_nan=False))
        return
    print_lines(
        f"{len(experience.responses)} responses with {len(experience.hypotheses)} hypotheses in "
        f"{out}; the generalist is {experience.generalist}: "
        f"{experience.scores.mean(axis=1).max():.2f} (points kept)"
    )


def _with_agents(pool: ty.Pool, names: list[str]) -> ty.Pool:
    """The pool with more agents at its end."""
    return ty.Pool(pool.name, (*pool.agents, *names), pool.setup) if names else pool


@app.command()
def evaluate(
    experience: Annotated[
        Path, typer.Argument(metavar="FILE", help="Experience file of tamaya meta train.")
    ],
    pool: Annotated[
        str | None,
        typer.Argument(
            metavar="POOL", help="Pool of partners to meet.", show_default="the hypotheses"
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Agent to evaluate: {', '.join(KINDS)}, {_ORACLE} or any other agent; "
            "repeat for several.",
            show_default="generalist, published, detective, and oracle if it knows all partners",
        ),
    ] = None,
    episodes: Annotated[int, typer.Option(help="Episodes with each partner.")] = 200,
    games: Annotated[int, typer.Option(help="Games per episode.")] = 10,
    first_seed: FirstSeed = 1_000_000,
    setup: PoolSetup = None,
    strict: Strict = False,
    threads: Threads = None,
    key: Key = None,
    out: Annotated[
        Path | None, typer.Option(help="Parquet file to write, with a row for each game.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Picture to draw, .png, .svg or .pdf: gains over the first agent game by game, "
            "and how often partners are recognized.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate agents in episodes with every partner of a pool, all on the same decks.

    The generalist always plays the response that is best on average, and the oracle is told who
    the partner is. Gains are over the first agent. A partner is [bold]recognized[/] if the most
    probable hypothesis is the partner, or makes the same move in 99 % of positions.

    Example: [bold]tamaya meta evaluate canaan.meta --episodes 50 --plot learning.png[/]

    Example: [bold]tamaya meta evaluate canaan.meta canaan2020-2 --agent published --agent piers[/]
    """
    trained = ty.Experience.read(experience)
    partners = trained.hypotheses if pool is None else ty.pool(pool)
    names = agent or _default_agents(trained, partners)
    contenders = {name: _contender(name, trained) for name in names}

    def work(report: Callable[[Progress], None]) -> ty.Evaluation:
        return ty.evaluate(
            contenders,
            partners,
            episodes=episodes,
            games=games,
            setup=setup,
            first_seed=first_seed,
            threads=threads,
            progress=report,
            key=key_bytes(key),
        )

    report_evaluation(work, out=out, plot=plot, strict=strict, as_json=as_json)


app.command()(show)


def report_evaluation(
    work: Callable[[Callable[[Progress], None]], ty.Evaluation],
    *,
    out: Path | None,
    plot: Path | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Plays, writes, prints and draws an evaluation.

    The exit code is 1 if games were lost by failures. After Ctrl-C it is 130, and the agents that
    have finished are reported.
    """
    interrupted = False
    try:
        evaluation = with_bar(work)
    except Interrupted as stopped:
        evaluation, interrupted = stopped.of(ty.Evaluation), True
        count = len(evaluation.agents)
        agents = "1 agent has" if count == 1 else f"{count} agents have"
        note(f"interrupted: {agents} finished; the same command starts again")
        if not count:
            raise typer.Exit(EXIT_CODE) from None
    if out is not None:
        evaluation.write(out)
    if as_json:
        typer.echo(json.dumps(as_dict(evaluation, strict=strict), indent=2, allow_nan=False))
    else:
        print_lines(evaluation.text(strict=strict))
    if plot is not None:
        evaluation.plot(plot, strict=strict)
        note(f"wrote {plot}")
    if interrupted or evaluation.failures:
        raise typer.Exit(EXIT_CODE if interrupted else 1)


def _default_agents(experience: ty.Experience, partners: ty.Pool) -> list[str]:
    """The agents to evaluate by default: without the oracle if it cannot place a partner."""
    agents = ["generalist", "published", "detective"]
    for partner in map(ty.as_agent, partners):
        if experience.label_of(partner) is None:
            note(f"without the oracle: no hypothesis has the niche or name of {partner.name!r}")
            return agents
    return [*agents, _ORACLE]


def _contender(name: str, experience: ty.Experience) -> Contender:
    if name == _ORACLE:
        return Oracle(experience)
    return meta_agent(experience, name) if name in KINDS else ty.as_agent(name)


def as_dict(evaluation: ty.Evaluation, *, strict: bool = False) -> dict[str, object]:
    """The evaluation as JSON; null where a number is not defined."""
    first = evaluation.agents[0]
    return {
        "setup": str(evaluation.setup),
        "scoring": "strict" if strict else "points kept",
        "episodes": evaluation.episodes,
        "games": evaluation.games,
        "seeds": evaluation.seeds,
        "key": evaluation.key.hex(),
        "failures": [
            {"agent": name, "partner": partner, "reason": why}
            for (name, partner), why in evaluation.failures.items()
        ],
        "agents": [
            {
                "name": name,
                **mean_and_error(evaluation.score(name, strict=strict)),
                "gain": None if name == first else _gain(evaluation, name, strict),
                "by_game": [
                    mean_and_error(estimate) for estimate in evaluation.by_game(name, strict=strict)
                ],
                "identification": [
                    plain(estimate.mean) for estimate in evaluation.identification(name)
                ],
                "recognized": [plain(estimate.mean) for estimate in evaluation.recognized(name)],
                "by_partner": {
                    partner: mean_and_error(estimate)
                    for partner, estimate in evaluation.by_partner(name, strict=strict).items()
                },
            }
            for name in evaluation.agents
        ],
    }


def _gain(evaluation: ty.Evaluation, name: str, strict: bool) -> dict[str, object]:
    over = evaluation.agents[0]
    paired, welch = (
        test(name, over, strict=strict) for test in (evaluation.gain, evaluation.welch)
    )
    return {
        "over": over,
        **mean_and_error(paired.difference),
        "paired_p": plain(paired.p),
        "welch_p": plain(welch.p),
    }
