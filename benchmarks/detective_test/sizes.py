"""How much the test measures, and the seed of its pools and decks."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.game import Seed

SEED: Seed = 1797782756
"""seed of the test, drawn at random when everything else was fixed; 0 was for trying things out"""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Numbers of candidates, episodes and games."""

    seed: Seed = SEED
    published_candidates: int = 20_000
    """candidates of each run with the preset of the paper"""
    our_candidates: int = 10_000
    """candidates of the run with our rulebook"""
    our_games: int = 50
    """games that evaluate a candidate with our rulebook"""
    episodes: int = 10
    """episodes with each partner"""
    games: int = 10
    """games of an episode"""
    ablation_episodes: int = 2
    """episodes with each partner for variants without some of the responses"""
    worst: int = 4
    """native strangers with the lowest gains, which are measured again on new decks"""
    long_episodes: int = 300
    """episodes with each of these"""
    bot_episodes: int = 50
    """episodes with each bot; games with bots in Python take four times as long"""
    agents_of_family: int = 4
    """partners of a family, at most, spread evenly over it"""
    iterations: int = 100
    """rollouts of each move of the search"""
    searched: int = 60
    """episodes with search, at most, with one partner each"""
    players: tuple[int, ...] = (3, 4, 5)
    """numbers of players besides two"""
    epochs: int = 15
    """epochs of training a model of people"""


TINY = Sizes(
    published_candidates=400,
    our_candidates=400,
    our_games=2,
    episodes=2,
    games=2,
    ablation_episodes=2,
    worst=1,
    long_episodes=2,
    bot_episodes=2,
    agents_of_family=1,
    iterations=2,
    searched=1,
    players=(),
    epochs=1,
)
