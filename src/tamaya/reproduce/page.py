"""The page of all results, written from their files."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from tamaya.game import TamayaError
from tamaya.reproduce.experiment import Experiment, Result, TableCell, experiment, experiment_names
from tamaya.reproduce.grid import is_exact, theirs

_MOST = 20
"""numbers that do not agree and are listed"""
_HEAD = """\
# Reproduction
Tables and figures of the papers, measured again. Written by `tamaya reproduce --page docs` from the
results in `docs/reproduction`; those were made by

```sh
tamaya reproduce all --scale tiny --out runs/reproduce
```

with `--scale paper --out docs/reproduction` instead.
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
    """Writes reproduction.md in a folder from the results in its subfolder `reproduction`.

    :raises TamayaError: if there are none
    """
    files = [folder / "reproduction" / f"{name}.json" for name in experiment_names()]
    results = [Result.from_json(file.read_text()) for file in files if file.exists()]
    if not results:
        raise TamayaError(f"no results in {str(folder / 'reproduction')!r}")
    file_of_page = folder / "reproduction.md"
    file_of_page.write_text(page(results))
    return file_of_page


def _summary(result: Result) -> str:
    of = experiment(result.experiment)
    agree, of_all = result.agreeing, len(result.compared)
    if not of.criterion:
        return f"| {of.paper.split(':', maxsplit=1)[0]}, {of.what} | nothing is published | | |"
    verdict = "yes" if agree == of_all else f"all but {of_all - agree}"
    name = of.paper.split(":", maxsplit=1)[0]
    return f"| {name}, {of.what} | {of.source} | {agree} of {of_all} | {verdict} |"


def _section(result: Result) -> list[str]:
    of = experiment(result.experiment)
    first, last = result.seeds
    compared = (
        f"A number agrees if it is {of.criterion}."
        if of.criterion
        else "There are no published numbers to compare with."
    )
    settings = ", ".join(f"{name} {value}" for name, value in result.args.items())
    return [
        f"## {of.paper.split(':', maxsplit=1)[0]}, {of.what}",
        f"{of.paper}. `{of.name}`, scale {result.scale} ({settings}), decks of seeds {first} to "
        f"{last}, Tamaya {result.version}. {compared}",
        "",
        of.notes,
        "",
        *(line for grid in of.grids(result) for line in grid.markdown()),
        *_disagreements(result),
        f"![{of.what}](reproduction/{of.name}.png)",
        "",
    ]


def _disagreements(result: Result) -> list[str]:
    cells = [cell for cell in result.compared if not cell.agrees]
    if not cells:
        return []
    of = experiment(result.experiment)
    rest = len(cells) - _MOST
    more = [f"And {rest} more, in reproduction/{of.name}.json.", ""] if rest > 0 else []
    return [
        "What does not agree:",
        "",
        f"| number | {of.source} | ours ± sem | difference |",
        "|---|---|---|---|",
        *(_difference(cell, of) for cell in cells[:_MOST]),
        "",
        *more,
    ]


def _difference(cell: TableCell, of: Experiment[Any]) -> str:
    """The difference in standard errors, as if the other sample were of our size."""
    name, difference = f"{cell.row}{of.joint}{cell.column}", cell.ours - (cell.theirs or 0.0)
    if is_exact(cell):
        return f"| {name} | {theirs(cell)} | {cell.ours:g} | {difference:+.4g} |"
    ours = f"{cell.ours:.2f} ± {cell.sem:.2f}"
    if not of.same_agents:
        return f"| {name} | {theirs(cell)} | {ours} | {difference:+.2f} |"
    errors = abs(difference) / (math.sqrt(2) * cell.sem) if cell.sem > 0 else math.inf
    return (
        f"| {name} | {theirs(cell)} | {ours} "
        f"| {difference:+.2f}, {errors:.1f} standard errors of two samples of this size |"
    )
