"""Lets an agent that was trained in JaxMARL's Hanabi play.

Run it with the Python of a virtual environment that has JaxMARL:

tamaya match 'remote:VENV/bin/python jaxmarl_agent.py my_agent.py:make(events=yes)' piers

`make(seat, players, actions, observation_size)` returns a function `(observation, legal) -> action`
with an optional method `reset()` for the start of a game. As in JaxMARL, it is called in every
turn: in turns of other players, only the last action, which does nothing, is legal.
"""

import importlib.util
import json
import sys

import numpy as np

COPIES = {1: 3, 5: 1}
"""copies of a card by rank, where they are not 2"""


def load(place: str):
    """The function at FILE.py:NAME."""
    file, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("jaxmarl_agent_file", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def cards_left(view: dict) -> np.ndarray:
    """Copies of each card that are neither played nor discarded, by color and rank."""
    ranks = range(1, view["ranks"] + 1)
    left = {
        f"{color}{rank}": COPIES.get(rank, 2) - (rank <= height)
        for color, height in view["fireworks"].items()
        for rank in ranks
    }
    for card in view["discards"]:
        left[card] -= 1
    return np.array(list(left.values()), np.float32)


def observation(message: dict) -> np.ndarray:
    """JaxMARL's observation: HLE's, with probabilities instead of possible cards.

    HLE marks the possible cards of each slot by ones. JaxMARL multiplies them with the number of
    cards left, and divides by the sum.
    """
    view = message["view"]
    vector = np.array([int(bit) for bit in message["observation"]], np.float32)
    kinds = len(view["fireworks"]) * view["ranks"]
    block = kinds + len(view["fireworks"]) + view["ranks"]
    beliefs = vector[-view["players"] * view["hand_size"] * block :].reshape(-1, block)
    chances = beliefs[:, :kinds] * cards_left(view)
    beliefs[:, :kinds] = chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9)
    return vector


def legal_mask(message: dict) -> np.ndarray:
    """Ones for legal actions; the last action does nothing, and is legal in others' turns."""
    mask = np.zeros(message["actions"] + 1, np.float32)
    mask[message["legal_actions"]] = 1
    return mask


class Seat:
    """The agent, and what it needs to know to be asked in every turn."""

    def __init__(self, place: str) -> None:
        self.make = load(place)
        self.agent = None

    def hear(self, message: dict) -> str | None:
        """Passes a message to the agent; returns its move if it is to move."""
        if message["type"] not in ("game", "event", "act"):
            return None
        view = message["view"]
        if self.agent is None:
            size = len(message["observation"])
            self.agent = self.make(view["seat"], view["players"], message["actions"] + 1, size)
        if message["type"] == "game" and hasattr(self.agent, "reset"):
            self.agent.reset()
        if message["type"] == "act":
            action = int(self.agent(observation(message), legal_mask(message)))
            legal = dict(zip(message["legal_actions"], message["legal_moves"], strict=True))
            return legal.get(action, f"action {action}")
        if view["current"] != view["seat"] and view["end"] == "running":
            nothing = np.zeros(message["actions"] + 1, np.float32)
            nothing[-1] = 1
            self.agent(observation(message), nothing)
        return None


def main() -> None:
    """Answers every message `act`."""
    output = sys.stdout
    sys.stdout = sys.stderr  # libraries and agents may print
    seat = Seat(sys.argv[1])
    for line in sys.stdin:
        move = seat.hear(json.loads(line))
        if move is not None:
            print(json.dumps({"move": move}), file=output, flush=True)


if __name__ == "__main__":
    main()
