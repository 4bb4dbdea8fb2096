"""Training data of a meta-agent: scores and behaviour of all pairs of response and hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tamaya import _core
from tamaya.agents import Agent, CoreAgent, Elite, NativeAgent
from tamaya.agents.elite import Niche
from tamaya.arena import play_teams
from tamaya.features import features
from tamaya.game import Seed, Setup, TamayaError, UnknownNameError
from tamaya.matchups import MatchupTable, Pool, Progress, matchups, pool
from tamaya.matchups.pool import PoolLike, shortened
from tamaya.numbers import Floats

_SAMPLE_GAMES = 4
"""games of self-play whose hash shows whether an agent still plays the same"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Experience:
    """The score of each response with each hypothesis, and the behaviour of the hypothesis.

    Arrays are indexed [response, hypothesis]. The response sits in seat 0, the hypothesis in all
    other seats; counters of several hypothesis seats are added up.
    """

    hypotheses: Pool
    """agents that a partner may be"""
    responses: Pool
    """agents that the meta-agent can play as"""
    setup: Setup
    scores: Floats
    """mean scores, points kept"""
    features: Mapping[str, Floats]
    """features of the hypothesis, by name; nan if there was nothing to count"""
    games: int
    """games behind each number"""
    first_seed: Seed = 0
    """seed of the first deck; all pairs played the same decks"""
    version: str = ""
    """version of Tamaya that played the games"""

    def __post_init__(self) -> None:
        shape = len(self.responses), len(self.hypotheses)
        for what, values in {"score": self.scores, **self.features}.items():
            if values.shape != shape:
                raise TamayaError(
                    f"{what} has the shape {values.shape} (expected {shape}: responses, hypotheses)"
                )
        if np.isnan(self.scores).any():
            raise TamayaError("some pairs have no score (expected a score for each pair)")
        self.players, self.suspects  # noqa: B018 (raises unless all agents are native)

    @classmethod
    def train(  # noqa: PLR0913
        cls,
        hypotheses: PoolLike,
        responses: PoolLike | None = None,
        *,
        games: int = 400,
        first_seed: Seed = 0,
        setup: Setup | str | None = None,
        threads: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Experience:
        """Plays every response with every hypothesis on the same decks.

        :param hypotheses: agents that a partner may be: anything `ty.pool` accepts, with native
            agents only
        :param responses: agents to play as; by default the hypotheses, as in the paper
        :raises TamayaError: if an agent is not native, or a pair fails
        """
        partners = pool(hypotheses)
        own = partners if responses is None else pool(responses)
        own.natives, partners.natives  # noqa: B018 (fails before the games, not after)
        table = matchups(
            own,
            partners,
            games=games,
            first_seed=first_seed,
            threads=threads,
            setup=setup,
            progress=progress,
        )
        return cls.of(table, partners, own)

    @classmethod
    def of(cls, table: MatchupTable, hypotheses: Pool, responses: Pool | None = None) -> Experience:
        """Creates an experience from a match-up table of responses (rows) and hypotheses (columns).

        :raises TamayaError: if pairs are missing, or the table has other agents than the pools
        """
        responses = hypotheses if responses is None else responses
        plan = table.plan
        if (plan.rows, plan.columns) != (responses.names, hypotheses.names):
            raise TamayaError("the table has other agents than these pools")
        if table.failures:
            (row, column), why = next(iter(table.failures.items()))
            raise TamayaError(f"{row} with {column} failed: {why}")
        if not table.complete:
            finished = int(table.finished.sum())
            raise TamayaError(f"only {finished} of {plan.pairs} pairs were played (expected all)")
        counted = table.counters[:, :, 1:].sum(axis=2, dtype=np.uint64)
        rows = counted.reshape(-1, counted.shape[-1])
        measured = {f.name: f.of_rows(rows).reshape(counted.shape[:2]) for f in features()}
        return cls(
            hypotheses=hypotheses,
            responses=responses,
            setup=plan.setup,
            scores=table.means(),
            features=measured,
            games=plan.games,
            first_seed=plan.first_seed,
            version=plan.version,
        )

    def check_players(self, players: int, name: str) -> None:
        """Checks that a game has as many players as the games of this experience.

        :param name: name of the agent, for the message
        :raises TamayaError: if the numbers differ
        """
        if players != self.setup.players:
            raise TamayaError(
                f"{name} has experience with {self.setup.players} players, but this game has "
                f"{players} (train an experience with that number, as in setup='standard "
                f"players={players}')"
            )

    @cached_property
    def players(self) -> tuple[CoreAgent, ...]:
        """The responses as agents, in their order."""
        return self.responses.natives

    @cached_property
    def suspects(self) -> tuple[CoreAgent, ...]:
        """The hypotheses as agents, in their order."""
        return self.hypotheses.natives

    @property
    def generalist(self) -> str:
        """The response with the highest mean score over all hypotheses. Ties: the first.

        The name can be used as an agent: `ty.match(experience.generalist, "piers")`.
        """
        return self.responses.names[int(self.scores.mean(axis=1).argmax())]

    @cached_property
    def reference(self) -> int:
        """Index of the response that others are compared with: the Generalist of the pool.

        It is the response with the highest mean score among those that are also hypotheses of the
        pool. If some hypotheses have a niche, only these belong to the pool; the others were made
        up for it. If no response is such a hypothesis, it is the best of all responses.
        """
        pool = [agent for agent in self.suspects if niche_of(agent)] or self.suspects
        known = [_identity(agent) for agent in pool]
        own = [_identity(player) in known for player in self.players]
        means = self.scores.mean(axis=1)
        return int(np.where(own, means, -np.inf).argmax() if any(own) else means.argmax())

    def expected(self, feature: str) -> Floats:
        """A feature of each hypothesis with each response: [response, hypothesis].

        :raises UnknownNameError: if it was not measured; the message lists the measured ones
        """
        if feature not in self.features:
            known = ", ".join(sorted(self.features))
            raise UnknownNameError(f"no feature {feature!r} was measured (expected {known})")
        return self.features[feature]

    def places_of(self, partner: Agent) -> tuple[int, ...]:
        """Indices of the hypotheses that are the partner: those with the same rules and noise, or
        else with the same rules, or else the one with its niche (or, without a niche, its name).
        There may be none.
        """
        if isinstance(partner, CoreAgent):
            same = _identity(partner)
            equal = [i for i, agent in enumerate(self.suspects) if _identity(agent) == same]
            exact = [i for i in equal if _noise(self.suspects[i]) == _noise(partner)]
            if equal:
                return tuple(exact or equal)
        place = self.label_of(partner)
        return () if place is None else (place,)

    def label_of(self, partner: Agent) -> int | None:
        """Index of the hypothesis with the partner's niche (or, without a niche, its name).

        None if there is no such hypothesis.
        """
        niche = niche_of(partner)
        for i, agent in enumerate(self.suspects):
            if (niche_of(agent) == niche) if niche else (agent.name == partner.name):
                return i
        return None

    def samples(self) -> dict[str, str]:
        """A hash of a few self-play games of each agent, which changes if it plays differently."""
        named = {
            f"{role}: {name}": agent
            for role, pool, agents in self._pools()
            for name, agent in zip(pool.names, agents, strict=True)
        }
        policies = _core.Policies([agent.policy for agent in named.values()])
        teams = np.repeat(np.arange(len(named), dtype=np.int32)[:, None], self.setup.players, 1)
        seeds = np.zeros(len(named), np.uint64)
        traces = play_teams(self.setup, policies, teams, seeds, _SAMPLE_GAMES, threads=1).traces
        return {name: f"{int(trace):016x}" for name, trace in zip(named, traces, strict=True)}

    def _pools(self) -> tuple[tuple[str, Pool, tuple[CoreAgent, ...]], ...]:
        return (
            ("hypothesis", self.hypotheses, self.suspects),
            ("response", self.responses, self.players),
        )

    def write(self, path: str | Path) -> None:
        """Writes a Parquet file that `read` reads back; it replaces an existing file atomically."""
        from tamaya.meta.storage import write  # noqa: PLC0415

        write(self, Path(path))

    @classmethod
    def read(cls, path: str | Path) -> Experience:
        """Reads a file that `write` has written.

        :raises TamayaError: if the file holds no experience, or its agents play differently in this
            version
        """
        from tamaya.meta.storage import read  # noqa: PLC0415

        return read(Path(path))

    def __repr__(self) -> str:
        return (
            f"<Experience: {len(self.responses)} responses with {len(self.hypotheses)} hypotheses "
            f"({shortened(self.hypotheses.names, 3)}), {self.games} games a pair, {self.setup}>"
        )


def niche_of(agent: Agent) -> Niche:
    """The cell of an elite in its map of behaviour; empty for other agents."""
    return agent.niche if isinstance(agent, Elite) else ()


def _identity(agent: CoreAgent) -> tuple[object, ...]:
    """What makes two native agents the same one, whatever they are called."""
    if isinstance(agent, NativeAgent):
        return agent.genome, agent.gives_up
    return type(agent), *agent.parameters.items()


def _noise(agent: CoreAgent) -> int:
    """Percent of random moves of a rule list; 0 for other agents."""
    return agent.noise if isinstance(agent, NativeAgent) else 0
