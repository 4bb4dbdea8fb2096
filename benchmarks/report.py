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
    """Name of the processor as Linux tells it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def main() -> None:
    """Measures and writes."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    lines = [
        "# Speed",
        "Written by `make bench`; every ratio is measured in one run, engines taking turns.",
        f"Measured {today} on {cpu()}; tamaya {ty.__version__}, engine {_core.engine()}.",
        "",
        "## Random-legal self-play, 2 players, one core",
        *random_play.table(),
        "",
        "Steps are moves of players. Our agents decide from a `View` built for each move; HLE's",
        "and OpenSpiel's random players ask the state for its legal moves. The last column is",
        "what making and encoding one more player's observation adds.",
        "",
        "## Rule agents, 2 players, one core",
        *rule_agents.table(),
        "",
        "The originals' speeds of all but the elites were measured on another machine.",
        "",
        "## A table of 100 agents, all pairs, 400 games a pair, all cores",
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
