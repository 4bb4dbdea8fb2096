"""Self-play of native agents, two players, one CPU core: games per second, instructions per game.

    python -m benchmarks.rule_agents

Measures Piers and, if the recorded data is available (TAMAYA_TRUTH), the published 5 by 5 elites,
and compares them with the recorded speed of the original program on the same chromosomes. Agents of
other papers are compared with their programs, which were measured on another machine.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import statistics
import time
from pathlib import Path

import tamaya as ty
from benchmarks.peers.commands import run
from benchmarks.random_play import ROOT, compile_driver
from tamaya import _core
from tamaya.agents import CycloneAgent, EgerAgent, NativeAgent
from tamaya.agents.families.cyclone import FACTORS

TRUTH = Path(os.environ.get("TAMAYA_TRUTH", ROOT.parent / "shared" / "data"))
ELITES = TRUTH / "java_framework" / "published_elites.jsonl.gz"


ORIGINALS = {"eger:intentional": 19.3, "eger:full": 21.0, "cyclone:self_play": 0.75}
"""self-play games per second of the programs of Eger et al. and Kantack"""
SETUPS = {"eger": "eger", "cyclone": "standard"}
"""set-up by family"""


def games_per_second(name: str, games: int = 10_000, setup: str = "competition") -> float:
    """Games per second of processor time, median of five."""
    speeds = []
    for round_ in range(5):
        started = time.process_time()
        ty.match(name, name, games=games, first_seed=round_ * games, setup=setup, threads=1)
        speeds.append(games / (time.process_time() - started))
    return statistics.median(speeds)


def instructions_per_game(name: str, driver: Path, games: tuple[int, int] = (50, 550)) -> float:
    """Counted by callgrind as the difference between two numbers of games."""
    counts = []
    for n in games:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
        command = [*valgrind, str(driver), f"--games={n}", _option(name)]
        total = re.search(r"Collected : (\d+)", run(command, purpose="count instructions").stderr)
        assert total is not None
        counts.append(int(total[1]))
    return (counts[1] - counts[0]) / (games[1] - games[0])


def _option(name: str) -> str:
    agent = ty.as_agent(name)
    if isinstance(agent, EgerAgent):
        return f"--eger={agent.style}"
    if isinstance(agent, CycloneAgent):
        weights = [agent.weights.by_factor.get(factor, 0.0) for factor in FACTORS]
        return f"--cyclone={','.join(map(str, (*weights, *agent.weights.misplay)))}"
    return f"--rules={rules_of(name)}"


def rules_of(name: str) -> str:
    """The rules of an agent as the drivers read them."""
    agent = ty.as_agent(name)
    assert isinstance(agent, NativeAgent)
    numbers = {info.name: i for i, info in enumerate(_core.rules())}
    return ",".join(":".join(map(str, [numbers[s.name], *s.args])) for s in agent.genome)


def elite_speeds() -> list[tuple[float, float]]:
    """(ours, the original's) games per second of every published 5 by 5 elite."""
    if not ELITES.exists():
        return []
    records = map(json.loads, gzip.decompress(ELITES.read_bytes()).decode().splitlines())
    return [
        (
            games_per_second(f"chromosome({', '.join(map(str, r['chromosome']))})", games=2_000),
            float(r["java_rerun"]["games_per_s"]),
        )
        for r in records
        if "5x5" in r["population"]
    ]


def table() -> list[str]:
    """Measures everything and returns a Markdown table."""
    name = "competition:piers"
    portable, newer = (compile_driver("tamaya_rules", e) for e in ("portable", "x86-64-v3"))
    counted = {
        agent: ", ".join(
            f"{instructions_per_game(agent, driver):,.0f}" for driver in (portable, newer)
        )
        for agent in (name, *ORIGINALS)
    }
    lines = [
        "| self-play, competition set-up | games per CPU-second | the original's "
        "| instructions per game (portable, x86-64-v3) |",
        "|---|---|---|---|",
        f"| {name} | {games_per_second(name):,.0f} | 639 | {counted[name]} |",
    ]
    speeds = elite_speeds()
    if speeds:
        ours, theirs = (statistics.median(column) for column in zip(*speeds, strict=True))
        ratio = statistics.median(a / b for a, b in speeds)
        lines.append(
            f"| median of {len(speeds)} published 5 by 5 elites | {ours:,.0f} | {theirs:,.0f} "
            f"(median ratio {ratio:,.0f}) | |"
        )
    for agent, theirs in ORIGINALS.items():
        ours = games_per_second(agent, setup=SETUPS[agent.partition(":")[0]])
        lines.append(
            f"| {agent}, its own set-up | {ours:,.0f} | {theirs:g} (ratio {ours / theirs:,.0f}) "
            f"| {counted[agent]} |"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
