"""`python -m tests.fuzz`: all targets in turn, for a given time, and a report of what was tried."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.report import write_report
from tests.fuzz.runner import Count, fuzz, keep, written
from tests.fuzz.target import MODULES, RESOURCES, TARGETS, Target, load

_SLOW_SHARE = 0.4
"""of the time for targets whose inputs take seconds"""


def shares(targets: Sequence[Target], seconds: float) -> dict[str, float]:
    """How long each target runs."""
    slow = [target for target in targets if target.slow]
    quick = [target for target in targets if not target.slow]
    for_slow = seconds * (_SLOW_SHARE if slow and quick else bool(slow))
    return {target.name: for_slow / len(slow) for target in slow} | {
        target.name: (seconds - for_slow) / len(quick) for target in quick
    }


def in_a_child(target: Target, seconds: float, seed: int) -> Count:
    """Runs a target in a process of its own; if that dies, the input that killed it is kept."""
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "current"
        options = {
            "--target": target.name,
            "--module": target.run.__module__,
            "--seconds": str(seconds),
            "--seed": str(seed),
            "--current": str(current),
        }
        command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz"]
        for option in options.items():
            command += option
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            output, _ = child.communicate(timeout=seconds + target.seconds + 120)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
        lines = [line for line in output.splitlines() if line.startswith('{"target"')]
        if child.returncode == 0 and lines:
            return Count(**json.loads(lines[-1]))
        data = current.read_bytes() if current.exists() else b""
        told = f"the process ended with {child.returncode}; input kept in {keep(target.name, data)}"
        return Count(target.name, 1, 0, seconds, told)


def main() -> int:
    """Runs the command."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--seconds", type=float, default=600.0, help="time for all targets")
    command.add_argument("--seed", type=int, default=0, help="equal seeds draw equal inputs")
    command.add_argument("--only", action="append", default=[], help="name of a target")
    command.add_argument("--report", type=Path, help="Markdown page to write the counts into")
    command.add_argument("--target", help=argparse.SUPPRESS)
    command.add_argument("--module", help=argparse.SUPPRESS)
    command.add_argument("--current", type=Path, help=argparse.SUPPRESS)
    given = command.parse_args()
    load(*([given.module] if given.module else MODULES))
    if given.target:
        with RESOURCES:
            print(written(fuzz(TARGETS[given.target], given.seconds, given.seed, given.current)))
        return 0
    unknown = sorted(set(given.only) - TARGETS.keys())
    if unknown:
        command.error(f"no target {unknown[0]!r} (expected one of {', '.join(TARGETS)})")
    chosen = [TARGETS[name] for name in given.only] or list(TARGETS.values())
    counts = []
    for name, seconds in shares(chosen, given.seconds).items():
        count = in_a_child(TARGETS[name], seconds, given.seed)
        counts.append(count)
        print(
            f"{name:>20}  {count.inputs:9,} inputs  {count.refused:9,} refused  {count.failure}",
            flush=True,
        )
    if given.report is not None:
        write_report(given.report, counts, given.seconds, given.seed)
    return int(any(count.failure for count in counts))


if __name__ == "__main__":
    sys.exit(main())
