"""Runs the benchmark: grows the test set, plays the games, and computes the result."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from tamaya import __version__
from tamaya.agents import Agent, ValueAgent, as_agent
from tamaya.agents.seeds import key_for
from tamaya.arena import Backend
from tamaya.arena.team import refusal_text
from tamaya.benchmark.bounds import Bound, find_bounds, shipped_bounds
from tamaya.benchmark.games_file import BenchmarkGames, GamesFile, reserved
from tamaya.benchmark.growing import Tell, grow_test_set
from tamaya.benchmark.limits import DEFAULT_LIMIT, limited, needs_limit
from tamaya.benchmark.playing import Match
from tamaya.benchmark.protocol import FULL, QUICK, VERSION, Budget, track_named
from tamaya.benchmark.result import BenchmarkResult, PartnerResult, Value, partner_results
from tamaya.benchmark.seeds import TestSeed
from tamaya.benchmark.test_set import TestSet
from tamaya.errors import Interrupted, TamayaError
from tamaya.game import Setup
from tamaya.numbers import available_threads
from tamaya.signature import EXPECTED


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """An agent and the conditions of its run."""

    agent: str
    """name of the challenger, as all commands accept it"""
    entry: str
    """SHA-256 of the entry"""
    track: str = "zero-shot"
    players: int = 2
    seed: TestSeed
    quick: bool = False
    threads: int | None = None
    bounds: bool = False
    """whether to find what the best response to each partner scores; shipped bounds are always
    used"""
    limit: float | None = DEFAULT_LIMIT
    """seconds for each call of an agent that is not part of Tamaya, 0 for no limit; None where it
    does not apply"""
    key: bytes | None = None
    """hides the decks from agents written in Python; by default a new one where it matters"""

    @property
    def budget(self) -> Budget:
        """The sizes."""
        return QUICK if self.quick else FULL


def games_path(out: Path) -> Path:
    """The file of the games, beside the result."""
    return out.with_name(f"{out.stem}.games.jsonl")


def run_benchmark(
    challenge: Challenge,
    out: Path,
    *,
    cache: Path | None = None,
    tell: Tell = lambda *_: None,
    on: Backend | None = None,
) -> BenchmarkResult:
    """Plays a challenge and writes its result. The same call resumes after Ctrl-C.

    :param out: JSON file of the result; the games are in a file beside it
    :param cache: folder of test sets
    :param on: backend whose workers evolve partners and play, like a Ray cluster; by default this
        process
    :raises Interrupted: after Ctrl-C, with the `BenchmarkGames` so far
    :raises TamayaError: for an unknown agent or track, one that cannot play the set-up, or a file
        that holds another run or that another process writes
    """
    agent = as_agent(challenge.agent)
    _check_plays(agent, track_named(challenge.track).setup(challenge.players))
    partners = grow_test_set(
        challenge.seed.seed,
        challenge.players,
        quick=challenge.quick,
        track=challenge.track,
        cache=cache,
        tell=tell,
        on=on,
    )
    if not needs_limit(agent):
        challenge = replace(challenge, limit=None)
    with (
        reserved(games_path(out)),
        limited(challenge.agent, agent, challenge.limit) as challenger,
    ):
        result = _result(challenge, challenger, partners, out, cache, tell, on)
        result.write(out)
    return result


def _result(  # noqa: PLR0913, PLR0917
    challenge: Challenge,
    agent: Agent,
    partners: TestSet,
    out: Path,
    cache: Path | None,
    tell: Tell,
    on: Backend | None,
) -> BenchmarkResult:
    about, track = _about(challenge, partners), track_named(challenge.track)
    saved_key = GamesFile(games_path(out), about).saved_key()
    key = key_for((agent,), saved_key if challenge.key is None else challenge.key)
    about["key"] = key.hex()
    threads = available_threads() if challenge.threads is None else challenge.threads
    match = Match(agent, partners, challenge.budget.rounds(track), track.games, key, threads, on)
    match.check()
    started = time.perf_counter()
    games = _play(match, GamesFile(games_path(out), about), tell)
    origin = _made(threads, time.perf_counter() - started)
    bounds = _bounds(challenge, partners, cache, tell, on)
    results = tuple(
        _bounded(result, bounds.get(result.name)) for result in partner_results(games, partners)
    )
    return BenchmarkResult(about, origin, partners.fresh, results, tuple(games.failures))


def _check_plays(agent: Agent, setup: Setup) -> None:
    """Refuses an agent that cannot play the set-up, before partners are evolved."""
    why = refusal_text(agent, setup)
    if why is None and isinstance(agent, ValueAgent) and setup.players not in agent.players:
        own = " or ".join(map(str, agent.players))
        why = f"agent {agent.name!r} is made for {own} players, not {setup.players}"
    if why is not None:
        raise TamayaError(why)


def _bounds(
    challenge: Challenge, partners: TestSet, cache: Path | None, tell: Tell, on: Backend | None
) -> dict[str, Bound]:
    """Bounds of all partners if the challenge asks for them, otherwise those that are shipped."""
    if not challenge.bounds:
        return shipped_bounds(partners, quick=challenge.quick)
    try:
        return find_bounds(
            partners,
            quick=challenge.quick,
            cache=cache,
            threads=challenge.threads,
            tell=tell,
            on=on,
        )
    except KeyboardInterrupt:
        raise Interrupted(partners) from None


def _bounded(result: PartnerResult, bound: Bound | None) -> PartnerResult:
    """The result with the bound of its partner, if there is one."""
    if bound is None:
        return result
    return replace(result, bound=bound.value, bound_sem=bound.sem, best_response=bound.response)


def _play(match: Match, file: GamesFile, tell: Tell) -> BenchmarkGames:
    games = match.empty()
    file.load(games)
    report = _counting(games.played, match.total, tell)
    try:
        match.play(games, file, report)
    except KeyboardInterrupt:
        raise Interrupted(games) from None
    return games


def _counting(done: int, total: int, tell: Tell) -> Callable[[int], None]:
    def report(played: int) -> None:
        nonlocal done
        done += played
        tell("playing", done, total)

    report(0)
    return report


def _about(challenge: Challenge, partners: TestSet) -> dict[str, Value]:
    """Everything that decides the games."""
    return {
        "protocol": VERSION,
        "track": challenge.track,
        "players": challenge.players,
        "setup": partners.setup,
        "agent": challenge.agent,
        "entry": challenge.entry,
        "status": challenge.seed.status
        if not challenge.quick
        else f"{challenge.seed.status}, quick",
        "seed": challenge.seed.seed,
        "beacon": challenge.seed.beacon,
        **{f"budget {name}": value for name, value in asdict(challenge.budget).items()},
        "test set": partners.hash,
        "version": __version__,
        "signature": EXPECTED,
        **({} if challenge.limit is None else {"limit": challenge.limit or None}),
    }


def _made(threads: int, seconds: float) -> dict[str, Value]:
    """Where and how the games were played. The seconds are those of the last session."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": threads,
        "seconds": round(seconds, 1),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
