"""Writes docs/evolution.md: scores of the package's pools on held-out decks.

python -m tamaya.qd.page [FILE]
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from tamaya.agents import Elite
from tamaya.arena import TeamRequest, Threads
from tamaya.features import Counters, features
from tamaya.game import Setup
from tamaya.matchups import Pool, pool
from tamaya.matchups.pool import shipped
from tamaya.stats import Estimate, estimate, paired_difference

GAMES = 1000
FIRST_SEED = 3 << 62
"""first seed of the page; evolution and its census use only lower seeds"""
OURS, THEIRS = "tamaya-1", ("canaan2020-1", "canaan2020-2", "canaan2020-3")
SETUP = "standard"
WIDE = ("canaan2019-1", "wide-1")
"""pools of the map with 400 cells"""
PAPER = "| Canaan et al. 2019, run 1 | 326 | 20.51 | 8.20 | 6.69 | |"
"""the paper's own numbers, as a row of the table of `WIDE`"""


class Measured:
    """Self-play of all agents of a pool on the same decks."""

    def __init__(self, agents: Pool, setup: str) -> None:
        self.agents = agents
        own = np.arange(len(agents), dtype=np.int32)
        game = Setup.parse(setup)
        played = Threads().play(
            TeamRequest(
                setup=game,
                rules=(),
                genes=np.zeros((0, 1), np.uint16),
                others=[elite.policy for elite in agents.elites],
                teams=np.repeat(own[:, None], game.players, axis=1),
                games=GAMES,
                first_seeds=np.full(len(agents), FIRST_SEED, np.uint64),
            )
        )
        self.scores = played.scores
        self.counters = played.counters.sum(axis=1, dtype=np.uint64)

    def inside(self) -> int:
        """The number of elites whose behaviour on these decks lies in their own cell."""
        return sum(map(self._is_inside, self.agents.elites, self.counters))

    def _is_inside(self, elite: Elite, counted: np.ndarray) -> bool:
        values = [f(Counters.of(counted)) for f in features(*self.agents.features)]
        cells = [
            0 if math.isnan(value) else min(math.floor(value / (1 / size)), size - 1)
            for value, size in zip(values, self.agents.grid, strict=True)
        ]
        return tuple(cells) == elite.niche

    def best(self) -> Estimate:
        """The highest mean score of an agent."""
        return max(map(estimate, self.scores), key=lambda score: score.mean)

    def mean(self) -> Estimate:
        """The mean score of all agents. The error counts decks, which all agents share."""
        return estimate(self.scores.mean(axis=0))


def _shares() -> list[str]:
    lines = [
        "| pool | settings | agents | in their cell | best | mean |",
        "|---|---|---|---|---|---|",
    ]
    for name in shipped():
        evolved = pool(name)
        measured = Measured(evolved, evolved.setup)
        settings = evolved.made.get("settings")
        decks = settings.get("decks") if isinstance(settings, dict) else None
        kind = "ours" if decks == "batch" else "as published"
        share = 100 * measured.inside() / len(evolved)
        lines.append(
            f"| `{name}` | {kind} | {len(evolved)} | {measured.inside()} ({share:.0f} %) "
            f"| {measured.best()} | {measured.mean()} |"
        )
    return lines


def _niches() -> tuple[list[str], int, int]:
    ours = Measured(pool(OURS), SETUP)
    theirs = {name: Measured(pool(name), SETUP) for name in THEIRS}
    lines = [
        "| niche | ours | best published elite of three runs | difference |",
        "|---|---|---|---|",
    ]
    better = 0
    for place, elite in enumerate(ours.agents.elites):
        rows = [
            measured.scores[row]
            for measured in theirs.values()
            for row, rival in enumerate(measured.agents.elites)
            if rival.niche == elite.niche
        ]
        if not rows:
            continue
        best = max(rows, key=lambda scores: float(scores.mean()))
        gap = paired_difference(ours.scores[place], best)
        better += gap.mean > 0
        own = estimate(ours.scores[place])
        lines.append(f"| {elite.name} | {own} | {estimate(best)} | {gap} |")
    return lines, better, len(lines) - 2


def _wide() -> list[str]:
    lines = [
        "| pool | niches | best | mean of niches | mean of all 400 cells | in their cell |",
        "|---|---|---|---|---|---|",
        PAPER,
    ]
    for name in WIDE:
        evolved = pool(name)
        measured = Measured(evolved, evolved.setup)
        mean = measured.mean()
        lines.append(
            f"| `{name}` | {len(evolved)} | {measured.best()} | {mean} "
            f"| {mean.mean * len(evolved) / math.prod(evolved.grid):.2f} "
            f"| {100 * measured.inside() / len(evolved):.0f} % |"
        )
    return lines


def text() -> str:
    """The whole page."""
    niches, better, count = _niches()
    lines = [
        "# How good the evolved pools are",
        f"`make docs` writes this page. Every agent plays {GAMES:,} games with itself, all on the",
        "same held-out decks. Neither evolution nor its census (the measurement of all elites at",
        "its end) has used these decks. Scores are points kept. See also [speed](speed.md) and",
        "[comparisons with the papers](reproduction.md).",
        "",
        "## Do elites behave as their cell says?",
        *_shares(),
        "",
        "The published settings never measure an elite's behaviour again, so an elite near the",
        "border of its cell may be there by chance, and belong to the next cell. Our settings keep",
        "measuring an elite and move it when its behaviour changes cell.",
        "",
        "## The map of 2019",
        "The map of Canaan et al. 2019 has 400 cells, communicativeness by risk aversion. Agents",
        "use the published rules and give up when no rule applies; each run has 1,000,000",
        "candidates. The preset `canaan2019` follows the published program, `wide` is our",
        "algorithm. Two more runs of `wide`, which are not shipped, fill 320 niches each. In their",
        "census of 1,000 games, the best elites score 20.46 and 20.47, the means are 8.36 and",
        "8.30. These commands repeat them for the seeds N = 2 and 3: `tamaya evolve runs/wide-N",
        "--preset wide --candidates 1000000 --seed N` and `tamaya pool show runs/wide-N`.",
        "",
        *_wide(),
        "",
        "## Our rules and the published rules",
        f"Two players, `{SETUP}` set-up; the published elites were evolved for `competition`.",
        f"Every run has 1,000,000 candidates. In {better} of {count} niches our elite is better",
        "than the best elite of three runs with the published rules. The papers speak of 135",
        "rules; their program, and so the rulebook `published`, has 105.",
        "",
        *niches,
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measures the pools and writes the page."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/evolution.md")
    path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
