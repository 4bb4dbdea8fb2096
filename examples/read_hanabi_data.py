"""Reads games of people and asks which agents move like them.

python examples/read_hanabi_data.py [FOLDER]

FOLDER has the layout of https://github.com/yawgmoth/HanabiData (Eger et al. 2017, CC BY 4.0).
Without it, the program reads examples/data/HanabiData: a few games in the same layout in which
agents sit in for people.
"""

import sys
from pathlib import Path

from tamaya import humans

SAMPLE = Path(__file__).parent / "data" / "HanabiData"
AGENTS = ["piers", "eger:full", "cyclone:human_like", "human:all(choice=likeliest)"]

if __name__ == "__main__":
    games = humans.read(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE)
    decisions = list(humans.decisions(games))
    people = {decision.person for decision in decisions}
    print(f"{len(games)} games, {len(people)} people, {len(decisions)} decisions")
    first = decisions[0]
    print(f"the first person saw\n{first.view}\nand chose: {first.move}\n")
    print(f"{'chance':30} {humans.chance(games).share().mean:.0%}")
    for agent in AGENTS:
        print(f"{agent:30} {humans.agreement(games, agent).share().mean:.0%} same moves")
    for person, behaviour in list(humans.behaviours(games).items())[:3]:
        print(person, f"{behaviour.games} games, {behaviour.counters.hints} hints")
