"""Runs all benchmarks and writes docs/speed.md.

python -m benchmarks.report
"""

from __future__ import annotations

import datetime
import platform
from pathlib import Path

import tamaya as ty
from benchmarks import (
    evolution,
    meta_agent,
    pair_table,
    people,
    python_surface,
    random_play,
    rule_agents,
    search,
    vector_env,
)
from tamaya import _core

REPORT = Path(__file__).resolve().parent.parent / "docs" / "speed.md"


def cpu() -> str:
    """Name of the processor and its number of cores, as Linux reports them."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def main() -> None:
    """Measures and writes."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    lines = [
        "# Speed",
        "`make bench` writes this page. In each comparison, the engines take turns within one run.",
        f"Measured {today} on {cpu()}; tamaya {ty.__version__}, engine {_core.engine()}.",
        "",
        "## Random-legal self-play, 2 players, one core",
        *random_play.table(),
        "",
        "A step is a move of a player. Our agents choose from a `View` that is built for each",
        "move; the random players of HLE and OpenSpiel ask the state for its legal moves. The last",
        "column is the cost of creating and encoding the observation of one more player.",
        "",
        "## Rule agents, 2 players, one core",
        *rule_agents.table(),
        "",
        "Only the elites' originals were measured on this machine, the other originals on another.",
        "",
        "## Match-up table of 100 agents, all pairs, 400 games per pair, all cores",
        pair_table.measured(count=100, games=400, threads=None, out=None),
        "",
        "## Evolution",
        *evolution.table(),
        "",
        "## Search, 2 players, one core",
        *search.table(),
        "",
        "## The detective with 66 hypotheses, 2 players, one core",
        *meta_agent.table(),
        "",
        "## Models of people, 2 players, one core",
        *people.table(),
        "",
        "## From Python",
        *python_surface.table(),
        "",
        "## Vector environment",
        *vector_env.table(),
    ]
    REPORT.write_text("\n".join(lines) + "\n")
    print(REPORT.read_text())


if __name__ == "__main__":
    main()
