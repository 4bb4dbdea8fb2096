"""Writes the table of the package's pools into its section of docs/how-to/evolve.md.

python -m tamaya.qd.readme [FILE]
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from tamaya.files import replace_section
from tamaya.matchups import Pool, pool
from tamaya.matchups.pool import shipped
from tamaya.matchups.twins import GAMES, twins

SECTION = "pools"


def lines() -> str:
    """The table with one line for each pool, and a note on the scores."""
    rows = [
        "| pool | rules, set-up | map | agents | play differently | best | mean |",
        "|---|---|---|---|---|---|---|",
        *(_line(pool(name)) for name in shipped()),
    ]
    note = "Scores: self-play, points kept, 1,000 games on decks that evolution never saw."
    twins_note = (
        f"Some agents of a pool make the same moves as another one (in {GAMES} games with itself); "
        "`NAME-distinct`, like `canaan2020-1-distinct`, is a pool without these twins."
    )
    return "\n".join([*rows, "", note, twins_note])


def _line(evolved: Pool) -> str:
    scores = [elite.score for elite in evolved.elites if elite.score is not None]
    best = max(scores, key=lambda score: score.mean)
    features = " × ".join(name.replace("_", " ") for name in evolved.features)  # noqa: RUF001
    grid = "×".join(map(str, evolved.grid))  # noqa: RUF001
    filled = f"{len(evolved)} of {math.prod(evolved.grid)}"
    mean = sum(score.mean for score in scores) / len(scores)
    different = len(evolved) - len(twins()[evolved.name])
    return (
        f"| `{evolved.name}` | {evolved.rulebook}, {evolved.setup} | {grid} {features} "
        f"| {filled} | {different} | {best.mean:.2f} ± {best.sem:.2f} | {mean:.2f} |"
    )


def main() -> None:
    """Writes the table into the file."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/how-to/evolve.md")
    document = path.read_text(encoding="utf-8")
    path.write_text(replace_section(document, SECTION, lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
