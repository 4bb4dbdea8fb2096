"""`tamaya pool diff`: compares two pools niche by niche."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import tamaya as ty
from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import numbers
from tamaya.cli.pool_text import digits_of, score_text, score_texts
from tamaya.cli.wide import print_lines, print_table
from tamaya.matchups.pool_difference import Difference, differences

_CLEAR = 2.0
"""smallest difference, in standard errors, that is colored"""


def diff(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="First pool: a pool file, a run folder or a built-in pool.",
            show_default=False,
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Second pool.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Compare two pools niche by niche: scores of their elites, and how many rules differ.

    Example: [bold]tamaya pool diff runs/a runs/b[/]
    """
    first, second = ty.pool(a), ty.pool(b)
    compared = differences(first, second)
    if as_json:
        typer.echo(json.dumps(as_dict(first, second, compared), indent=2, allow_nan=False))
        return
    console = Console(highlight=False, markup=False)
    for mark, pool in (("A", first), ("B", second)):
        print_lines(f"{mark} = {pool.name}: {len(pool)} agents for {pool.setup}", console)
    for warning in _warnings(first, second):
        print_lines(warning, console)
    shared = [niche for niche in compared if niche.distance is not None]
    if shared:
        console.print()
        print_table(console, _table(shared, first.scoring))
        same = sum(niche.distance == 0 for niche in shared)
        console.print(f"\n{len(shared)} in both, {same} of them with the same rules")
    for mark, alone in (
        ("A", [niche.niche for niche in compared if niche.theirs is None]),
        ("B", [niche.niche for niche in compared if niche.ours is None]),
    ):
        if alone:
            console.print(f"{len(alone)} only in {mark}: {'  '.join(alone)}")


def _warnings(a: ty.Pool, b: ty.Pool) -> list[str]:
    warnings = []
    if ty.Setup.parse(a.setup) != ty.Setup.parse(b.setup):
        warnings.append("scores cannot be compared: the pools are made for different set-ups")
    if a.scoring != b.scoring:
        warnings.append(f"scores cannot be compared: A has {a.scoring}, B has {b.scoring}")
    return warnings


def _table(shared: Sequence[Difference], scoring: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("niche", overflow="fold")
    for name in (f"A ({scoring})", "B", "B - A"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("rules that differ", justify="right")
    first_scores = score_texts([niche.ours.score if niche.ours else None for niche in shared])
    second_scores = score_texts([niche.theirs.score if niche.theirs else None for niche in shared])
    digits = digits_of([niche.score for niche in shared])
    for niche, first_score, second_score in zip(shared, first_scores, second_scores, strict=True):
        change = Text(score_text(niche.score, digits, sign=True), style=_style(niche.score))
        table.add_row(niche.niche, first_score, second_score, change, _rules(niche))
    return table


def _style(change: ty.Estimate | None) -> str:
    """Green or red if the difference is significant."""
    if change is None or not abs(change.mean) >= _CLEAR * change.sem:
        return ""
    return "green" if change.mean > 0 else "red" if change.mean < 0 else ""


def _rules(niche: Difference) -> str:
    longest = max(len(elite.genome) for elite in (niche.ours, niche.theirs) if elite is not None)
    return "none" if niche.distance == 0 else f"{niche.distance} of {longest}"


def as_dict(a: ty.Pool, b: ty.Pool, compared: Sequence[Difference]) -> dict[str, object]:
    """The comparison as JSON."""
    return {
        "a": {"name": a.name, "setup": a.setup, "scoring": a.scoring},
        "b": {"name": b.name, "setup": b.setup, "scoring": b.scoring},
        "niches": [
            {
                "niche": niche.niche,
                "a": numbers(niche.ours.score) if niche.ours else None,
                "b": numbers(niche.theirs.score) if niche.theirs else None,
                "in_a": niche.ours is not None,
                "in_b": niche.theirs is not None,
                "b_minus_a": numbers(niche.score),
                "rules_that_differ": niche.distance,
                "same_rules": None if niche.distance is None else niche.distance == 0,
            }
            for niche in compared
        ],
    }
