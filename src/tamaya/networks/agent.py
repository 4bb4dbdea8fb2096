"""Learned networks as native agents."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tamaya import _core
from tamaya.agents.native import CoreAgent, in_core
from tamaya.game import Move, Setup, View
from tamaya.networks.blob import blob_of, sizes_of
from tamaya.networks.weights_file import WeightsFile


@dataclass(frozen=True)
class Preferences:
    """A network's probabilities of the legal moves, best first."""

    kind: ClassVar[str] = "preferences"

    move: Move | None
    moves: tuple[tuple[Move, float], ...]
    """each legal move with its probability: the softmax of the network's logits"""
    value: float
    """the network's value estimate: points that it expects in the rest of the game"""

    def __str__(self) -> str:
        chance = next((share for move, share in self.moves if move == self.move), 0.0)
        return f"prefers {self.move} ({100 * chance:.0f} %), expects {self.value:+.2f} points"

    def lines(self) -> list[str]:
        """The moves from the likeliest to the least likely."""
        return [f"{100 * share:5.1f} %  {move}" for move, share in self.moves]

    def as_dict(self) -> dict[str, object]:
        """The same as plain values that JSON can hold."""
        moves = [{"move": str(move), "probability": share} for move, share in self.moves]
        return {"value": self.value, "moves": moves}


@in_core
class LearnedAgent(CoreAgent):
    """Plays the legal move that a network prefers.

    :param files: quantized networks (see `quantized`), one for each number of players
    :param noise: percentage of turns with a random legal move instead
    :raises TamayaError: if a file is not quantized, or the networks take different observations
    """

    def __init__(self, name: str, files: Sequence[WeightsFile], *, noise: int = 0) -> None:
        blob = blob_of(files)
        self._watches = files[0].about["observation"] == "counts"
        policy = _core.Policy("network", {"watches": self._watches, "noise": noise}, blob)
        super().__init__(name, policy)
        self.about = [dict(file.about) for file in files]
        self.noise = noise
        self._sizes = [sizes_of(file) for file in files]
        self._fingerprint = hashlib.sha256(blob).hexdigest()[:16]

    @property
    def parameters(self) -> Mapping[str, object]:
        """A hash of the weights, and the noise in percent."""
        return {"weights": self._fingerprint, "noise": self.noise}

    @property
    def learns(self) -> bool:
        """Does the network count what its partners do, from game to game of an episode?"""
        return self._watches

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that the networks were trained for."""
        return tuple(sorted({int(about["players"]) for about in self.about}))

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        if any(sizes.fit(setup) for sizes in self._sizes):
            return None
        made_for = ", ".join(about["setup"] for about in self.about)
        return f"was trained for {made_for}"

    def thoughts(self, view: View, decision: _core.Decision) -> Preferences:
        """The probabilities of all legal moves, and the value of the position."""
        logits, value = _core.network_preferences(self.policy, view)
        moves = view.legal_moves()
        ids = [move.action_id(view.setup) for move in moves]
        weights = np.exp(np.array(logits)[ids] - np.array(logits)[ids].max())
        shares = weights / weights.sum()
        order = np.argsort(-shares, kind="stable")
        ranked = tuple((moves[i], float(shares[i])) for i in order)
        return Preferences(decision.move, ranked, value)
