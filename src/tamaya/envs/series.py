"""A series of games, shared by all environments: seeds of decks, observations and rewards."""

from __future__ import annotations

import operator
import secrets
from dataclasses import dataclass, field
from typing import Literal, SupportsIndex, get_args

import numpy as np
from numpy.typing import NDArray

from tamaya.game import Move, Seat, Seed, Setup, State, TamayaError

Scoring = Literal["strict", "kept"]
"""'strict': losing the last life costs all points; 'kept': the points stay."""
Illegal = Literal["end", "raise"]
"""'end': an illegal action ends the game, points kept; 'raise': it raises `IllegalMoveError`."""

_WORD = 2**64


def deck_seed(seed: Seed, game: int) -> Seed:
    """The seed that deals the `game`-th game after a reset with `seed`.

    Game 0 uses the seed itself; game k > 0 uses the k-th output of SplitMix64 started at the seed.
    So series that start at neighbouring seeds share no decks.
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
    """seed of the series; random by default"""
    games: int = 0
    """games dealt so far"""

    def __post_init__(self) -> None:
        self.seed = operator.index(self.seed)  # NumPy integers would overflow in deck_seed
        if not 0 <= self.seed < _WORD:
            bits = self.seed.bit_length()  # Python does not print numbers of thousands of digits
            text = self.seed if bits <= 128 else f"a number of {bits} bits"
            raise TamayaError(f"not a seed: {text} (expected 0 to 2**64 - 1)")

    def draw(self) -> Seed:
        """The seed of the next game."""
        self.games += 1
        return deck_seed(self.seed, self.games - 1)


class Series:
    """A sequence of games, played by action ids."""

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
        """Applies an action of the seat to move and returns the points that it earned.

        :raises IllegalMoveError: if the action is illegal, unless the set-up ends the game then;
            the game does not change
        :raises TamayaError: if there is no such action in this set-up
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
        """The current score under the rule `scoring`."""
        return self.state.strict_score if self.scoring == "strict" else self.state.score

    def observation(self, seat: Seat) -> NDArray[np.uint8]:
        """What the seat may know, as 0s and 1s [setup.observation_size]."""
        return self.state.view(seat).observation()

    def action_mask(self, seat: Seat) -> NDArray[np.int8]:
        """1 for each legal action [setup.actions]; all 0 if another seat is to move."""
        mask = np.zeros(self.setup.actions, dtype=np.int8)
        moves = self.state.view(seat).legal_moves()
        mask[[move.action_id(self.setup) for move in moves]] = 1
        return mask


def as_setup(setup: Setup | str) -> Setup:
    """Converts words like "standard players=3" to a `Setup`; returns a `Setup` unchanged."""
    return Setup.parse(setup) if isinstance(setup, str) else setup


def with_illegal(setup: Setup | str, illegal: Illegal | None) -> Setup:
    """The set-up with this answer to illegal actions, the same for every set-up.

    None means "end", since Gymnasium expects every action to be accepted, unless the words of the
    set-up say otherwise, as "standard illegal=raise" does.
    """
    if illegal is None:
        is_said = isinstance(setup, str) and "illegal=" in setup
        return as_setup(setup) if is_said else as_setup(setup).replace(illegal="end")
    if illegal not in get_args(Illegal):
        raise TamayaError(f"illegal = {illegal!r} (expected 'end' or 'raise')")
    return as_setup(setup).replace(illegal=illegal)


def checked_scoring(scoring: Scoring) -> Scoring:
    """Checks the scoring rule.

    :raises TamayaError: if it is not "strict" or "kept"
    """
    if scoring not in get_args(Scoring):
        raise TamayaError(f"not a scoring: {scoring!r} (expected 'strict' or 'kept')")
    return scoring


def checked_render_mode(mode: str | None, modes: list[str]) -> str | None:
    """Checks the render mode.

    :raises TamayaError: if the environment does not support it
    """
    if mode is not None and mode not in modes:
        raise TamayaError(f"not a render mode: {mode!r} (expected one of {modes})")
    return mode
