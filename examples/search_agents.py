"""An agent that searches, what it considered, and what more rollouts gain.

python examples/search_agents.py [GAMES]
"""

import sys

import tamaya as ty

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    reason = ty.explain("mcs(piers, iterations=300)", "piers", seed=7).reasons[4]
    print(reason)
    if reason.thoughts is not None:
        print("\n".join(reason.thoughts.lines()))
    base = ty.match("piers", "piers", games=games)
    print(f"piers alone: {base.score}")
    for rollouts in (30, 100, 300):
        searched = ty.match(f"mcs(piers, iterations={rollouts})", "piers", games=games)
        gain = ty.paired_difference(searched.scores, base.scores)
        print(f"{rollouts:4} rollouts: {searched.score}, gain {gain}")
