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
from tamaya.cli.options import AsJson
from tamaya.meta import KINDS, Detective, MetaAgent, Watched, meta_agent, watch
from tamaya.meta.pictures import check_kinds


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
    strip: Annotated[
        Path | None,
        typer.Option(
            help="Picture to draw, .png or .svg: the belief after each game.", show_default=False
        ),
    ] = None,
    animation: Annotated[
        Path | None,
        typer.Option(help="Animation of the belief to draw, .gif.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show an experience file. With --partner, show how a meta-agent learns about a partner.

    For each [bold]hypothesis[/] (who a partner may be) it names the best
    [bold]response[/] (whom to play like), beside the points of the
    [bold]generalist[/], the response that scores most with all of them. With a
    partner an episode is played: whom the agent played like in each game, and
    whom it then believed the partner to be. A star marks the truth.

    Example: [bold]tamaya meta show canaan.meta[/]

    Example: [bold]tamaya meta show canaan.meta --partner 4,4 --strip belief.png[/]

    Example: [bold]tamaya meta show canaan.meta --partner piers --agent published[/]
    """
    check_kinds(picture=strip, animation=animation)
    known = ty.Experience.read(file)
    console = Console(highlight=False, markup=False)
    if partner is None:
        _refuse_pictures(strip, animation)
        if as_json:
            typer.echo(json.dumps(as_dict(known), indent=2, allow_nan=False))
        else:
            _print(known, file, console)
        return
    seen = watch(_player(known, agent), _partner(known, partner), games=games, first_seed=seed)
    typer.echo(json.dumps(watched_as_dict(seen), indent=2) if as_json else seen.text())
    if strip is not None:
        seen.strip(strip)
    if animation is not None:
        seen.animation(animation)
    drawn = [str(path) for path in (strip, animation) if path is not None]
    if drawn:
        Console(stderr=True, highlight=False).print(f"drawn in {' and '.join(drawn)}")


def _refuse_pictures(*wanted: Path | None) -> None:
    for path in wanted:
        if path is not None:
            raise ty.TamayaError(f"nothing to draw in {str(path)!r} without --partner")


def _player(known: ty.Experience, kind: str) -> MetaAgent | Detective:
    player = meta_agent(known, kind)
    assert isinstance(player, MetaAgent | Detective)
    return player


def _partner(known: ty.Experience, word: str) -> AgentLike:
    """A hypothesis by niche or name, or else any agent."""
    try:
        return known.hypotheses.find(word)
    except ty.UnknownNameError:
        return ty.as_agent(word)


def _print(known: ty.Experience, file: Path, console: Console) -> None:
    first, last = known.first_seed, known.first_seed + known.games - 1
    same = known.responses.names == known.hypotheses.names
    whom = "the same" if same else f"{len(known.responses)} of {known.responses.name}"
    lines = [
        f"{file}: {len(known.hypotheses)} hypotheses of {known.hypotheses.name}, responses: {whom}",
        f"{known.games} games a pair, seeds {first}-{last}, {known.setup}, points kept, made by "
        f"tamaya {known.version or 'unknown'}",
        f"generalist: {known.generalist}, {known.scores.mean(axis=1).max():.2f} points on average; "
        f"who knows the partner: {known.scores.max(axis=0).mean():.2f}",
    ]
    for line in lines:
        console.print(line, soft_wrap=True)
    console.print()
    console.print(_table(known))


def _table(known: ty.Experience) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("hypothesis", overflow="fold")
    table.add_column("generalist", justify="right")
    table.add_column("best response", overflow="fold")
    table.add_column("points", justify="right")
    table.add_column("gain", justify="right")
    for name, with_generalist, best, points in _rows(known):
        gain = points - with_generalist
        table.add_row(
            name, f"{with_generalist:.2f}", best, f"{points:.2f}", f"{gain:+.2f}" if gain else ""
        )
    return table


def _rows(known: ty.Experience) -> list[tuple[str, float, str, float]]:
    """Each hypothesis, the generalist's points with it, and the best response and its points."""
    general = known.scores[known.responses.names.index(known.generalist)]
    best = known.scores.argmax(axis=0)
    return [
        (name, float(general[i]), known.responses.names[best[i]], float(known.scores[best[i], i]))
        for i, name in enumerate(known.hypotheses.names)
    ]


def as_dict(known: ty.Experience) -> dict[str, object]:
    """The experience file as JSON."""
    return {
        "setup": str(known.setup),
        "scoring": "points kept",
        "games": known.games,
        "first_seed": known.first_seed,
        "version": known.version,
        "responses": list(known.responses.names),
        "generalist": known.generalist,
        "generalist_score": float(known.scores.mean(axis=1).max()),
        "hypotheses": [
            {"name": name, "generalist_score": general, "best_response": best, "score": points}
            for name, general, best, points in _rows(known)
        ],
    }


def watched_as_dict(seen: Watched) -> dict[str, object]:
    """The episode as JSON."""
    names = seen.hypotheses.names
    return {
        "agent": seen.agent,
        "partner": seen.partner,
        "setup": str(seen.setup),
        "scoring": "points kept",
        "seeds": seen.seeds,
        "true_hypotheses": [names[place] for place in seen.truth],
        "beliefs": [dict(zip(names, row.tolist(), strict=True)) for row in seen.beliefs],
        "responses": [list(row) for row in seen.responses],
        "scores": list(seen.scores),
        "bombed": list(seen.bombed),
        "score": float(np.mean(seen.scores)),
    }
