"""Writes docs/reproduction.md from the files of all results."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from tamaya.game import TamayaError
from tamaya.reproduce.experiment import Experiment, Result, TableCell, experiment, experiment_names
from tamaya.reproduce.grid import is_exact, theirs

_MOST = 20
"""disagreeing numbers that are listed, at most"""
_HEAD = """\
# Reproduction
This page compares tables and figures of the papers with our own measurements.
`tamaya reproduce --page docs` writes it from the results in `docs/reproduction`. The command

```sh
tamaya reproduce all --scale tiny --out runs/reproduce
```

makes such results at a small scale; those of this page were made with
`--scale paper --out docs/reproduction`.
"""


def page(results: list[Result]) -> str:
    """The whole page in Markdown."""
    lines = [
        _HEAD,
        "| what | compared with | numbers that agree | agrees? |",
        "|---|---|---|---|",
        *map(_summary, results),
        "",
    ]
    for result in results:
        lines += _section(result)
    return "\n".join(lines)


def write(folder: Path) -> Path:
    """Writes reproduction.md into a folder, from the results in its subfolder `reproduction`.

    :raises TamayaError: if there are no results
    """
    files = [folder / "reproduction" / f"{name}.json" for name in experiment_names()]
    results = [Result.from_json(file.read_text()) for file in files if file.exists()]
    if not results:
        raise TamayaError(f"no results in {str(folder / 'reproduction')!r}")
    path = folder / "reproduction.md"
    path.write_text(page(results))
    return path


def _summary(result: Result) -> str:
    about = experiment(result.experiment)
    agree, compared = result.agreeing, len(result.compared)
    if not about.criterion:
        return (
            f"| {about.paper.split(':', maxsplit=1)[0]}, {about.what} | nothing is published | | |"
        )
    verdict = "yes" if agree == compared else f"all but {compared - agree}"
    name = about.paper.split(":", maxsplit=1)[0]
    return f"| {name}, {about.what} | {about.source} | {agree} of {compared} | {verdict} |"


def _section(result: Result) -> list[str]:
    about = experiment(result.experiment)
    first, last = result.seeds
    compared = (
        f"A number agrees if it is {about.criterion}."
        if about.criterion
        else "There are no published numbers to compare with."
    )
    settings = ", ".join(f"{name} {value}" for name, value in result.args.items())
    return [
        f"## {about.paper.split(':', maxsplit=1)[0]}, {about.what}",
        f"{about.paper}. `{about.name}`, scale {result.scale} ({settings}), decks of seeds "
        f"{first} to {last}, Tamaya {result.version}. {compared}",
        "",
        about.notes,
        "",
        *(line for grid in about.grids(result) for line in grid.markdown()),
        *_disagreements(result),
        f"![{about.what}](reproduction/{about.name}.png)",
        "",
    ]


def _disagreements(result: Result) -> list[str]:
    cells = [cell for cell in result.compared if not cell.agrees]
    if not cells:
        return []
    about = experiment(result.experiment)
    rest = len(cells) - _MOST
    more = [f"And {rest} more, in reproduction/{about.name}.json.", ""] if rest > 0 else []
    return [
        "Numbers that do not agree:",
        "",
        f"| number | {about.source} | ours ± sem | difference |",
        "|---|---|---|---|",
        *(_difference(cell, about) for cell in cells[:_MOST]),
        "",
        *more,
    ]


def _difference(cell: TableCell, about: Experiment[Any]) -> str:
    """A row of the list of disagreeing numbers.

    The difference is also given in standard errors, as if the other sample had our size.
    """
    name, difference = f"{cell.row}{about.joint}{cell.column}", cell.ours - (cell.theirs or 0.0)
    if is_exact(cell):
        return f"| {name} | {theirs(cell)} | {cell.ours:g} | {difference:+.4g} |"
    ours = f"{cell.ours:.2f} ± {cell.sem:.2f}"
    if not about.same_agents:
        return f"| {name} | {theirs(cell)} | {ours} | {difference:+.2f} |"
    errors = abs(difference) / (math.sqrt(2) * cell.sem) if cell.sem > 0 else math.inf
    return (
        f"| {name} | {theirs(cell)} | {ours} "
        f"| {difference:+.2f}, {errors:.1f} standard errors of two samples of this size |"
    )
