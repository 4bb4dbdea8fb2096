"""OpenSpiel's Hanabi through its raw Python API: states, legal actions, nothing around them.

OpenSpiel wraps the C++ of the Hanabi Learning Environment, so this shows what the usual Python
route to that engine costs.
"""

import random
import time
from importlib import import_module
from typing import Protocol

from .speed import PeerUnavailable, Speed


class _State(Protocol):
    """The part of ``pyspiel.State`` used here."""

    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...


class _Game(Protocol):
    """The part of ``pyspiel.Game`` used here."""

    def new_initial_state(self) -> _State: ...


def random_play(games: int, players: int = 2, *, seed: int = 1) -> Speed:
    """Plays random-legal games in the peer and returns its speed.

    :raises PeerUnavailable: OpenSpiel is not installed, or was built without Hanabi.
    """
    game = _load(players)
    rng = random.Random(seed)
    start = time.process_time()
    steps = sum(_play(game.new_initial_state(), rng) for _ in range(games))
    return Speed(steps=steps, cpu_seconds=time.process_time() - start)


def _play(state: _State, rng: random.Random) -> int:
    """Plays one game to its end and returns its number of steps."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes(), rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps


def draw(outcomes: list[tuple[int, float]], rng: random.Random) -> int:
    """Picks a card by its probability.

    Shorter with ``rng.choices``, but then whole games take about 1.6 times as long.
    """
    left = rng.random()
    for card, probability in outcomes:
        left -= probability
        if left < 0:
            return card
    return outcomes[-1][0]  # the probabilities may sum to a little less than 1


def _load(players: int) -> _Game:
    try:
        pyspiel = import_module("pyspiel")
    except ImportError as error:
        hint = "pip install 'open_spiel>=2.0.2'"
        raise PeerUnavailable(f"cannot import OpenSpiel: {error} ({hint})") from error
    if "hanabi" not in pyspiel.registered_names():
        raise PeerUnavailable("the installed OpenSpiel was built without Hanabi")
    game: _Game = pyspiel.load_game("hanabi", {"players": players})
    return game
