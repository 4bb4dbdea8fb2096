"""`python -m tamaya.web.live.measure_scores [AGENT ...]`: measures agents alone and with people.

Without names it measures all native agents and the recommended ones. The scores are stored in a
file in this folder, from which the lobby reads them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from pathlib import Path

import tamaya as ty
from tamaya.agents import Agent, NativeAgent, as_agent, entries, plays_in_core
from tamaya.web.live.roster import PLAYED, RECOMMENDED, SCORES

GAMES = 1000
RULE_LIST_GAMES = 10_000
"""games of rule lists, which play a hundred times as fast as networks"""
PYTHON_GAMES = 400
"""games of agents that play outside the core, about half a second each"""
PEOPLE = "human:all"
"""the model of people"""
FILE = Path(__file__).with_name(SCORES)

AgentScores = dict[str, dict[str, float]]


def measured(names: Collection[str] = ()) -> dict[str, AgentScores]:
    """Scores of agents, as servers play them, in self-play (`alone`) and with a model of people
    (`people`).
    """
    alone: AgentScores = {}
    people: AgentScores = {}
    for entry in entries().values():
        if not entry.is_complete or (names and entry.name not in names):
            continue
        agent = as_agent(entry.name)
        if not plays_in_core(agent) and entry.name not in RECOMMENDED:
            continue
        games = _games(agent)
        players = entry.players[0]
        played = PLAYED.get(entry.name, entry.name)
        alone[entry.name] = _score([played] * players, games)
        if players == 2:
            people[entry.name] = _score([played, PEOPLE], games)
    return {"alone": alone, "people": people}


def _games(agent: Agent) -> int:
    if isinstance(agent, NativeAgent):
        return RULE_LIST_GAMES
    return GAMES if plays_in_core(agent) else PYTHON_GAMES


def _score(agents: list[str], games: int) -> dict[str, float]:
    """The mean score under standard rules, points kept."""
    setup = ty.Setup.standard(len(agents)).replace(illegal="end")
    score = ty.match(*agents, games=games, setup=setup).score
    return {
        "mean": round(score.mean, 2),
        "sem": round(score.sem, 2),
        "games": games,
        "players": len(agents),
    }


if __name__ == "__main__":
    scores = json.loads(FILE.read_text()) if sys.argv[1:] else {"alone": {}, "people": {}}
    for kind, new in measured(sys.argv[1:]).items():
        scores[kind].update(new)
    FILE.write_text(json.dumps(scores, indent=1) + "\n")
    print(f"wrote {FILE}")
