"""`python -m tamaya.web.scores`: measures what listed agents score with themselves.

The numbers are kept in a file beside this one, since a page that lists agents should not wait.
"""

from __future__ import annotations

import json
from pathlib import Path

import tamaya as ty
from tamaya.agents import as_agent, entries, plays_in_core
from tamaya.web.roster import SCORES, sizes

GAMES = 1000
FILE = Path(__file__).with_name(SCORES)


def measured() -> dict[str, dict[str, float]]:
    """Mean, error, games and players of every named agent of the core, points kept."""
    found = {}
    for entry in entries().values():
        if entry.parameters or not plays_in_core(as_agent(entry.name)):
            continue
        players = sizes(entry.name)[0]
        setup = ty.Setup.standard(players).replace(illegal="end")
        match = ty.match(*[entry.name] * players, games=GAMES, setup=setup)
        score = match.score
        found[entry.name] = {
            "mean": round(score.mean, 2),
            "sem": round(score.sem, 2),
            "games": GAMES,
            "players": players,
        }
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(measured(), indent=1) + "\n")
    print(f"written to {FILE}")
