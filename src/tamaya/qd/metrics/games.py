"""Plays many teams of elites on the same decks, with an optional cache on disk."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Elite
from tamaya.arena import Backend, TeamRequest, Threads
from tamaya.files import arrays, make_folder
from tamaya.game import Seed, Setup, TamayaError
from tamaya.qd.metrics.niches import policy_text
from tamaya.stats import Estimate, estimate

Scores = NDArray[np.uint8]
"""points of each game, [..., decks]; a column has the same deck in every row"""
Tell = Callable[[float], None]
"""called from time to time with the share of the work that is done"""

_CALL_GAMES = 50_000
"""games in one call of the core; Ctrl-C waits for the call to end"""
_SAVE_SECONDS = 20.0
"""time between writes of the cache"""


def quiet(_: float) -> None:
    """Ignores progress."""


def over_decks(scores: Scores | NDArray[np.float64]) -> Estimate:
    """The mean of scores [..., decks]. All teams share their decks, so decks are the sample."""
    by_deck = scores.reshape(-1, scores.shape[-1]).mean(axis=0, dtype=np.float64)
    mean = estimate(by_deck)
    return Estimate(mean.mean, mean.sem, scores.size)


def play_on_same_decks(  # noqa: PLR0913
    agents: Sequence[Elite],
    teams: NDArray[np.int32],
    setup: Setup,
    *,
    games: int,
    first_seed: Seed,
    strict: bool = False,
    on: Backend | None = None,
    keep: Path | None = None,
    progress: Tell = quiet,
) -> Scores:
    """Plays every team on the decks first_seed, first_seed + 1, ... and returns [teams, games].

    :param teams: places in `agents`, [teams, seats]
    :param keep: folder that caches finished games
    """
    backend = on or Threads()
    inputs = [*map(policy_text, agents), str(setup), str((games, first_seed, strict))]
    file = None if keep is None else keep / f"games-{_digest(inputs, teams)}.npz"
    scores, done = _read_cache(file, (len(teams), games))
    size = max(backend.width, _CALL_GAMES // games)
    saved = time.perf_counter()
    policies = [agent.policy for agent in agents]
    while done < len(teams):
        chunk = slice(done, done + size)
        request = TeamRequest(
            setup=setup,
            rules=(),
            genes=np.zeros((0, 1), np.uint16),
            others=policies,
            teams=teams[chunk],
            first_seeds=np.full(len(teams[chunk]), first_seed, np.uint64),
            games=games,
            strict=strict,
        )
        scores[chunk] = backend.play(request).scores
        done = min(done + size, len(teams))
        progress(done / len(teams))
        if file and (done == len(teams) or time.perf_counter() - saved > _SAVE_SECONDS):
            _write_cache(file, scores, done)
            saved = time.perf_counter()
    progress(1.0)
    return scores


def _digest(inputs: list[str], teams: NDArray[np.int32]) -> str:
    """A hash of everything that decides the games."""
    data = hashlib.sha256(teams.tobytes())
    data.update("\n".join([*inputs, version("tamaya")]).encode())
    return data.hexdigest()[:16]


def _read_cache(file: Path | None, shape: tuple[int, int]) -> tuple[Scores, int]:
    """The cached scores, and the number of teams that have played."""
    if file is not None and file.is_file():
        try:
            saved = arrays.read(file)
            scores, done = saved["scores"], int(saved["done"])
            if scores.shape == shape and scores.dtype == np.uint8 and 0 <= done <= len(scores):
                return scores.astype(np.uint8), done
        except (TamayaError, KeyError, TypeError, ValueError):
            pass  # a damaged cache does no harm: its games are played again
    return np.zeros(shape, np.uint8), 0


def _write_cache(file: Path, scores: Scores, done: int) -> None:
    make_folder(file.parent)
    arrays.write(file, {"scores": scores, "done": np.array(done)}, compressed=True)
