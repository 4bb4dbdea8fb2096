"""Compares the vector environment on a GPU with the CPU, bit for bit, and measures its speed.

python -m benchmarks.vector_gpu check [--games 4096] [--turns 150]
python -m benchmarks.vector_gpu speed [--games 32768]
python -m benchmarks.vector_gpu compile sm_90     (fills the kernel cache; needs no GPU)
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tamaya.matchups import pool
from tamaya.vector import Vector
from tamaya.vector.cuda import kernel_code
from tamaya.vector.vector import ARRAYS

FAMILIES = [
    "piers",
    "tamaya",
    "noisy(20, iggi)",
    "competition:outer",
    "eger:full",
    "eger:outer",
    "eger:intentional",
    "eger:sample",
    "cyclone:people",
    "human:all",
    "companion",
    "convention:hats",
    "convention:ladder",
]
MANY = [
    *("piers", "tamaya", "noisy(20, iggi)", "competition:outer", "competition:flawed"),
    *("convention:hats", "convention:ladder"),
]
CHECKS: dict[str, dict[str, Any]] = {
    "self-play": {"observation": "extended"},
    "self-play, HLE": {"observation": "hle", "bombed": "zero"},
    "self-play, packed": {"packed": True, "observation": "counts", "episode": 3},
    "other-play": {"permute_colors": True, "observation": "counts"},
    "all families": {
        "setup": "competition", "learners": "rotate", "partners": FAMILIES, "episode": 3,
        "observation": "counts"},
    "eger": {"setup": "eger", "learners": (1,), "partners": FAMILIES, "permute_colors": True},
    "3 players": {
        "setup": "competition players=3", "learners": "rotate", "partners": MANY,
        "observation": "counts", "episode": 2},
    "4 players": {
        "setup": "standard players=4 extra_suit=rainbow illegal=end", "learners": (0, 2),
        "partners": MANY},
    "5 players": {
        "setup": "competition players=5 extra_suit=single", "learners": "rotate",
        "partners": MANY, "observation": "counts"},
    "5 players, self-play": {"setup": "standard players=5", "observation": "counts"},
    "tiny": {"setup": "standard colors=2 ranks=2 hand_size=2 max_lives=1"},
}  # fmt: skip


def host(values: Any) -> np.ndarray[Any, Any]:
    """Converts an array of any library to NumPy."""
    array: np.ndarray[Any, Any] = values.cpu().numpy() if hasattr(values, "cpu") else values
    return array


def check(name: str, games: int, turns: int) -> str:
    """Plays the same random actions on both devices and compares everything in every turn."""
    arguments = CHECKS[name]
    cpu = Vector(games, **arguments, arrays="torch")
    gpu = Vector(games, **arguments, device="cuda", arrays="torch")
    done = 0
    for turn in range(turns):
        for what in ARRAYS:
            ours, theirs = host(getattr(cpu, what)), host(getattr(gpu, what))
            if not np.array_equal(ours, theirs):
                rows = np.flatnonzero((ours != theirs).reshape(games, -1).any(axis=1))
                return f"DIFFERENT turn {turn}: {what} in {len(rows)} rows, first {rows[:5]}"
        actions, same = cpu.random_actions(turn), gpu.random_actions(turn)
        if not np.array_equal(host(actions), host(same)):
            return f"DIFFERENT turn {turn}: random actions"
        cpu.step(actions)
        gpu.step(same)
        done += int(host(cpu.done).sum())
    other = Vector(games, **arguments, device="cuda", arrays="torch")
    other.load(gpu.save())
    other.step(other.random_actions(turns))
    cpu.step(cpu.random_actions(turns))
    if not np.array_equal(host(other.observation), host(cpu.observation)):
        return "DIFFERENT after save and load"
    return f"equal ({done} games ended)"


def check_all(games: int, turns: int) -> bool:
    """All checks; prints a line for each."""
    good = True
    for name in CHECKS:
        started = time.perf_counter()
        try:
            verdict = check(name, games, turns)
        except Exception as error:  # the other checks should still run
            verdict = f"FAILED {type(error).__name__}: {error}"
        good &= verdict.startswith("equal")
        print(f"{name:24s} {verdict}  [{time.perf_counter() - started:.1f} s]", flush=True)
    return good


def rate(work: Callable[[int], None], per_call: int, calls: int = 32) -> float:
    """Millions per second: captures `calls` calls of `work` in a CUDA graph and replays it."""
    torch = importlib.import_module("torch")
    for i in range(3):
        work(i)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(calls):
            work(i)
    times = []
    for _ in range(7):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(3):
            graph.replay()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) / 1000 / 3)
    return per_call * calls / float(np.median(times)) / 1e6


def measure(name: str, games: int, threads: int = 64, **arguments: Any) -> dict[str, Any]:
    """Millions of turns per second of one configuration with random legal actions, by kernel."""
    env = Vector(games, **arguments, device="cuda", arrays="torch")
    cuda = env._cuda
    assert cuda is not None
    cuda.threads = threads
    actions = env.random_actions(0)
    for turn in range(60):  # so that games are at different turns
        env.step(env.random_actions(turn))
    line: dict[str, Any] = {"name": name, "games": games, "threads": threads}

    def act_and_step(i: int) -> None:
        env.random_actions(i)
        env.step(actions)

    for fused in (True, False) if not env.plan.partners else (False,):
        cuda.fused = fused
        line["fused" if fused else "apart"] = rate(act_and_step, games)
    line["show"] = rate(lambda _: cuda.show(), games)
    line["random"] = rate(lambda i: cuda.random_actions(i, actions), games)
    numbers = "  ".join(
        f"{key} {value:8.1f}" for key, value in line.items() if isinstance(value, float)
    )
    print(f"{name:34s} {games:7d} x{threads:4d}  {numbers}  M/s", flush=True)
    return line


def speeds(games: int) -> list[dict[str, Any]]:
    """All measurements."""
    lines = []
    for threads in 32, 64, 128, 256:
        lines.append(measure("self-play extended", games, threads))
    for count in games, 4 * games, 8 * games:
        lines.append(measure("self-play extended", count))
        lines.append(measure("self-play packed", count, packed=True))
    lines.append(measure("self-play hle", games, observation="hle"))
    lines.append(measure("self-play counts", games, observation="counts"))
    lines.append(measure("other-play extended", games, permute_colors=True))
    lines.append(measure("self-play 5 players", games, setup="standard players=5"))
    for name in "canaan2020-1", "tamaya-1", "classics":
        for threads in 32, 64, 128:
            lines.append(
                measure(
                    f"partners {name}",
                    games,
                    threads,
                    setup="competition",
                    learners="rotate",
                    partners=pool(name),
                    observation="counts",
                    episode=10,
                )
            )
    return lines


def main() -> None:
    """Runs one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("check", "speed", "compile"))
    parser.add_argument("architecture", nargs="?", default="sm_90")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--turns", type=int, default=120)
    given = parser.parse_args()
    if given.part == "compile":
        for partners in False, True:
            started = time.perf_counter()
            size = len(kernel_code(given.architecture, partners=partners))
            print(f"partners {partners}: {size} bytes, {time.perf_counter() - started:.0f} s")
    elif given.part == "check":
        raise SystemExit(0 if check_all(given.games or 2048, given.turns) else 1)
    else:
        lines = speeds(given.games or 32768)
        if folder := os.environ.get("OUT"):
            with open(f"{folder}/vector_speed.json", "w", encoding="utf-8") as file:
                json.dump(lines, file, indent=1)


if __name__ == "__main__":
    main()
