"""Speed of the Python API: one step, importing the package, and the gain of a second thread.

python -m benchmarks.python_surface
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

import tamaya as ty

ROUNDS = 7


def step_microseconds(steps: int = 20_000) -> float:
    """Time of `state.apply(move)` and `state.view(seat)` together."""
    seconds, done, seed = 0.0, 0, 0
    state = ty.State.deal(0)
    while done < steps:
        if state.over:
            seed += 1
            state = ty.State.deal(seed)
        move = state.legal_moves()[done % len(state.legal_moves())]
        started = time.perf_counter()
        state.apply(move)
        state.view(state.current)
        seconds += time.perf_counter() - started
        done += 1
    return 1e6 * seconds / steps


def import_seconds() -> float:
    """Time of `import tamaya` in a new process, without starting Python."""
    code = "import time; t = time.perf_counter(); import tamaya; print(time.perf_counter() - t)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def match_seconds(threads: int, games: int = 1_500_000) -> float:
    """Time of one match."""
    started = time.perf_counter()
    ty.match("legal_random", "legal_random", games=games, threads=threads)
    return time.perf_counter() - started


def table() -> list[str]:
    """Measures everything and returns a Markdown table of medians."""
    steps = [step_microseconds() for _ in range(ROUNDS)]
    imports = [import_seconds() for _ in range(ROUNDS)]
    ratios = [match_seconds(1) / match_seconds(2) for _ in range(ROUNDS)]
    cores = len(os.sched_getaffinity(0))
    return [
        "| what | median | range |",
        "|---|---|---|",
        _row("`state.apply(move)` + `state.view(seat)`", steps, "µs"),
        _row("`import tamaya`", imports, "s"),
        _row(f"`ty.match`: 2 threads against 1 ({cores} cores here)", ratios, "times as fast"),
    ]


def _row(what: str, values: list[float], unit: str) -> str:
    middle = statistics.median(values)
    return f"| {what} | {middle:.2f} {unit} | {min(values):.2f}-{max(values):.2f} |"


if __name__ == "__main__":
    print("\n".join(table()))
