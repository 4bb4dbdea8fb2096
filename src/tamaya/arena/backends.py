"""Who plays the games: threads of this process, a GPU, or Ray's workers. Results are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.arena.many_teams import TeamGames, play_teams
from tamaya.game import Setup, UnknownNameError
from tamaya.numbers import available_threads
from tamaya.rules import RuleSpec


@dataclass(frozen=True, kw_only=True, eq=False)
class TeamRequest:
    """Games to be played: a pure description, so that anybody anywhere can play them."""

    setup: Setup
    rules: Sequence[RuleSpec]
    genes: NDArray[np.uint16]
    """one policy a row: places in `rules`"""
    gives_up: bool = False
    others: Sequence[_core.Policy] = ()
    """policies that follow those of `genes`"""
    teams: NDArray[np.int32]
    """places of policies, [teams, seats]"""
    first_seeds: NDArray[np.uint64]
    games: int
    strict: bool = False

    def policies(self) -> _core.Policies:
        """Those of the genes, then the others."""
        specs = [(spec.name, list(spec.args)) for spec in self.rules]
        keeps_on = not self.gives_up
        policies = _core.Policies.of_genes(
            specs, self.genes, skip_throws=keeps_on, else_random=keeps_on
        )
        return policies + _core.Policies(list(self.others)) if self.others else policies

    def play(self, threads: int | None = None) -> TeamGames:
        """Plays here and now."""
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
        """The same games in parts of at most so many teams, each with the genes it needs."""
        return [self._part(slice(at, at + size)) for at in range(0, len(self.teams), size)]

    def _part(self, rows: slice) -> TeamRequest:
        used, places = np.unique(self.teams[rows], return_inverse=True)
        own = used[used < len(self.genes)]
        foreign = used[used >= len(self.genes)] - len(self.genes)
        return replace(
            self,
            genes=self.genes[own],
            others=[self.others[i] for i in foreign],
            teams=places.reshape(self.teams[rows].shape).astype(np.int32),
            first_seeds=self.first_seeds[rows],
        )


def joined(parts: Sequence[TeamGames]) -> TeamGames:
    """Results of shards in their order."""
    return TeamGames(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.counters for part in parts]),
        np.concatenate([part.traces for part in parts]),
    )


class Backend(Protocol):
    """Plays what is asked for."""

    @property
    def width(self) -> int:
        """Teams that should be asked for at once to keep it busy."""

    def play(self, request: TeamRequest) -> TeamGames:
        """Results in the order of the request's teams."""

    def close(self) -> None:
        """Gives back what it holds."""


@dataclass
class Threads:
    """Threads of this process; all cores unless a number is given."""

    threads: int | None = field(default=None)

    @property
    def width(self) -> int:
        """Some for each thread."""
        return 4 * (self.threads or available_threads())

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays in the core."""
        return request.play(self.threads)

    def close(self) -> None:
        """Holds nothing."""


def backend(name: str = "threads", *, threads: int | None = None, address: str = "") -> Backend:
    """A backend by name.

    :param address: of a Ray cluster; without one Ray runs on this machine
    :raises UnknownNameError: listing the backends
    :raises TamayaError: saying what to install where something is missing
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
