"""Counts of the last run, written into docs/reliability.md."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tamaya.files import replace_section
from tests.fuzz.runner import Count
from tests.fuzz.target import TARGETS, corpus

_SECTION = "fuzz"


def table(counts: Sequence[Count], seconds: float, seed: int, cpu_seconds: float) -> str:
    """The counts as a Markdown table."""
    inputs, failures = sum(c.inputs for c in counts), sum(bool(c.failure) for c in counts)
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: `make fuzz SECONDS={seconds:g} SEED={seed}`, version "
        f"{version('tamaya')}, Python {platform.python_version()} on {platform.machine()}, "
        f"{cpu_seconds:,.0f} s of CPU time. {inputs:,} inputs, {failures} failures.",
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
    return "\n".join(lines)


def write_report(
    path: Path, counts: Sequence[Count], seconds: float, seed: int, cpu_seconds: float
) -> None:
    """Writes the counts into their section of a page."""
    text = path.read_text(encoding="utf-8")
    page = replace_section(text, _SECTION, table(counts, seconds, seed, cpu_seconds))
    path.write_text(page, encoding="utf-8")
