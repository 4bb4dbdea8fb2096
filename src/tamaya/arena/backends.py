"""Backends that play games: threads of this process, a GPU or a Ray cluster, with equal results."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.arena.in_threads import in_threads
from tamaya.arena.many_teams import TeamGames, play_teams
from tamaya.game import Setup, UnknownNameError
from tamaya.numbers import available_threads, thread_count
from tamaya.rules import RuleSpec

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, kw_only=True, eq=False)
class TeamRequest:
    """Describes games of many teams. It is plain data, so any process or device can play it."""

    setup: Setup
    rules: Sequence[RuleSpec]
    genes: NDArray[np.uint16]
    """one rule list per row, as indices into `rules`"""
    gives_up: bool = False
    """whether rule lists end the game if no rule applies; otherwise they move at random"""
    others: Sequence[_core.Policy] = ()
    """more policies, numbered after the rule lists of `genes`"""
    teams: NDArray[np.int32]
    """indices of policies, [teams, seats]"""
    first_seeds: NDArray[np.uint64]
    """the first seed of each team"""
    games: int
    """games of each team, on consecutive seeds"""
    strict: bool = False
    """whether bombed games score 0"""

    def policies(self) -> _core.Policies:
        """The policies of `genes`, followed by `others`."""
        specs = [(spec.name, spec.core_args) for spec in self.rules]
        continues = not self.gives_up
        policies = _core.Policies.of_genes(
            specs, self.genes, skip_throws=continues, else_random=continues
        )
        return policies + _core.Policies(list(self.others)) if self.others else policies

    def play(self, threads: int | None = None) -> TeamGames:
        """Plays the games on threads of this process."""
        return play_teams(
            self.setup,
            self.policies(),
            self.teams,
            self.first_seeds,
            self.games,
            strict=self.strict,
            threads=threads,
        )

    def shards(self, size: int) -> list[TeamRequest]:
        """Splits the request into requests of at most `size` teams."""
        return [self.part(slice(at, at + size)) for at in range(0, len(self.teams), size)]

    def part(self, rows: slice) -> TeamRequest:
        """The request for some of the teams."""
        used, places = np.unique(self.teams[rows], return_inverse=True)
        own = used[used < len(self.genes)]
        other = used[used >= len(self.genes)] - len(self.genes)
        return replace(
            self,
            genes=self.genes[own],
            others=[self.others[i] for i in other],
            teams=places.reshape(self.teams[rows].shape).astype(np.int32),
            first_seeds=self.first_seeds[rows],
        )


def joined(parts: Sequence[TeamGames]) -> TeamGames:
    """Concatenates the results of shards."""
    return TeamGames(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.counters for part in parts]),
        np.concatenate([part.traces for part in parts]),
    )


class Workers(Protocol):
    """Does many pieces of work side by side."""

    def each(
        self, work: Callable[[T], R], items: Iterable[T], batch: int = 1
    ) -> Generator[R, None, None]:
        """Does the work for every item and yields results in the order in which they are ready.

        :param batch: items to send to a worker at once
        """


class Backend(Workers, Protocol):
    """Plays the games of a request."""

    @property
    def width(self) -> int:
        """Number of teams to request at once to keep the hardware busy."""

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays the games; results are in the order of the request's teams."""

    def close(self) -> None:
        """Frees resources."""


@dataclass
class Threads:
    """Threads of this process; by default one for each core."""

    threads: int | None = field(default=None)

    @property
    def width(self) -> int:
        """Four teams for each thread."""
        return 4 * (self.threads or available_threads())

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays the games in the core."""
        return request.play(self.threads)

    def each(
        self, work: Callable[[T], R], items: Iterable[T], batch: int = 1
    ) -> Generator[R, None, None]:
        """Does the work in threads, item by item; threads help if the work releases the GIL."""
        return in_threads(work, items, thread_count(self.threads))

    def close(self) -> None:
        """Does nothing: threads end with each call."""


def backend(name: str = "threads", *, threads: int | None = None, address: str = "") -> Backend:
    """Creates a backend by name: `threads`, `cuda` or `ray`.

    :param address: address of a Ray cluster, like `10.0.0.1:6379` or `auto`; by default that of the
        variable RAY_ADDRESS, or a new cluster on this machine
    :raises UnknownNameError: listing the backends
    :raises TamayaError: saying what to install if a library is missing
    """
    if name == "threads":
        return Threads(threads)
    if name == "ray":
        from tamaya.arena.ray_backend import RayBackend  # noqa: PLC0415 (an optional extra)

        return RayBackend(address)
    if name == "cuda":
        from tamaya.arena.cuda_backend import CudaBackend  # noqa: PLC0415 (an optional extra)

        return CudaBackend()
    raise UnknownNameError(f"no backend {name!r} (expected threads, cuda, ray)")
