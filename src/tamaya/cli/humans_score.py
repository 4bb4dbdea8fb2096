"""`tamaya humans score`: measures how often agents make the moves of people."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.agents import as_agent
from tamaya.cli.humans_games import Most, People, WithoutHeavy, chosen
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note, numbers, plain, progress_bar
from tamaya.cli.wide import print_table
from tamaya.humans import Agreement, agreement, calibration, chance
from tamaya.humans.agreement import KINDS
from tamaya.stats import Estimate


def score(
    path: People,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT", help="Agents that predict the moves."),
    ],
    most: Most = None,
    without_heavy: WithoutHeavy = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Calibration picture to draw (.png, .svg or .pdf), for agents with probabilities.",
            show_default="none",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how often agents would make the move that a person made.

    An agent sits in the person's seat and sees the game as it was played. Agents that give
    probabilities predict the likeliest move, and their log-loss is shown.

    Example: [bold]tamaya humans score people.jsonl eger:full piers --without-heavy 100[/]
    """
    predictors = [as_agent(agent) for agent in agents]  # unknown names fail early
    games = chosen(path, most, without_heavy)
    agreements = [chance(games)]
    with progress_bar("games", len(predictors) * len(games)) as report:
        for number, agent in enumerate(predictors):
            before = number * len(games)

            def advance(finished: int, before: int = before) -> None:
                report(before + finished)

            agreements.append(agreement(games, agent, advance))
    if plot is not None:
        calibration.draw(agreements[1:], plot)
        note(f"wrote {plot}")
    if as_json:
        typer.echo(
            json.dumps([as_dict(answers) for answers in agreements], indent=2, allow_nan=False)
        )
        return
    console = Console(highlight=False, markup=False)
    decided, people = len(agreements[0]), len(agreements[0].of_people)
    console.print(f"{decided:,} decisions of {people:,} people in {len(games):,} games")
    console.print("percent ± standard error clustered by person; mean of people: each counts once")
    console.print("plays, discards, hints: same move, among the person's moves of that kind")
    console.print()
    print_table(console, _table(agreements))


def _table(agreements: list[Agreement]) -> Table:
    losses = any(answers.log_loss is not None for answers in agreements[1:])
    table = Table(box=None, pad_edge=False, padding=(0, 1 if losses else 2, 0, 0))
    columns = ("agent", "same move", "mean of people", "same kind", *(f"{kind}s" for kind in KINDS))
    for name in (*columns, *(["log-loss"] if losses else [])):
        is_name = name == "agent"
        table.add_column(
            name,
            justify="left" if is_name else "right",
            no_wrap=not is_name,
            min_width=10 if is_name else None,
            overflow="fold",
        )
    for answers in agreements:
        shares = (answers.share(), answers.by_person, answers.share(same_kind=True))
        kinds = (f"{100 * answers.share(kind=kind).mean:.1f}" for kind in KINDS)
        table.add_row(
            answers.agent, *map(_percent, shares), *kinds, *([_loss(answers)] if losses else [])
        )
    return table


def _percent(share: Estimate) -> str:
    error = "" if math.isnan(share.sem) else f" ± {100 * share.sem:.1f}"
    return f"{100 * share.mean:.1f}{error}"


def _loss(answers: Agreement) -> str:
    loss = answers.log_loss
    if loss is None:
        return "-"
    return f"∞ ({answers.impossible:,} impossible)" if answers.impossible else f"{loss.mean:.3f}"


def as_dict(answers: Agreement) -> dict[str, object]:
    """The agreement of an agent as JSON."""
    loss = answers.log_loss
    return {
        "agent": answers.agent,
        "decisions": len(answers),
        "same_move": _numbers(answers.share()),
        "same_kind": _numbers(answers.share(same_kind=True)),
        "same_move_by_kind": {kind: _numbers(answers.share(kind=kind)) for kind in KINDS},
        "same_kind_by_kind": {
            kind: _numbers(answers.share(kind=kind, same_kind=True)) for kind in KINDS
        },
        "mean_of_people": numbers(answers.by_person),
        "of_people": answers.of_people,
        "log_loss": None if loss is None or answers.impossible else _numbers(loss),
        "impossible": answers.impossible,
        "calibration_error": None
        if answers.confidence is None
        else calibration.expected_error(answers),
    }


def _numbers(share: Estimate) -> dict[str, float | int | None]:
    return {"mean": plain(share.mean), "sem": plain(share.sem), "decisions": share.games}
