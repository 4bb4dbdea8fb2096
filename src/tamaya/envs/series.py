"""Shared by all environments: seeds of decks, observations and rewards."""

from __future__ import annotations

import operator
import secrets
from dataclasses import dataclass, field
from typing import Literal, SupportsIndex, get_args

import numpy as np
from numpy.typing import NDArray

from tamaya.game import Move, Seat, Seed, Setup, State, TamayaError

Scoring = Literal["strict", "kept"]
"""'strict': a bomb costs all points made so far; 'kept': they stay."""

_WORD = 2**64


def deck_seed(seed: Seed, game: int) -> Seed:
    """The seed that deals the `game`-th game after a reset with `seed`.

    Game 0 is dealt from the seed itself; game k > 0 from the k-th output of SplitMix64 started at
    the seed. Long series of neighbouring seeds therefore share no decks.
    """
    if game == 0:
        return seed
    x = (seed + game * 0x9E3779B97F4A7C15) % _WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % _WORD
    return x ^ x >> 31


@dataclass
class DeckSeeds:
    """The seeds of the games of one series: `deck_seed(seed, 0)`, `deck_seed(seed, 1)`, …"""

    seed: Seed = field(default_factory=lambda: secrets.randbits(64))
    """where the series starts; unpredictable unless given"""
    games: int = 0
    """games dealt so far"""

    def __post_init__(self) -> None:
        self.seed = operator.index(self.seed)  # NumPy integers would overflow in deck_seed
        if not 0 <= self.seed < _WORD:
            bits = self.seed.bit_length()  # Python does not print numbers of thousands of digits
            shown = self.seed if bits <= 128 else f"a number of {bits} bits"
            raise TamayaError(f"not a seed: {shown} (expected 0 to 2**64 - 1)")

    def draw(self) -> Seed:
        """The seed of the next game."""
        self.games += 1
        return deck_seed(self.seed, self.games - 1)


class Series:
    """Games at one table, one after the other, played by action ids."""

    def __init__(self, setup: Setup | str, scoring: Scoring) -> None:
        self.setup = as_setup(setup)
        self.scoring = checked_scoring(scoring)
        self.restart(DeckSeeds().seed)

    def restart(self, seed: Seed | None) -> None:
        """Deals the next game; with a seed, the first game of a new series."""
        if seed is not None:
            self.deck_seeds = DeckSeeds(seed)
        self.state = State.deal(self.deck_seeds.draw(), self.setup)

    def play(self, action: SupportsIndex) -> float:
        """Carries out an action of the seat to move and returns the points it earned.

        :raises IllegalMoveError: the action is not legal now, unless the set-up says that illegal
            moves end the game; the game is unchanged then
        :raises TamayaError: there is no such action in this set-up
        """
        try:
            move = Move.from_action_id(operator.index(action), self.setup)
        except TypeError:
            expected = f"a whole number from 0 to {self.setup.actions - 1}"
            raise TamayaError(f"not an action: {action!r} (expected {expected})") from None
        before = self.points
        self.state.apply(move)
        return float(self.points - before)

    @property
    def points(self) -> int:
        """The score so far, as `scoring` counts it."""
        return self.state.strict_score if self.scoring == "strict" else self.state.score

    def observation(self, seat: Seat) -> NDArray[np.uint8]:
        """What the seat may know, as 0s and 1s [setup.observation_size]."""
        return self.state.view(seat).observation()

    def action_mask(self, seat: Seat) -> NDArray[np.int8]:
        """1 for each legal action [setup.actions]; all 0 while the seat is not to move."""
        mask = np.zeros(self.setup.actions, dtype=np.int8)
        moves = self.state.view(seat).legal_moves()
        mask[[move.action_id(self.setup) for move in moves]] = 1
        return mask


def as_setup(setup: Setup | str) -> Setup:
    """A set-up given as such or in words."""
    return Setup.parse(setup) if isinstance(setup, str) else setup


def checked_scoring(scoring: Scoring) -> Scoring:
    """Checks the scoring rule.

    :raises TamayaError: it is not a scoring
    """
    if scoring not in get_args(Scoring):
        raise TamayaError(f"not a scoring: {scoring!r} (expected 'strict' or 'kept')")
    return scoring


def checked_render_mode(mode: str | None, modes: list[str]) -> str | None:
    """Checks the render mode.

    :raises TamayaError: it is not one of these
    """
    if mode is not None and mode not in modes:
        raise TamayaError(f"not a render mode: {mode!r} (expected one of {modes})")
    return mode
