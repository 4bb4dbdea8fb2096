"""Chooses the partners of a test set: different in their moves, and independent of each other.

Intervals treat partners as independent samples of their families. So as long as a family has
candidates left, a noisy partner is not a noisy version of another partner of the set, and the
guests of mixed tables are not partners of the set themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, as_agent
from tamaya.benchmark.protocol import ALIKE, MIXED, NOISE, NOISY
from tamaya.benchmark.seeds import derived, digest_of
from tamaya.benchmark.test_set import TestPartner
from tamaya.game import Seed, Setup
from tamaya.numbers import available_threads

_RECORDERS, _RECORDED_GAMES = 24, 3
"""candidates whose self-play gives the positions in which partners are compared, and games of
each candidate"""


@dataclass(frozen=True)
class PartnerCandidate:
    """An agent that may become a partner."""

    name: str
    agent: str
    origin: str


class Chooser:
    """Chooses partners from candidates, in an order that the seed gives.

    :param candidates: by family
    :param most: partners of each family
    """

    def __init__(
        self,
        seed: Seed,
        setup: Setup,
        candidates: Mapping[str, Sequence[PartnerCandidate]],
        most: int,
    ) -> None:
        self._seed, self._setup, self._most = seed, setup, most
        shuffled = {family: self._shuffled(several) for family, several in candidates.items()}
        flat = [candidate for several in shuffled.values() for candidate in several]
        self._different = Different(seed, setup, flat)
        self.dropped: list[str] = []
        """near-duplicates that were left out, each with the partner that it resembles"""
        self._chosen = {
            family: self._different.first(several, most, self.dropped)
            for family, several in shuffled.items()
        }
        self._spare = {
            family: self._different.first(several, 2 * most) for family, several in shuffled.items()
        }
        """further candidates that resemble nobody, by family"""
        self._tables: list[TestPartner] = []

    @property
    def partners(self) -> list[TestPartner]:
        """The partners of all families so far."""
        return [
            *(
                TestPartner(candidate.name, family, (candidate.agent,), candidate.origin)
                for family, several in self._chosen.items()
                for candidate in several
            ),
            *self._tables,
        ]

    def add_noisy(self, families: Sequence[str]) -> None:
        """Adds candidates of these families that make random moves in some of their turns."""
        spare, chosen = (
            self._shuffled(candidate for family in families for candidate in several[family])
            for several in (self._spare, self._chosen)
        )
        bases = {self._noisy(base): base for base in (*spare, *chosen)}
        self._different.ask(list(bases))
        self._chosen[NOISY.name] = self._different.first(list(bases), self._most, self.dropped)
        used = {bases[noisy] for noisy in self._chosen[NOISY.name]}
        for family in families:
            self._spare[family] = [base for base in self._spare[family] if base not in used]
        rest = [noisy for noisy, base in bases.items() if base in spare and base not in used]
        self._spare[NOISY.name] = self._different.first(rest, self._most)

    def _noisy(self, base: PartnerCandidate) -> PartnerCandidate:
        percent = NOISE[digest_of(self._seed, "noise", base.name)[0] % len(NOISE)]
        return PartnerCandidate(
            f"noisy({percent}, {base.name})",
            f"noisy({percent}, {base.agent})",
            f"{percent} % random moves, otherwise {base.name}: {base.origin}",
        )

    def add_tables(self) -> None:
        """Adds tables with guests of different families, who sit at few tables each."""
        guests = {f: self._spare[f] or several for f, several in self._chosen.items() if several}
        seats, seated = self._setup.players - 1, Counter[PartnerCandidate]()
        for number in range(1, self._most + 1):

            def rank(text: str, number: int = number) -> bytes:
                return digest_of(self._seed, "table", number, text)

            team: list[PartnerCandidate] = []
            for family in (sorted(guests, key=rank) * seats)[:seats]:
                guest = min(guests[family], key=lambda g: (seated[g], rank(g.name)))
                seated[guest] += 1
                team.append(guest)
            origin = "; ".join(f"{guest.name}: {guest.origin}" for guest in team)
            agents = tuple(guest.agent for guest in team)
            self._tables.append(
                TestPartner(f"table {number}", MIXED.name, agents, f"a table of {origin}")
            )

    def _shuffled(self, candidates: Iterable[PartnerCandidate]) -> list[PartnerCandidate]:
        return sorted(candidates, key=lambda c: digest_of(self._seed, "order", c.name, c.agent))


class Different:
    """Finds candidates that do not move like any found before them."""

    def __init__(self, seed: Seed, setup: Setup, candidates: Sequence[PartnerCandidate]) -> None:
        self._seed, self._setup = seed, setup
        self._policies = _policies(candidates)
        self._recorders = len(candidates)
        self.moves: dict[PartnerCandidate, NDArray[np.generic]] = {}
        """the move of every candidate in each position"""
        self._found: list[PartnerCandidate] = []
        self.ask(candidates)

    def ask(self, candidates: Sequence[PartnerCandidate]) -> None:
        """Asks candidates for their moves, all in the same positions."""
        count = min(_RECORDERS, self._recorders)
        recorders = np.arange(count, dtype=np.int32) * self._recorders // count
        teams = np.repeat(recorders[:, None], self._setup.players, axis=1).astype(np.int32)
        first = np.uint64(derived(self._seed, "positions"))
        seeds = first + np.arange(count, dtype=np.uint64) * np.uint64(_RECORDED_GAMES)
        asked, threads = _policies(candidates), available_threads()
        moves, _ = _core.ask_policies(
            self._setup, self._policies, teams, seeds, _RECORDED_GAMES, asked, threads
        )
        by_candidate = np.ascontiguousarray(np.asarray(moves).T)
        self.moves |= zip(candidates, by_candidate, strict=True)

    def first(
        self, candidates: Sequence[PartnerCandidate], most: int, dropped: list[str] | None = None
    ) -> list[PartnerCandidate]:
        """The first candidates that differ from all found so far, and are not among them.

        :param dropped: receives a line for each candidate that moves like another
        """
        chosen: list[PartnerCandidate] = []
        for candidate in candidates:
            if len(chosen) == most:
                break
            if candidate in self._found:
                continue
            twin = self._twin(candidate)
            if not twin:
                chosen.append(candidate)
                self._found.append(candidate)
            elif dropped is not None:
                dropped.append(f"{candidate.name}: {twin}")
        return chosen

    def _twin(self, candidate: PartnerCandidate) -> str:
        """The candidate that this one moves like, and how often; '' if there is none."""
        moves = self.moves[candidate]
        shares = [float((moves == self.moves[other]).mean()) for other in self._found]
        if not shares or max(shares) <= ALIKE:
            return ""
        return f"{max(shares):.1%} of moves like {self._found[int(np.argmax(shares))].name}"


def _policies(candidates: Sequence[PartnerCandidate]) -> _core.Policies:
    agents = [as_agent(candidate.agent) for candidate in candidates]
    core = [agent for agent in agents if isinstance(agent, CoreAgent)]
    assert len(core) == len(agents)
    return _core.Policies([agent.policy for agent in core])
