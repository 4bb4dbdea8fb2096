"""`tamaya meta show`: shows an experience file, or an episode with a partner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

import tamaya as ty
from tamaya.agents import AgentLike
from tamaya.cli.command_words import renamed
from tamaya.cli.options import AsJson
from tamaya.cli.wide import print_lines, print_table
from tamaya.meta import KINDS, Detective, MetaAgent, Watched, meta_agent, watch
from tamaya.meta.pictures import check_kinds


@renamed(strip="plot")
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Experience file of tamaya meta train.")
    ],
    partner: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Partner to play an episode with: the niche or name of a hypothesis, or any "
            "agent.",
            show_default=False,
        ),
    ] = None,
    agent: Annotated[
        str,
        typer.Option(
            metavar="KIND", help=f"Meta-agent that plays the episode: {', '.join(KINDS)}."
        ),
    ] = KINDS[0],
    games: Annotated[int, typer.Option(help="Games in the episode.")] = 10,
    seed: Annotated[int, typer.Option(help="Seed of the first deck.")] = 1_000_000,
    animation: Annotated[
        Path | None,
        typer.Option(help="Animation of the belief to draw, .gif.", show_default=False),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Picture to draw, .png, .svg or .pdf: the belief after each game.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show an experience file. With --partner, show how a meta-agent learns about a partner.

    It lists each [bold]hypothesis[/] (an agent that a partner may be) with the points of the
    [bold]generalist[/] (the response that scores best on average) and of the best
    [bold]response[/] (an agent to imitate). With --partner it plays an episode and shows, for each
    game, the response that the agent chose and its belief about the partner. A star marks the
    true hypothesis.

    Example: [bold]tamaya meta show canaan.meta[/]

    Example: [bold]tamaya meta show canaan.meta --partner 4,4 --plot belief.png[/]

    Example: [bold]tamaya meta show canaan.meta --partner piers --agent published[/]
    """
    check_kinds(picture=plot, animation=animation)
    experience = ty.Experience.read(file)
    console = Console(highlight=False, markup=False)
    if partner is None:
        _refuse_pictures(plot, animation)
        if as_json:
            typer.echo(json.dumps(as_dict(experience), indent=2, allow_nan=False))
        else:
            _print(experience, file, console)
        return
    watched = watch(
        _player(experience, agent), _partner(experience, partner), games=games, first_seed=seed
    )
    typer.echo(json.dumps(watched_as_dict(watched), indent=2) if as_json else watched.text())
    if plot is not None:
        watched.strip(plot)
    if animation is not None:
        watched.animation(animation)
    pictures = [str(path) for path in (plot, animation) if path is not None]
    if pictures:
        Console(stderr=True, highlight=False).print(f"wrote {' and '.join(pictures)}")


def _refuse_pictures(*pictures: Path | None) -> None:
    for path in pictures:
        if path is not None:
            raise ty.TamayaError(f"cannot draw {str(path)!r}: it needs --partner")


def _player(experience: ty.Experience, kind: str) -> MetaAgent | Detective:
    player = meta_agent(experience, kind)
    assert isinstance(player, MetaAgent | Detective)
    return player


def _partner(experience: ty.Experience, word: str) -> AgentLike:
    """A hypothesis by niche or name, or else any agent."""
    try:
        return experience.hypotheses.find(word)
    except ty.UnknownNameError:
        return ty.as_agent(word)


def _print(experience: ty.Experience, file: Path, console: Console) -> None:
    first, last = experience.first_seed, experience.first_seed + experience.games - 1
    same = experience.responses.names == experience.hypotheses.names
    responses = (
        "the same" if same else f"{len(experience.responses)} of {experience.responses.name}"
    )
    scores, pool = experience.scores, experience.hypotheses
    lines = [
        f"{file}: {len(pool)} hypotheses of {pool.name}, responses: {responses}",
        f"{experience.games} games per pair, seeds {first}-{last}, {experience.setup}, points "
        f"kept, made by tamaya {experience.version or 'unknown'}",
        f"generalist: {experience.generalist}, {scores.mean(axis=1).max():.2f} points on average; "
        f"with the best response to each: {scores.max(axis=0).mean():.2f}",
    ]
    for line in lines:
        print_lines(line, console)
    console.print()
    print_table(console, _table(experience))


def _table(experience: ty.Experience) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("hypothesis", overflow="fold")
    table.add_column("generalist", justify="right")
    table.add_column("best response", overflow="fold")
    table.add_column("points", justify="right")
    table.add_column("gain", justify="right")
    for name, with_generalist, best, points in _rows(experience):
        gain = points - with_generalist
        table.add_row(
            name, f"{with_generalist:.2f}", best, f"{points:.2f}", f"{gain:+.2f}" if gain else ""
        )
    return table


def _rows(experience: ty.Experience) -> list[tuple[str, float, str, float]]:
    """Each hypothesis, the generalist's points with it, and the best response and its points."""
    general = experience.scores[experience.responses.names.index(experience.generalist)]
    best = experience.scores.argmax(axis=0)
    return [
        (
            name,
            float(general[i]),
            experience.responses.names[best[i]],
            float(experience.scores[best[i], i]),
        )
        for i, name in enumerate(experience.hypotheses.names)
    ]


def as_dict(experience: ty.Experience) -> dict[str, object]:
    """The experience file as JSON."""
    return {
        "setup": str(experience.setup),
        "scoring": "points kept",
        "games": experience.games,
        "first_seed": experience.first_seed,
        "version": experience.version,
        "responses": list(experience.responses.names),
        "generalist": experience.generalist,
        "generalist_score": float(experience.scores.mean(axis=1).max()),
        "hypotheses": [
            {"name": name, "generalist_score": general, "best_response": best, "score": points}
            for name, general, best, points in _rows(experience)
        ],
    }


def watched_as_dict(watched: Watched) -> dict[str, object]:
    """The episode as JSON."""
    names = watched.hypotheses.names
    return {
        "agent": watched.agent,
        "partner": watched.partner,
        "setup": str(watched.setup),
        "scoring": "points kept",
        "seeds": watched.seeds,
        "true_hypotheses": [names[place] for place in watched.truth],
        "beliefs": [dict(zip(names, row.tolist(), strict=True)) for row in watched.beliefs],
        "responses": [list(row) for row in watched.responses],
        "scores": list(watched.scores),
        "bombed": list(watched.bombed),
        "score": float(np.mean(watched.scores)),
    }
