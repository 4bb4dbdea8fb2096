"""Searches from the middle of games, two players, one core: rollouts per second.

    python -m benchmarks.search

In a rollout, Piers plays both seats from the 26th turn to the end of the game. A tree search
samples the hidden cards for each rollout, a flat search once for all moves.
"""

from __future__ import annotations

import os
import re
import statistics
from pathlib import Path

from benchmarks.peers.commands import run
from benchmarks.random_play import compile_driver
from benchmarks.rule_agents import rules_of

WANTED = 20_000
"""rollouts per second that a search should reach"""


def rollouts_per_second(driver: Path, method: str, rules: str) -> float:
    """By processor time, median of five."""
    speeds = []
    for _ in range(5):
        output = run(
            [str(driver), "--rollouts=50000", f"--method={method}", f"--rules={rules}"],
            purpose="search",
        ).stdout
        done, seconds = re.findall(r"=([\d.]+)", output)
        speeds.append(int(done) / float(seconds))
    return statistics.median(speeds)


def instructions_per_rollout(driver: Path, method: str, rules: str) -> float:
    """Counted by callgrind as the difference between two numbers of rollouts."""
    counts = []
    for rollouts in (1000, 5000):
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
        command = [*valgrind, str(driver), f"--rollouts={rollouts}", f"--method={method}"]
        finished = run([*command, f"--rules={rules}"], purpose="count instructions")
        done = re.search(r"rollouts=(\d+)", finished.stdout)
        total = re.search(r"Collected : (\d+)", finished.stderr)
        assert done is not None
        assert total is not None
        counts.append((int(done[1]), int(total[1])))
    (few, less), (many, more) = counts
    return (more - less) / (many - few)


def table() -> list[str]:
    """Measures everything and returns a Markdown table."""
    lines = [
        "| rollouts by Piers from the 26th turn | engine | rollouts per CPU-second "
        "| compared with the goal of 20,000 | instructions per rollout |",
        "|---|---|---|---|---|",
    ]
    rules = rules_of("piers")
    for engine in ("portable", "x86-64-v3"):
        driver = compile_driver("tamaya_search", engine)
        for method in ("flat", "tree"):
            speed = rollouts_per_second(driver, method, rules)
            counted = instructions_per_rollout(driver, method, rules)
            lines.append(
                f"| {method} | {engine} | {speed:,.0f} | {speed / WANTED:.1f} times "
                f"| {counted:,.0f} |"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
