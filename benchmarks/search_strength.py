"""Mean scores of searching agents with Piers and IGGI by the number of rollouts per move.

    python -m benchmarks.search_strength

Two players, standard set-up, 100 games on the same decks for all teams, points kept. Brackets show
the paired gain over two copies of the rollout policy. Results are the same on every machine.
"""

from __future__ import annotations

import sys

import tamaya as ty
from tamaya.stats import paired_difference

GAMES, FIRST_SEED = 100, 7000
ITERATIONS = (30, 100, 300, 1000)
TEAMS = {
    "`mcs(piers)` with `piers`": ("mcs(piers)", "piers"),
    "two of `mcs(piers)`": ("mcs(piers)", "mcs(piers)"),
    "`mcs(iggi)` with `iggi`": ("mcs(iggi)", "iggi"),
    "two of `mcs(iggi)`": ("mcs(iggi)", "mcs(iggi)"),
    "`is_mcts(published=yes)` with `piers`": ("is_mcts(published=yes)", "piers"),
    "`predictor(piers, published=yes)` with `piers`": (
        "predictor(piers, published=yes)",
        "piers",
    ),
    "`is_mcts(piers, exploration=0.1, verdict=visits)` with `piers`": (
        "is_mcts(piers, exploration=0.1, verdict=visits)",
        "piers",
    ),
    "`ris_mcts(piers, exploration=0.1, verdict=visits)` with `piers`": (
        "ris_mcts(piers, exploration=0.1, verdict=visits)",
        "piers",
    ),
}


def team(parts: tuple[str, str], iterations: int) -> list[str]:
    """The agents of a team, with the number of rollouts inserted into those that search."""
    more = f", iterations={iterations})"
    return [part.removesuffix(")") + more if "(" in part else part for part in parts]


def scores(*agents: str) -> ty.Matchup:
    """The games of a team."""
    return ty.match(*agents, games=GAMES, first_seed=FIRST_SEED)


def entry(parts: tuple[str, str], iterations: int) -> str:
    """Mean ± standard error; for Monte Carlo search also the gain."""
    played = scores(*team(parts, iterations))
    text = f"{played.score.mean:.2f} ± {played.score.sem:.2f}"
    if not parts[0].startswith("mcs("):
        return text
    policy = parts[0].removeprefix("mcs(").removesuffix(")")
    gain = paired_difference(played.scores, scores(policy, policy).scores)
    return f"{text} ({gain.mean:+.2f} ± {gain.sem:.2f})"


def table(iterations: tuple[int, ...] = ITERATIONS) -> list[str]:
    """Plays everything and returns a Markdown table."""
    lines = [
        "| team | " + " | ".join(f"{n:,}" for n in iterations) + " |",
        "|---" * (1 + len(iterations)) + "|",
    ]
    for name, parts in TEAMS.items():
        lines.append(f"| {name} | " + " | ".join(entry(parts, n) for n in iterations) + " |")
    return lines


if __name__ == "__main__":
    print("\n".join(table(tuple(map(int, sys.argv[1:])) or ITERATIONS)))
