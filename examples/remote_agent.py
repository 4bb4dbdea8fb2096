"""A remote agent: plays a card that is surely playable, or else hints, or else discards.

Play with it: tamaya match "remote:python examples/remote_agent.py" piers --games 20
"""

import json
import sys


def is_playable(slot: dict, fireworks: dict) -> bool:
    """Do hints say that the card in this slot is playable, whichever card it is?"""
    return all(fireworks[color] + 1 == rank for color in slot["colors"] for rank in slot["ranks"])


def choose(view: dict, legal_moves: list[str]) -> str:
    """Returns a legal move."""
    for number, slot in enumerate(view["hands"][view["seat"]]):
        if slot is not None and is_playable(slot, view["fireworks"]):
            return f"play {number}"
    hints = [move for move in legal_moves if move.startswith("hint")]
    discards = [move for move in legal_moves if move.startswith("discard")]
    if hints and (view["hints"] > 2 or not discards):
        return hints[view["turn"] % len(hints)]
    return discards[0] if discards else legal_moves[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":  # all other messages need no answer
        answer = {"move": choose(message["view"], message["legal_moves"])}
        print(json.dumps(answer), flush=True)
