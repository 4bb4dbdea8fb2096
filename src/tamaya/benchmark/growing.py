"""Grows a test set from a seed: evolves fresh partners and chooses partners of all families."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tamaya import _core
from tamaya.agents import CoreAgent, Elite, as_agent
from tamaya.arena import Backend, Threads
from tamaya.benchmark.protocol import (
    ALIKE,
    EVOLVED,
    FULL,
    LEAST_SCORE,
    MIXED,
    NOISE,
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
from tamaya.benchmark.test_set import TestPartner, TestSet
from tamaya.benchmark.validation import shipped_set
from tamaya.errors import TamayaError
from tamaya.files import cache_folder, is_file
from tamaya.game import Seed, Setup
from tamaya.numbers import available_threads
from tamaya.qd import evolve
from tamaya.signature import EXPECTED

_BOOKS = {EVOLVED.name: "tamaya", PUBLISHED.name: "published"}
_RECORDERS, _RECORDED_GAMES = 24, 3
"""candidates whose self-play gives the positions that compare partners, and games of each"""
_BATCH = 500
"""candidates per batch of evolution; small, since the runs are short"""

Tell = Callable[[str, int, int], None]
"""called with the step, what is done and the total"""


def _quiet(step: str, done: int, total: int) -> None:
    pass


@dataclass(frozen=True)
class _Candidate:
    """An agent that may become a partner."""

    name: str
    agent: str
    origin: str


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
    key = digest_of(
        VERSION, version("tamaya"), EXPECTED, setup, seed, chosen_track.families, asdict(budget)
    ).hex()[:20]
    file = folder / f"{key}.json"
    if is_file(file):
        return TestSet.read(file)
    runs = folder / f"{key}.runs"
    _make_folder(runs)
    grown = _Grower(seed, setup, chosen_track, budget, runs, tell, on or Threads()).grow()
    grown.write(file)
    shutil.rmtree(runs, ignore_errors=True)
    return grown


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TamayaError(f"cannot make {str(folder)!r}: {error.strerror or error}") from None


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
        candidates: dict[str, list[_Candidate]] = {}
        for family in families:
            if family.name in _BOOKS:
                candidates[family.name] = self._evolved(family)
            elif family.candidates:
                candidates[family.name] = self._named(family)
        if NOISY in families:
            candidates[NOISY.name] = self._noisy(candidates)
        self._tell("comparing moves", 0, 1)
        partners, dropped = self._different(candidates)
        if MIXED in families and self._setup.players > 2:
            partners += self._mixed(partners)
        self._tell("comparing moves", 1, 1)
        order = [family.name for family in families]
        partners.sort(key=lambda partner: order.index(partner.family))
        return TestSet(
            VERSION,
            str(self._setup),
            self._seed,
            self._budget.name,
            version("tamaya"),
            tuple(family.name for family in families if family.is_fresh and family != MIXED),
            tuple(partners),
            tuple(dropped),
        )

    def _evolved(self, family: PartnerFamily) -> list[_Candidate]:
        """Elites of a fresh run that score with themselves, in an order that the seed gives."""
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
        return self._shuffled(
            _Candidate(
                f"{family.name} {elite.name}",
                str(elite.genome),
                f"{origin}, {pool.features[0]} and {pool.features[1]} in cell {elite.name}, "
                f"{_score(elite):.1f} points with itself",
            )
            for elite in pool.elites
            if _score(elite) >= LEAST_SCORE
        )

    def _named(self, family: PartnerFamily) -> list[_Candidate]:
        return self._shuffled(
            _Candidate(name, name, f"agent of Tamaya ({family.description})")
            for name in family.candidates
            if self._can_play(name)
        )

    def _can_play(self, name: str) -> bool:
        agent = as_agent(name)
        return isinstance(agent, CoreAgent) and agent.refusal(self._setup) is None

    def _noisy(self, candidates: dict[str, list[_Candidate]]) -> list[_Candidate]:
        """Candidates of other families that make random moves in some percent of their turns."""
        quiet = [
            candidate
            for family, several in candidates.items()
            if family in (*_BOOKS, "classics")
            for candidate in several
        ]
        noisy = []
        for candidate in self._shuffled(quiet):
            percent = NOISE[digest_of(self._seed, "noise", candidate.name)[0] % len(NOISE)]
            name = f"noisy({percent}, {candidate.name})"
            agent = f"noisy({percent}, {candidate.agent})"
            origin = f"{percent} % random moves, otherwise {candidate.name}: {candidate.origin}"
            noisy.append(_Candidate(name, agent, origin))
        return noisy[: 2 * self._budget.partners]

    def _shuffled(self, candidates: Iterable[_Candidate]) -> list[_Candidate]:
        return sorted(candidates, key=lambda c: digest_of(self._seed, "order", c.name, c.agent))

    def _different(
        self, candidates: dict[str, list[_Candidate]]
    ) -> tuple[list[TestPartner], list[str]]:
        """The first candidates of each family that do not move like a partner before them."""
        flat = [(family, c) for family, several in candidates.items() for c in several]
        moves = self._moves([candidate.agent for _, candidate in flat])
        taken: list[int] = []
        dropped: list[str] = []
        counts = dict.fromkeys(candidates, 0)
        for place, (family, candidate) in enumerate(flat):
            if counts[family] == self._budget.partners:
                continue
            shares = [float((moves[place] == moves[other]).mean()) for other in taken]
            nearest = int(np.argmax(shares)) if shares else -1
            if shares and shares[nearest] > ALIKE:
                twin = flat[taken[nearest]][1].name
                dropped.append(f"{candidate.name}: {shares[nearest]:.1%} of moves like {twin}")
                continue
            taken.append(place)
            counts[family] += 1
        partners = [
            TestPartner(c.name, family, (c.agent,), c.origin)
            for family, c in (flat[place] for place in taken)
        ]
        return partners, dropped

    def _moves(self, names: list[str]) -> np.ndarray:
        """The move of every agent in the same positions: [agents, positions]."""
        agents = [agent for agent in map(as_agent, names) if isinstance(agent, CoreAgent)]
        assert len(agents) == len(names)
        policies = _core.Policies([agent.policy for agent in agents])
        count = min(_RECORDERS, len(agents))
        recorders = np.arange(count, dtype=np.int32) * len(agents) // count
        teams = np.repeat(recorders[:, None], self._setup.players, axis=1).astype(np.int32)
        first = np.uint64(derived(self._seed, "positions"))
        seeds = first + np.arange(count, dtype=np.uint64) * np.uint64(_RECORDED_GAMES)
        moves, _ = _core.ask_policies(
            self._setup, policies, teams, seeds, _RECORDED_GAMES, policies, available_threads()
        )
        return np.ascontiguousarray(np.asarray(moves).T)

    def _mixed(self, partners: list[TestPartner]) -> list[TestPartner]:
        """Tables with partners of different families."""
        families = sorted({partner.family for partner in partners})
        seats = self._setup.players - 1
        tables = []
        for number in range(1, self._budget.partners + 1):

            def rank(text: str, number: int = number) -> bytes:
                return digest_of(self._seed, "table", number, text)

            chosen = sorted(families, key=rank)
            guests = [
                min((p for p in partners if p.family == family), key=lambda p: rank(p.name))
                for family in (chosen * seats)[:seats]
            ]
            names = " + ".join(guest.name for guest in guests)
            agents = tuple(guest.agents[0] for guest in guests)
            tables.append(TestPartner(f"table {number}", MIXED.name, agents, f"a table of {names}"))
        return tables


def _score(elite: Elite) -> float:
    return elite.score.mean if elite.score is not None else 0.0
