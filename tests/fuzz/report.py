"""Counts of the last run, written into docs/reliability.md."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tests.fuzz.runner import Count
from tests.fuzz.target import TARGETS, corpus

_BEGIN, _END = "<!-- fuzz:begin -->\n", "<!-- fuzz:end -->\n"


def table(counts: Sequence[Count], seconds: float, seed: int) -> str:
    """The counts as a Markdown table."""
    lines = [
        f"`make fuzz` with seed {seed} and {seconds:,.0f} seconds, version {version('tamaya')}, "
        f"Python {platform.python_version()} on {platform.machine()}:",
        "",
        "| target | what is promised | inputs | refused | kept in the corpus | failures |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for count in counts:
        target = TARGETS[count.target]
        lines.append(
            f"| {count.target} | {target.promise} | {count.inputs:,} | {count.refused:,} | "
            f"{len(corpus(count.target))} | {int(bool(count.failure))} |"
        )
    return "\n".join([*lines, "", ""])


def write_report(path: Path, counts: Sequence[Count], seconds: float, seed: int) -> None:
    """Replaces the part of a page between its marks."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    path.write_text(before + _BEGIN + table(counts, seconds, seed) + _END + after, encoding="utf-8")
