"""Chooses the partners of a test set: different in their moves, and independent of each other.

Of some random draws from a family, the one that covers it best is chosen: the candidates differ
least from the nearest partner. Partners are then diverse, and the seed still decides: a choice that
only maximizes differences would contain the same public agents every time.

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
DRAWS = 30
"""random draws of partners of a family, of which one is chosen"""


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
        """near-duplicates that were left out, each with the candidate that it resembles"""
        self._chosen = {
            family: self._different.best(several, most, self.dropped)
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
            {
                self._noisy(base): base
                for base in self._shuffled(base for family in families for base in several[family])
            }
            for several in (self._spare, self._chosen)
        )
        self._different.ask([*spare, *chosen])
        noisy = self._different.best(list(spare), self._most, self.dropped)
        if len(noisy) < self._most:
            noisy += self._different.best(list(chosen), self._most - len(noisy), self.dropped)
        self._chosen[NOISY.name] = noisy
        used = {spare[candidate] for candidate in noisy if candidate in spare}
        for family in families:
            self._spare[family] = [base for base in self._spare[family] if base not in used]
        rest = [candidate for candidate, base in spare.items() if base not in used]
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

    def best(
        self, candidates: Sequence[PartnerCandidate], most: int, dropped: list[str]
    ) -> list[PartnerCandidate]:
        """The random draw that covers the candidates best, of those that differ from each other.

        :param dropped: receives a line for each candidate that moves like another
        """
        different = self._different(candidates, dropped)
        chosen = different
        if len(different) > most:
            differences = self._differences(candidates, different)
            draws = [self._drawn(different, number)[:most] for number in range(DRAWS)]
            chosen = [different[place] for place in covering(differences, draws)]
        self._found += chosen
        return chosen

    def first(self, candidates: Sequence[PartnerCandidate], most: int) -> list[PartnerCandidate]:
        """The first candidates that differ from each other and from all found so far."""
        chosen = self._different(candidates)[:most]
        self._found += chosen
        return chosen

    def _different(
        self, candidates: Sequence[PartnerCandidate], dropped: list[str] | None = None
    ) -> list[PartnerCandidate]:
        """The candidates without near-duplicates of earlier ones and of those found so far."""
        different: list[PartnerCandidate] = []
        for candidate in candidates:
            if candidate in self._found:
                continue
            twin = self._twin(candidate, [*self._found, *different])
            if not twin:
                different.append(candidate)
            elif dropped is not None:
                dropped.append(f"{candidate.name}: {twin}")
        return different

    def _drawn(self, candidates: Sequence[PartnerCandidate], number: int) -> list[int]:
        """The places of the candidates in a random order."""
        ranks = [digest_of(self._seed, "draw", number, c.name, c.agent) for c in candidates]
        return sorted(range(len(candidates)), key=ranks.__getitem__)

    def _differences(
        self, candidates: Sequence[PartnerCandidate], others: Sequence[PartnerCandidate]
    ) -> NDArray[np.int64]:
        """In how many positions they move differently, [candidates, others]."""
        moves = np.array([self.moves[other] for other in others])
        return np.array([(self.moves[c] != moves).sum(axis=1) for c in candidates])

    def _twin(self, candidate: PartnerCandidate, others: Sequence[PartnerCandidate]) -> str:
        """The other that this candidate moves like, and how often; '' if there is none."""
        moves = self.moves[candidate]
        shares = [float((moves == self.moves[other]).mean()) for other in others]
        if not shares or max(shares) <= ALIKE:
            return ""
        return f"{max(shares):.1%} of moves like {others[int(np.argmax(shares))].name}"


def covering(differences: NDArray[np.int64], draws: Sequence[list[int]]) -> list[int]:
    """The draw that has the smallest differences of all candidates from the nearest drawn one.

    They are squared, so that it matters most how far the candidates covered worst are.

    :param differences: between all candidates and those that may be drawn
    """
    return min(draws, key=lambda draw: int((differences[:, draw].min(axis=1) ** 2).sum()))


def _policies(candidates: Sequence[PartnerCandidate]) -> _core.Policies:
    agents = [as_agent(candidate.agent) for candidate in candidates]
    core = [agent for agent in agents if isinstance(agent, CoreAgent)]
    assert len(core) == len(agents)
    return _core.Policies([agent.policy for agent in core])
