"""Which decks experiments with episodes play."""

from __future__ import annotations

from typing import Protocol

from tamaya.game import Seed


class Episodes(Protocol):
    """Settings of an experiment with episodes."""

    @property
    def episodes(self) -> int:
        """Episodes with each partner."""

    @property
    def games(self) -> int:
        """Games of an episode."""

    @property
    def first_seed(self) -> Seed:
        """The first deck."""


def episode_decks(args: Episodes) -> tuple[Seed, Seed]:
    """The first deck and the last; each episode has decks of its own."""
    return args.first_seed, args.first_seed + args.episodes * args.games - 1
