"""A behaviour feature of your own, and a map of agents along it.

python examples/own_feature_and_map.py [CANDIDATES]
"""

import sys
import tempfile

import tamaya as ty
from tamaya.features import Counters, feature


@feature
def hint_share(c: Counters) -> float:
    """Share of all moves that are hints."""
    return c.hints / (c.hints + c.plays + c.discards)


if __name__ == "__main__":
    candidates = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    table = ty.matchups(["piers", "iggi", "flawed"], games=100)
    for name in ("piers", "iggi", "flawed"):
        share = table.features(name, name, seat=0)["hint_share"]
        print(f"{name:8} {share:.2f} of its moves are hints")
    run = ty.evolve(
        tempfile.mkdtemp() + "/run",
        candidates=candidates,
        games=10,
        features=("hint_share", "risk_aversion"),
        grid=(4, 4),
    )
    for elite in run.pool().elites:
        print(elite.niche, elite.score, f"hint share {elite.features['hint_share']:.2f}")
