"""Grows a test set from a seed: evolves fresh partners and chooses partners of all families."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tamaya import __version__
from tamaya.agents import CoreAgent, Elite, as_agent
from tamaya.arena import Backend, Threads
from tamaya.benchmark.choosing import Chooser, PartnerCandidate
from tamaya.benchmark.protocol import (
    CLASSICS,
    EVOLVED,
    FULL,
    LEAST_SCORE,
    MIXED,
    NOISY,
    PUBLISHED,
    QUICK,
    VERSION,
    Budget,
    PartnerFamily,
    Track,
    track_named,
)
from tamaya.benchmark.seeds import derived, digest_of
from tamaya.benchmark.test_set import TestSet
from tamaya.benchmark.validation import shipped_set
from tamaya.files import cache_folder, is_file, make_folder
from tamaya.game import Seed, Setup
from tamaya.qd import evolve
from tamaya.signature import EXPECTED

_BOOKS = {EVOLVED.name: "tamaya", PUBLISHED.name: "published"}
_BATCH = 500
"""candidates per batch of evolution; small, since the runs are short"""
_RECIPE = 5
"""version of how partners are chosen; cached sets of other versions are not used"""

Tell = Callable[[str, int, int], None]
"""called with the step, what is done and the total"""


def _quiet(step: str, done: int, total: int) -> None:
    pass


def grow_test_set(  # noqa: PLR0913
    seed: Seed,
    players: int,
    *,
    quick: bool = False,
    track: str = "zero-shot",
    cache: Path | None = None,
    tell: Tell = _quiet,
    on: Backend | None = None,
) -> TestSet:
    """Grows the test set of a seed, or reads it from the cache. Validation sets are shipped.

    Equal arguments give equal sets, byte for byte. After Ctrl-C, the same call resumes.

    :param quick: smaller evolution runs and fewer partners
    :param track: the track; zero-shot and ten-games have the same partners
    :param cache: folder of finished sets and unfinished runs; by default in the user's cache
    :param on: backend that evolves; by default threads of this process
    :raises TamayaError: for an unknown track, impossible numbers, or an unwritable cache
    """
    chosen_track, budget = track_named(track), QUICK if quick else FULL
    setup = chosen_track.setup(players)
    shipped = shipped_set(seed, chosen_track, players, budget)
    if shipped is not None:
        return shipped
    folder = cache_folder() / "benchmark" if cache is None else cache
    recipe = VERSION, _RECIPE, __version__, EXPECTED
    key = digest_of(*recipe, setup, seed, chosen_track.families, asdict(budget)).hex()[:20]
    file = folder / f"{key}.json"
    if is_file(file):
        return TestSet.read(file)
    runs = folder / f"{key}.runs"
    make_folder(runs)
    grown = _Grower(seed, setup, chosen_track, budget, runs, tell, on or Threads()).grow()
    grown.write(file)
    shutil.rmtree(runs, ignore_errors=True)
    return grown


class _Grower:
    """Grows one test set."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seed: Seed,
        setup: Setup,
        track: Track,
        budget: Budget,
        runs: Path,
        tell: Tell,
        on: Backend,
    ) -> None:
        self._seed, self._setup, self._track = seed, setup, track
        self._budget, self._runs, self._tell = budget, runs, tell
        self._on = on

    def grow(self) -> TestSet:
        families = self._track.families
        candidates: dict[str, list[PartnerCandidate]] = {}
        for family in families:
            if family.name in _BOOKS:
                candidates[family.name] = self._evolved(family)
            elif family.candidates:
                candidates[family.name] = self._named(family)
        self._tell("comparing moves", 0, 1)
        chooser = Chooser(self._seed, self._setup, candidates, self._budget.partners)
        if NOISY in families:
            chooser.add_noisy((*_BOOKS, CLASSICS.name))
        if MIXED in families and self._setup.players > 2:
            chooser.add_tables()
        self._tell("comparing moves", 1, 1)
        order = [family.name for family in families]
        return TestSet(
            VERSION,
            str(self._setup),
            self._seed,
            self._budget.name,
            __version__,
            tuple(family.name for family in families if family.is_fresh and family != MIXED),
            tuple(sorted(chooser.partners, key=lambda partner: order.index(partner.family))),
            tuple(chooser.dropped),
        )

    def _evolved(self, family: PartnerFamily) -> list[PartnerCandidate]:
        """Elites of a fresh run that score with themselves."""
        book = _BOOKS[family.name]
        seed = derived(self._seed, family.name)
        run = evolve(
            self._runs / family.name,
            rulebook=book,
            setup=str(self._setup),
            seed=seed,
            candidates=self._budget.candidates,
            games=self._budget.evolution_games,
            batch=_BATCH,
            on=self._on,
            progress=lambda now: self._tell(
                f"evolving {family.name}", now.standing.candidates, now.total
            ),
        )
        pool = run.pool()
        origin = f"evolved, rulebook {book}, {self._budget.candidates} candidates, seed {seed}"
        return [
            PartnerCandidate(
                f"{family.name} {elite.name}",
                str(elite.genome),
                f"{origin}, {pool.features[0]} and {pool.features[1]} in cell {elite.name}, "
                f"{_score(elite):.1f} points with itself",
            )
            for elite in pool.elites
            if _score(elite) >= LEAST_SCORE
        ]

    def _named(self, family: PartnerFamily) -> list[PartnerCandidate]:
        return [
            PartnerCandidate(name, name, f"agent of Tamaya ({family.description})")
            for name in family.candidates
            if self._can_play(name)
        ]

    def _can_play(self, name: str) -> bool:
        agent = as_agent(name)
        return isinstance(agent, CoreAgent) and agent.refusal(self._setup) is None


def _score(elite: Elite) -> float:
    return elite.score.mean if elite.score is not None else 0.0
