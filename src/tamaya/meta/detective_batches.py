"""Plays many episodes of detectives in the core, with the same results as the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, plays_in_core
from tamaya.game import Setup
from tamaya.meta.detective import Detective
from tamaya.meta.likeness import Places, recognized
from tamaya.meta.meta_batches import BOMBED, FORFEIT, SeriesGames, illegal_move
from tamaya.numbers import Floats, thread_count

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
    workers = thread_count(threads)
    at_once = max(1, (_CALL_GAMES if detective.search is None else workers) // games)
    for number, partner in enumerate(partners):
        policy = _core.Policies([partner.policy])
        true = list(detective.experience.places_of(partner))
        for first in range(0, episodes, at_once):
            chunk = np.ascontiguousarray(seeds[first : first + at_once])
            played = _play(detective, policy, chunk, setup, workers)
            forfeits = chunk[played.ends == FORFEIT]
            if setup.illegal == "raise" and len(forfeits):
                raise illegal_move(detective, partner, int(forfeits[0]))
            row = number * episodes + first
            rows = slice(row, row + len(chunk))
            result.scores[rows], result.bombed[rows] = played.scores, played.ends == BOMBED
            result.responses[rows] = played.responses
            if true:
                _note(result.truth[rows], detective.prior, played.beliefs[:, :-1], true)
            if alike is not None and alike[number]:
                result.recognition[rows, 0] = recognized(detective.prior, alike[number])
                result.recognition[rows, 1:] = recognized(played.beliefs, alike[number])
            tell(len(chunk) * games)
    return result


@dataclass(frozen=True)
class _Played:
    """Episodes with one partner, [episodes, games]."""

    scores: NDArray[np.uint8]
    ends: NDArray[np.uint8]
    responses: NDArray[np.int32]
    beliefs: Floats
    """probabilities after each game: [episodes, games, hypotheses]"""


def _play(
    detective: Detective,
    partner: _core.Policies,
    seeds: NDArray[np.uint64],
    setup: Setup,
    threads: int,
) -> _Played:
    shape = len(seeds), 1, seeds.shape[1]
    scores, ends = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    responses = np.zeros(shape, np.int32)
    beliefs = np.zeros((*shape, len(detective.experience.hypotheses), len(detective.doubts)))
    _core.play_episodes(
        detective.casebook,
        setup,
        partner,
        seeds,
        seat=0,
        threads=threads,
        scores=scores,
        ends=ends,
        responses=responses,
        beliefs=beliefs,
        search=None if detective.search is None else detective.search.core,
    )
    return _Played(scores[:, 0], ends[:, 0], responses[:, 0], beliefs[:, 0].sum(axis=-1))


def _note(truth: Floats, prior: Floats, beliefs: Floats, true: list[int]) -> None:
    """Notes the probability of the true hypotheses before each game."""
    truth[:, 0] = prior[true].sum()
    truth[:, 1:] = beliefs[..., true].sum(axis=-1)
