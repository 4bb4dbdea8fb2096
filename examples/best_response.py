"""Evolves a best response to one partner, and measures it on new decks.

python examples/best_response.py [CANDIDATES]
"""

import sys
import tempfile
from pathlib import Path

import tamaya as ty

PARTNER = "eger:full"

if __name__ == "__main__":
    candidates = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    folder = Path(tempfile.mkdtemp())
    (folder / "partners.txt").write_text(f"{PARTNER}\n")
    run = ty.evolve(
        folder / "run",
        candidates=candidates,
        games=20,
        setup="eger",
        objective="mean",
        partners=str(folder / "partners.txt"),
    )
    best = max(run.pool().elites, key=lambda elite: elite.score.mean)
    print("rules:", best.genome)
    evaluation = ty.evaluate(["piers", best], [PARTNER], episodes=200, setup="eger")
    print(evaluation)
