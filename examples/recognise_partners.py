"""An agent that finds out who its partner is: python examples/recognise_partners.py

The detective knows the agents of one pool. Here it meets agents of that pool, and of another one.
"""

import sys

import numpy as np

import tamaya as ty

KNOWN, UNKNOWN = "canaan2020-1", "canaan2020-2"

if __name__ == "__main__":
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    known = ty.Experience.train(KNOWN, games=50)
    detective = ty.meta.Detective(known)

    partner = ty.pool(KNOWN).elites[-1]
    ty.match(detective, partner, games=3, setup="competition")
    (belief,) = detective.beliefs.values()
    print(f"after three games with {partner.niche}:")
    for number in np.argsort(belief.probabilities)[::-1][:3]:
        print(f"  {belief.probabilities[number]:.2f}  {known.hypotheses.names[number]}")

    agents = [ty.meta.generalist(known), ty.MetaAgent(known), detective]
    for pool in (KNOWN, UNKNOWN):
        print(f"\nwith {pool}:")
        print(ty.evaluate(agents, pool, episodes=episodes, games=5))
