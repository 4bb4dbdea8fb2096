"""`python -m tests.fuzz`: runs all targets in turn for a given time and reports the counts."""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from tests.fuzz.report import write_report
from tests.fuzz.runner import Count, fuzz, keep, written
from tests.fuzz.target import MODULES, RESOURCES, TARGETS, Target, load

_SLOW_SHARE = 0.4
"""share of the time for targets whose inputs take seconds"""
_START_SECONDS = 600.0
"""in which a process has imported everything, on a busy machine"""

Shares = Mapping[str, float]
"""seconds by target"""


def shares(targets: Sequence[Target], seconds: float) -> dict[str, float]:
    """How long each target runs."""
    slow = [target for target in targets if target.slow]
    quick = [target for target in targets if not target.slow]
    for_slow = seconds * (_SLOW_SHARE if slow and quick else bool(slow))
    parts = {target.name: for_slow / len(slow) for target in slow} | {
        target.name: (seconds - for_slow) / len(quick) for target in quick
    }
    return {target.name: parts[target.name] for target in targets}


def in_children(targets: Sequence[Target], seconds: Shares, seed: int) -> Iterator[Count]:
    """Runs targets, those of a module in one process; an input that kills it is kept."""
    for _, of_module in groupby(targets, key=lambda target: target.run_module):
        left = list(of_module)
        while left:
            for count in _one_child(left, seconds, seed):
                yield count
                left.pop(0)


def _one_child(targets: Sequence[Target], seconds: Shares, seed: int) -> Iterator[Count]:
    """Counts of targets in turn; the last is that of the target that ended the process, if any."""
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "current"
        work = json.dumps({target.name: seconds[target.name] for target in targets})
        command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz", "--work", work]
        command += ["--module", targets[0].run_module, "--seed", str(seed)]
        command += ["--current", str(current)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        limit = _START_SECONDS + sum(seconds[each.name] + each.seconds for each in targets)
        try:
            output, _ = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
        lines = [line for line in output.splitlines() if line.startswith('{"target"')]
        yield from (Count(**json.loads(line)) for line in lines)
        if len(lines) < len(targets):
            dead = targets[len(lines)]
            data = current.read_bytes() if current.exists() else b""
            place = keep(dead.name, data)
            failure = f"the process ended with {child.returncode}; input kept in {place}"
            yield Count(dead.name, 1, 0, seconds[dead.name], failure)


def _work(work: Shares, seed: int, current: Path) -> None:
    """What a child does."""
    with RESOURCES:
        for name, seconds in work.items():
            print(written(fuzz(TARGETS[name], seconds, seed, current)), flush=True)


def _cpu_seconds() -> float:
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def main() -> int:
    """Runs the command."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--seconds", type=float, default=600.0, help="time for all targets")
    command.add_argument("--seed", type=int, default=0, help="equal seeds draw equal inputs")
    command.add_argument("--only", action="append", default=[], help="name of a target")
    command.add_argument("--quick", action="store_true", help="no targets with inputs of seconds")
    command.add_argument("--report", type=Path, help="Markdown page to write the counts into")
    command.add_argument("--work", help=argparse.SUPPRESS)
    command.add_argument("--module", help=argparse.SUPPRESS)
    command.add_argument("--current", type=Path, help=argparse.SUPPRESS)
    given = command.parse_args()
    load(*([given.module] if given.module else MODULES))
    if given.work:
        _work(json.loads(given.work), given.seed, given.current)
        return 0
    unknown = sorted(set(given.only) - TARGETS.keys())
    if unknown:
        command.error(f"no target {unknown[0]!r} (expected one of {', '.join(TARGETS)})")
    chosen = [TARGETS[name] for name in given.only] or list(TARGETS.values())
    chosen = [target for target in chosen if not (given.quick and target.slow)]
    counts = []
    for count in in_children(chosen, shares(chosen, given.seconds), given.seed):
        counts.append(count)
        numbers = f"{count.inputs:9,} inputs  {count.refused:9,} refused"
        print(f"{count.target:>20}  {numbers}  {count.failure}", flush=True)
    print(f"{_cpu_seconds():,.0f} s of CPU time")
    if given.report is not None:
        write_report(given.report, counts, given.seconds, given.seed, _cpu_seconds())
    return int(any(count.failure for count in counts))


if __name__ == "__main__":
    sys.exit(main())
