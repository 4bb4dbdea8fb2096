"""`python -m tamaya.web.live.measure_habits`: counts the habits of recommended agents.

They are counted in games for two with a model of people, and stored in a file in this folder, from
which the lobby reads them.
"""

from __future__ import annotations

import json
from pathlib import Path

import tamaya as ty
from tamaya.transcript import Transcript
from tamaya.web.live.habits import HabitCounter, counted
from tamaya.web.live.measure_scores import PEOPLE
from tamaya.web.live.roster import HABITS_FILE, PLAYED, RECOMMENDED

GAMES = 400
FILE = Path(__file__).with_name(HABITS_FILE)


def games_of(agent: str, games: int, first_seed: int = 0) -> list[Transcript]:
    """Games of an agent, as servers play it, in the second seat with a model of people."""
    played = PLAYED.get(agent, agent)
    seeds = range(first_seed, first_seed + games)
    setup = ty.Setup.standard(2).replace(illegal="end")
    return [ty.play(PEOPLE, played, seed=seed, setup=setup).transcript for seed in seeds]


def measured(agent: str, games: int, first_seed: int = 0) -> HabitCounter:
    """The habits of an agent in games with a model of people."""
    return counted(games_of(agent, games, first_seed), seat=1)


if __name__ == "__main__":
    habits = {
        agent: {"games": GAMES, "shares": measured(agent, GAMES).shares()} for agent in RECOMMENDED
    }
    FILE.write_text(json.dumps(habits, indent=1) + "\n")
    print(f"wrote {FILE}")
