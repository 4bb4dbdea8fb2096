"""`python -m tamaya.web.live.measure_scores`: measures agents in self-play and with people.

The scores are stored in a file in this folder, from which the lobby reads them.
"""

from __future__ import annotations

import json
from pathlib import Path

import tamaya as ty
from tamaya.agents import as_agent, entries, plays_in_core
from tamaya.web.live.roster import SCORES

GAMES = 1000
PEOPLE = "human:all"
"""the model of people"""
FILE = Path(__file__).with_name(SCORES)

AgentScores = dict[str, dict[str, float]]


def measured() -> dict[str, AgentScores]:
    """Scores of every native agent in self-play (`alone`) and with a model of people (`people`)."""
    alone: AgentScores = {}
    people: AgentScores = {}
    for entry in entries().values():
        if not entry.is_complete or not plays_in_core(as_agent(entry.name)):
            continue
        players = entry.players[0]
        alone[entry.name] = _score([entry.name] * players)
        if players == 2:
            people[entry.name] = _score([entry.name, PEOPLE])
    return {"alone": alone, "people": people}


def _score(agents: list[str]) -> dict[str, float]:
    """The mean score under standard rules, points kept."""
    setup = ty.Setup.standard(len(agents)).replace(illegal="end")
    score = ty.match(*agents, games=GAMES, setup=setup).score
    return {
        "mean": round(score.mean, 2),
        "sem": round(score.sem, 2),
        "games": GAMES,
        "players": len(agents),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(measured(), indent=1) + "\n")
    print(f"wrote {FILE}")
