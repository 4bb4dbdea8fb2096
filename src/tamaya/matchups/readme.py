"""Writes the match-up table into its section of docs/how-to/compare.md.

python -m tamaya.matchups.readme [FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tamaya.files import replace_section
from tamaya.matchups.all_pairs import matchups
from tamaya.matchups.pool import CLASSICS, Pool
from tamaya.matchups.table import MatchupTable
from tamaya.matchups.text import heading, markdown

FAMILY = "competition"
POOL = Pool("classics", tuple(f"{FAMILY}:{name}" for name in CLASSICS), "competition")
GAMES = 1000
SECTION = "table"


def lines(table: MatchupTable) -> str:
    """The table as Markdown, with a heading and notes."""
    title = heading(table, strict=False)
    notes = [
        f"The agents are those of the family `{FAMILY}`, which play as the competition's programs.",
        f"Standard errors are at most {np.nanmax(table.sems()):.2f}; bold: the highest of a row.",
    ]
    return "\n".join([f"{title[0].upper()}{title[1:]}.", *notes, "", markdown(table)])


def main() -> None:
    """Plays the table and writes it into the file."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/how-to/compare.md")
    document = path.read_text(encoding="utf-8")
    text = lines(matchups(POOL, games=GAMES))
    path.write_text(replace_section(document, SECTION, text), encoding="utf-8")


if __name__ == "__main__":
    main()
