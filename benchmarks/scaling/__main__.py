"""Measures how cost grows and writes docs/scaling.md: `python -m benchmarks.scaling`."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import tamaya as ty
from benchmarks.report import cpu
from benchmarks.scaling import detective, games, web

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scaling.md"


def main() -> None:
    """Measures and writes."""
    today, busy = datetime.datetime.now(tz=datetime.UTC).date(), os.getloadavg()[0]
    sections = [
        games.players(),
        games.rules(),
        *games.pools(),
        games.threads(),
        detective.hypotheses(),
        web.tables(),
    ]
    lines = [
        "# How cost grows",
        "`python -m benchmarks.scaling` writes this page. Where nothing else is said, costs are "
        "CPU seconds, the least of five rounds.",
        "Each section fits a power law to its table: with a power of 1, twice the size costs twice "
        "as much; with a negative power, less.",
        f"Measured {today} on {cpu()}; tamaya {ty.__version__}; load of the machine before: "
        f"{busy:.1f}.",
        "",
    ]
    for section in sections:
        lines += section.lines()
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
