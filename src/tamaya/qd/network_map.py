"""MAP-Elites with small networks instead of rule lists: no rulebook, only weights.

A genome is the weights of a network that scores every legal move from the inputs of the models of
people (what a position and a move look like); the agent makes the move with the highest score. The
inputs that say what another agent would do are left out. New genomes are elites with noise, moved
along the line to a second elite (Vassiliades and Mouret 2018). Everything that is random in a batch
depends only on the seed and the number of the batch, so a resumed run continues exactly.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent
from tamaya.agents.native import in_core
from tamaya.arena import play_teams
from tamaya.features import features
from tamaya.files import arrays, write_whole
from tamaya.game import Seed, Setup, TamayaError
from tamaya.numbers import Floats
from tamaya.qd.checkpoint import Lock

KINDS, SCENE, MARKS = _core.PERSON_KINDS, _core.PERSON_SCENE, _core.PERSON_MARKS
HIDDEN = _core.PERSON_HIDDEN
_INPUTS = (_core.person_card_fields(), _core.person_card_fields(), _core.person_hint_fields())
"""inputs of discards, plays and hints"""
_OTHER_AGENTS = frozenset({"full_does", "intentional_does"})
"""names of inputs that say what other agents would do"""
_CONFIG, _SAVED = "networks.json", "networks.npz"


@dataclass(frozen=True, kw_only=True)
class NetworkSettings:
    """Everything that decides the result of a run."""

    candidates: int = 2000
    """networks to evaluate"""
    batch: int = 40
    """networks of a batch; the first batch is random"""
    games: int = 50
    """games of each network with itself"""
    hidden: int = 8
    """hidden units for each kind of move, at most 64"""
    noise: float = 0.1
    """standard deviation of the noise on each weight"""
    line: float = 0.3
    """standard deviation of the step along the line to the second elite"""
    seed: int = 0
    setup: str = "competition players=2"
    features: tuple[str, str] = ("communicativeness", "information_per_play")
    grid: tuple[int, int] = (5, 5)

    def __post_init__(self) -> None:
        if not 1 <= self.hidden <= HIDDEN:
            raise TamayaError(f"hidden = {self.hidden} (expected 1 to {HIDDEN})")
        for name in ("candidates", "batch", "games"):
            if getattr(self, name) < 1:
                raise TamayaError(f"{name} = {getattr(self, name)} (expected 1 or more)")


@cache
def _open_weights(hidden: int) -> NDArray[np.int64]:
    """Indices of the weights that evolve, in the memory layout of the core."""
    inward = np.zeros((KINDS, SCENE + MARKS, HIDDEN), bool)
    inward[:, :, :hidden] = True
    for kind, fields in enumerate(_INPUTS):
        for field in fields:
            if field.name in _OTHER_AGENTS:
                inward[kind, SCENE + field.offset // np.dtype(field.type).itemsize] = False
    outward = np.zeros((KINDS, HIDDEN), bool)
    outward[:, :hidden] = True
    return np.flatnonzero(np.concatenate([inward.ravel(), outward.ravel()]))


def policy_of(genome: Floats, hidden: int) -> _core.Policy:
    """The core's policy that plays a genome."""
    weights = np.zeros(_core.PERSON_WEIGHTS, np.float32)
    weights[_open_weights(hidden)] = genome
    return _core.Policy("person", {"likeliest": True}, weights.tobytes())


@in_core
class NetworkElite(CoreAgent):
    """An evolved network that plays in the core."""

    def __init__(self, niche: tuple[int, int], policy: _core.Policy) -> None:
        super().__init__(f"network {niche[0]},{niche[1]}", policy)
        self.niche = niche

    @property
    def parameters(self) -> Mapping[str, object]:
        """The niche, and a hash of the weights."""
        return {"niche": self.niche, "weights": hashlib.sha256(self.policy.blob).hexdigest()[:16]}


@dataclass(eq=False)
class NetworkMap:
    """The elites of a run so far."""

    settings: NetworkSettings
    genomes: NDArray[np.float32]
    """[cells, weights]; zeros in empty cells"""
    scores: Floats
    """score of each elite in its evaluation; nan in empty cells"""
    batches: int = 0
    """batches done"""

    @classmethod
    def empty(cls, settings: NetworkSettings) -> NetworkMap:
        """A map without elites."""
        cells, size = int(np.prod(settings.grid)), len(_open_weights(settings.hidden))
        return cls(settings, np.zeros((cells, size), np.float32), np.full(cells, np.nan))

    @property
    def filled(self) -> NDArray[np.int64]:
        """Indices of the cells with an elite."""
        return np.flatnonzero(~np.isnan(self.scores))

    @property
    def evaluated(self) -> int:
        """Networks evaluated."""
        return min(self.batches * self.settings.batch, self.settings.candidates)

    @property
    def is_done(self) -> bool:
        """Whether all candidates were evaluated."""
        return self.evaluated >= self.settings.candidates

    def elites(self) -> list[NetworkElite]:
        """The elites as agents, in the order of their cells."""
        columns, hidden = self.settings.grid[1], self.settings.hidden
        return [
            NetworkElite(divmod(int(cell), columns), policy_of(self.genomes[cell], hidden))
            for cell in self.filled
        ]

    def advance(self, threads: int | None = None) -> None:
        """Evaluates one more batch."""
        settings = self.settings
        count = min(settings.batch, settings.candidates - self.evaluated)
        candidates = self._candidates(count)
        scores, niches = measured(
            settings,
            [policy_of(genome, settings.hidden) for genome in candidates],
            first_seed=self.batches * settings.games,
            threads=threads,
        )
        for genome, score, niche in zip(candidates, scores, niches, strict=True):
            if np.isnan(self.scores[niche]) or score > self.scores[niche]:
                self.genomes[niche], self.scores[niche] = genome, score
        self.batches += 1

    def _candidates(self, count: int) -> NDArray[np.float32]:
        rng = np.random.default_rng([self.settings.seed, self.batches])
        size = self.genomes.shape[1]
        if not len(self.filled):
            return rng.normal(size=(count, size)).astype(np.float32)
        first, second = (self.genomes[rng.choice(self.filled, count)] for _ in range(2))
        noise = self.settings.noise * rng.normal(size=(count, size))
        step = self.settings.line * rng.normal(size=(count, 1))
        moved: NDArray[np.float32] = (first + noise + step * (second - first)).astype(np.float32)
        return moved


def measured(
    settings: NetworkSettings,
    policies: list[_core.Policy],
    *,
    first_seed: Seed,
    games: int = 0,
    threads: int | None = None,
) -> tuple[Floats, NDArray[np.int64]]:
    """The mean score of each policy with itself, and the index of its cell."""
    setup = Setup.parse(settings.setup)
    teams = np.repeat(np.arange(len(policies), dtype=np.int32)[:, None], setup.players, axis=1)
    played = play_teams(
        setup,
        _core.Policies(policies),
        teams,
        np.full(len(policies), first_seed, np.uint64),
        games or settings.games,
        threads=threads,
    )
    counters = played.counters.sum(axis=1, dtype=np.uint64)
    places = [
        np.minimum((np.nan_to_num(f.of_rows(counters)) * size).astype(np.int64), size - 1)
        for f, size in zip(features(*settings.features), settings.grid, strict=True)
    ]
    return played.scores.mean(axis=1, dtype=np.float64), places[0] * settings.grid[1] + places[1]


def evolve_networks(
    out: str | Path,
    settings: NetworkSettings | None = None,
    *,
    progress: Callable[[NetworkMap], None] = lambda _: None,
    threads: int | None = None,
) -> NetworkMap:
    """Evolves networks and saves them in a folder after every batch. An existing run is resumed.

    :raises TamayaError: if the folder holds a run with other settings, another process runs in it,
        or it cannot be written
    """
    settings = settings or NetworkSettings()
    folder = Path(out)
    with Lock(folder) as lock:
        run = _resumed(folder, settings)
        try:
            while not run.is_done:
                run.advance(threads)
                _save(folder, run)
                progress(run)
        except BaseException:
            if not (folder / _SAVED).exists():  # nothing was evaluated: the folder stays free
                lock.discard(_CONFIG)
            raise
    return run


def _resumed(folder: Path, settings: NetworkSettings) -> NetworkMap:
    config, text = folder / _CONFIG, json.dumps(asdict(settings), indent=1)
    if not config.exists():
        write_whole(config, text)
        return NetworkMap.empty(settings)
    if config.read_text() != text:
        raise TamayaError(
            f"{str(folder)!r} holds a run with other settings (choose another folder, or remove "
            "this one)"
        )
    file = folder / _SAVED
    if not file.exists():
        return NetworkMap.empty(settings)
    saved = arrays.read(file)
    genomes, scores = saved["genomes"].astype(np.float32), saved["scores"].astype(np.float64)
    return NetworkMap(settings, genomes, scores, int(saved["batches"][0]))


def _save(folder: Path, run: NetworkMap) -> None:
    stored: dict[str, NDArray[np.generic]] = {
        "genomes": run.genomes,
        "scores": run.scores,
        "batches": np.array([run.batches]),
    }
    arrays.write(folder / _SAVED, stored)
