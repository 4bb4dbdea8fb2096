"""Random-legal self-play, two players, one CPU core: our engine against HLE and OpenSpiel.

    python -m benchmarks.random_play

The engines take turns within one run, so a busy machine slows all of them equally; the table shows
medians. Instructions per step (callgrind) do not depend on the load.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers import driver, hle, open_spiel
from benchmarks.peers.commands import run
from benchmarks.peers.speed import Speed

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9
FLAGS = {"portable": [], "x86-64-v3": ["-march=x86-64-v3"]}


def compile_driver(name: str, engine: str) -> Path:
    """Compiles a driver of ours with the flags of one of the package's engines."""
    binary = ROOT / "build" / "peers" / f"{name}-{engine}"
    generated = binary.parent / "generated"
    for what, header in (("rules", "rulebook.hpp"), ("families", "families.hpp")):
        collect = [sys.executable, str(ROOT / "cpp" / f"collect_{what}.py")]
        run([*collect, str(generated / "tamaya" / header)], purpose=f"collect the {what}")
    includes = [f"-I{ROOT / 'cpp'}", f"-I{generated}"]
    flags = ["-std=c++20", "-O3", "-ffp-contract=off", *includes, *FLAGS[engine]]
    source = ROOT / "benchmarks" / f"{name}.cpp"
    run(["g++", *flags, str(source), "-o", str(binary)], purpose=f"compile {name}")
    return binary


@dataclass(frozen=True)
class Engine:
    """One line of the table."""

    name: str
    play: Callable[[], Speed]
    """plays for about a second"""
    program: Path | None
    """compiled driver whose instructions can be counted"""


def engines() -> list[Engine]:
    """All engines, ours first."""
    portable, newer = (compile_driver("tamaya_random", e) for e in ("portable", "x86-64-v3"))
    peer = hle.build()
    return [
        Engine("tamaya, portable", lambda: driver.random_play(portable, 400_000), portable),
        Engine("tamaya, x86-64-v3", lambda: driver.random_play(newer, 400_000), newer),
        Engine("HLE 0.0.4, C++ -O2", lambda: driver.random_play(peer, 20_000), peer),
        Engine("OpenSpiel, Python", lambda: open_spiel.random_play(4_000), None),
    ]


def table() -> list[str]:
    """Measures everything and returns a Markdown table."""
    every = engines()
    speeds: dict[str, list[float]] = {engine.name: [] for engine in every}
    for _ in range(ROUNDS):
        for engine in every:
            speeds[engine.name].append(engine.play().steps_per_second)
    median = {name: statistics.median(values) for name, values in speeds.items()}
    ours = median[every[0].name]
    lines = [
        "| engine | steps per CPU-second (median, range) | speed-up of portable tamaya "
        "| instructions per step | per encoded observation |",
        "|---|---|---|---|---|",
    ]
    for engine in every:
        low, high = min(speeds[engine.name]), max(speeds[engine.name])
        lines.append(
            f"| {engine.name} | {median[engine.name]:,.0f} ({low:,.0f}-{high:,.0f}) "
            f"| {ours / median[engine.name]:.1f} times | {_instructions(engine.program)} |"
        )
    return lines


def _instructions(program: Path | None) -> str:
    if program is None:
        return "- | -"
    plain = driver.instructions_per_step(program)
    both = driver.instructions_per_step(program, observe="all")
    mover = driver.instructions_per_step(program, observe="mover")
    if plain is None or both is None or mover is None:
        return "no valgrind | -"
    # The cost of the second player's observation, including its view.
    return f"{plain:,.0f} | {both - mover:,.0f}"


if __name__ == "__main__":
    print("\n".join(table()))
