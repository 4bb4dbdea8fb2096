"""Scores of a predictor that does not know which of seven partners it has, and of its rivals.

    python -m benchmarks.search_unknown_partner [--rollouts 300 1000]

Two players, standard set-up, 100 games with each partner on the same decks for all agents, points
kept. Gains over the best named list of rules are paired by deck. Results are the same everywhere.
"""

from __future__ import annotations

import argparse

import numpy as np

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.stats import estimate, paired_difference

GAMES, FIRST_SEED = 100, 7000
PARTNERS = ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")
NAMED = "evolved:best_2019"


def scores(agent: str) -> Floats:
    """Mean score over the partners on each deck."""
    played = [ty.match(agent, name, games=GAMES, first_seed=FIRST_SEED) for name in PARTNERS]
    return np.asarray(np.mean([matchup.scores for matchup in played], axis=0), np.float64)


def line(name: str, ours: Floats, named: Floats) -> str:
    """A row of the table: the mean, and the gain over the best named list of rules."""
    gain = paired_difference(ours, named)
    return f"| {name} | {estimate(ours)} | {gain.mean:+.2f} ± {gain.sem:.2f} |"


def main() -> None:
    """Plays everything and prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rollouts", type=int, nargs="+", default=[300, 1000])
    named = scores(NAMED)
    models = " | ".join(PARTNERS)
    print("| agent | mean over the partners | gain |\n|---|---|---|")
    print(line(f"`{NAMED}`", named, named), flush=True)
    for rollouts in parser.parse_args().rollouts:
        for learn, text in (("", ""), (", learn=no", ", does not learn")):
            agent = f"predictor({models}{learn}, iterations={rollouts})"
            row = line(f"predictor, {rollouts:,} rollouts{text}", scores(agent), named)
            print(row, flush=True)


if __name__ == "__main__":
    main()
