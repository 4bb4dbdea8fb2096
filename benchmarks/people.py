"""Speed of models of people: in the core, and with the NumPy code that trained them.

python -m benchmarks.people
"""

from __future__ import annotations

import time

import numpy as np

import tamaya as ty
from tamaya.game import Seed
from tamaya.humans.decision_inputs import decision_inputs
from tamaya.humans.games import HumanDecision
from tamaya.humans.learning import chances

PARTNER = "eger:full"


class NumPyPerson(ty.Agent):
    """The same model, evaluated in Python for every move."""

    name = "numpy"

    def __init__(self) -> None:
        model = ty.as_agent("human:all")
        assert isinstance(model, ty.HumanAgent)
        self._weights = model.model.weights
        self._rng = np.random.default_rng(0)

    def begin_game(self, view: ty.View, seed: Seed) -> None:
        """Seeds its random numbers."""
        self._rng = np.random.default_rng(seed)

    def act(self, view: ty.View) -> ty.Move:
        """Draws a move with the probabilities of the model."""
        moves = view.legal_moves()
        shares = chances(self._weights, decision_inputs([HumanDecision("", "", view, moves[0])]))
        return moves[int(self._rng.choice(len(moves), p=shares / shares.sum()))]


def table() -> list[str]:
    """Games per CPU-second with `eger:full`, as a Markdown table."""
    in_core = _speed("human:all", 3000)
    in_numpy = _speed(NumPyPerson(), 60)
    return [
        f"| model of people with {PARTNER} | games per CPU-second | ratio |",
        "|---|---|---|",
        f"| in the core | {in_core:,.0f} | {in_core / in_numpy:.0f} |",
        f"| NumPy, from Python | {in_numpy:,.1f} | 1 |",
    ]


def _speed(agent: str | ty.Agent, games: int) -> float:
    started = time.process_time()
    ty.match(agent, PARTNER, games=games, setup="eger", threads=1)
    return games / (time.process_time() - started)


if __name__ == "__main__":
    print("\n".join(table()))
