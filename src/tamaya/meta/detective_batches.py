"""Plays many episodes of detectives in the core, with the same results as the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, plays_in_core
from tamaya.game import Setup
from tamaya.meta.detective import Detective
from tamaya.meta.likeness import Places, recognized
from tamaya.meta.meta_batches import BOMBED, FORFEIT, SeriesGames, illegal_move
from tamaya.numbers import thread_count

_CALL_GAMES = 1000
"""games in one call of the core; Ctrl-C waits for the call to end"""


def is_possible(agent: object, partners: Sequence[object]) -> bool:
    """Whether the core can play these agents. Partners must be native agents."""
    return type(agent) is Detective and all(map(plays_in_core, partners))


def play_detectives(  # noqa: PLR0913
    detective: Detective,
    partners: Sequence[CoreAgent],
    seeds: NDArray[np.uint64],
    setup: Setup,
    *,
    alike: Places | None = None,
    threads: int | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> SeriesGames:
    """Plays one episode for each row of seeds and each partner: [partners * episodes, games].

    The detective sits in seat 0.

    :param alike: for each partner, the hypotheses that play like it
    :param tell: called with the number of games just played
    :raises IllegalMoveError: if an agent makes an illegal move and the set-up does not allow it
    """
    episodes, games = seeds.shape
    result = SeriesGames.empty(len(partners) * episodes, games)
    search = detective.search
    at_once = max(1, (_CALL_GAMES if search is None else thread_count(threads)) // games)
    for number, partner in enumerate(partners):
        policy = _core.Policies([partner.policy])
        true = list(detective.experience.places_of(partner))
        for first in range(0, episodes, at_once):
            chunk = np.ascontiguousarray(seeds[first : first + at_once])
            row = number * episodes + first
            rows = slice(row, row + len(chunk))
            shape = len(chunk), 1, games
            scores, ends = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
            responses = np.zeros(shape, np.int32)
            size = len(detective.experience.hypotheses), len(detective.doubts)
            beliefs = np.zeros((*shape, *size))
            _core.play_episodes(
                detective.casebook,
                setup,
                policy,
                chunk,
                seat=0,
                threads=thread_count(threads),
                scores=scores,
                ends=ends,
                responses=responses,
                beliefs=beliefs,
                search=None if search is None else search.core,
            )
            forfeits = chunk[ends[:, 0] == FORFEIT]
            if setup.illegal == "raise" and len(forfeits):
                raise illegal_move(detective, partner, int(forfeits[0]))
            result.scores[rows], result.bombed[rows] = scores[:, 0], ends[:, 0] == BOMBED
            result.responses[rows] = responses[:, 0]
            mass = beliefs[:, 0].sum(axis=-1)
            if true:
                result.truth[rows, 0] = detective.prior[true].sum()
                result.truth[rows, 1:] = mass[:, :-1, true].sum(axis=-1)
            if alike is not None and alike[number]:
                result.recognition[rows, 0] = recognized(detective.prior, alike[number])
                result.recognition[rows, 1:] = recognized(mass, alike[number])
            tell(len(chunk) * games)
    return result
