"""Writes the table of the package's pools into the README, between its markers.

python -m tamaya.qd.readme [FILE]
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.matchups import Pool, pool
from tamaya.matchups.pool import shipped

BEGIN, END = "<!-- pools:begin -->", "<!-- pools:end -->"


def lines() -> str:
    """The table with one line for each pool, and a note on the scores."""
    rows = [
        "| pool | rules, set-up | map | agents | best | mean |",
        "|---|---|---|---|---|---|",
        *(_line(pool(name)) for name in shipped()),
    ]
    note = "Scores: self-play, points kept, 1,000 games on decks that evolution never saw."
    return "\n".join([*rows, "", note])


def _line(evolved: Pool) -> str:
    scores = [elite.score for elite in evolved.elites if elite.score is not None]
    best = max(scores, key=lambda score: score.mean)
    features = " × ".join(name.replace("_", " ") for name in evolved.features)  # noqa: RUF001
    grid = "×".join(map(str, evolved.grid))  # noqa: RUF001
    filled = f"{len(evolved)} of {math.prod(evolved.grid)}"
    mean = sum(score.mean for score in scores) / len(scores)
    return (
        f"| `{evolved.name}` | {evolved.rulebook}, {evolved.setup} | {grid} {features} | {filled} "
        f"| {best.mean:.2f} ± {best.sem:.2f} | {mean:.2f} |"
    )


def replaced(document: str) -> str:
    """The document with the table between its markers.

    :raises TamayaError: if the document has no markers
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise TamayaError(f"no markers for the pools (expected lines {BEGIN!r} and {END!r})")
    return f"{before}{BEGIN}\n\n{lines()}\n\n{END}{after}"


def main() -> None:
    """Writes the table into the file."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "README.md")
    path.write_text(replaced(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
