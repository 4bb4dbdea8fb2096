"""Plays episodes of several agents with every partner of a pool, on the same decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from tamaya.agents import Agent, AgentLike, Player, as_agent, replica
from tamaya.agents.seeds import key_for
from tamaya.arena import Table, Team, play_native
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Progress, pool
from tamaya.matchups.all_pairs import PoolLike
from tamaya.matchups.progress import Reporter
from tamaya.meta import detective_batches
from tamaya.meta.agent import MetaPlayer
from tamaya.meta.belief import Posterior
from tamaya.meta.detective import DetectivePlayer
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.experience import Experience
from tamaya.meta.likeness import Lookalikes, Places, recognized
from tamaya.meta.meta_batches import PartnerSeries, SeriesGames, play_meta_agents
from tamaya.numbers import Floats, thread_count, whole_number

_SHARD = 500
"""games in one call of the core, for agents that do not learn"""


@runtime_checkable
class Informed(Protocol):
    """Creates an agent for a partner that it is told, like `Oracle`."""

    name: str

    def knowing(self, partner: Agent) -> Agent:
        """The agent that plays with this partner."""


Contender = AgentLike | Informed


def evaluate(  # noqa: PLR0913
    agents: Contender | Iterable[Contender] | Mapping[str, Contender],
    partners: PoolLike,
    *,
    episodes: int = 200,
    games: int = 10,
    first_seed: Seed = 1_000_000,
    setup: Setup | str | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    key: bytes | None = None,
) -> Evaluation:
    """Plays episodes of several games between each agent and each partner of a pool.

    The agent sits in seat 0, the partner in all others. All agents play the same decks; by default
    these are not the decks of `Experience.train`. The core plays meta-agents and rule agents, with
    the results of `ty.match`; other agents play in the arena.

    :param agents: one agent, several agents, or a mapping from names to agents
    :param partners: anything `ty.pool` accepts
    :param setup: set-up to play; by default the pool's own
    :param progress: called several times a second; `progress=print` prints how far it is
    :param key: hides the decks from agents written in Python; by default a new key if there are
        such agents. `Evaluation.key` records it; the same key repeats the same games
    :raises TamayaError: for impossible numbers, or two agents with the same name
    """
    named, others = _named(agents), pool(partners)
    if not named:
        raise TamayaError("no agents to evaluate (expected one or several)")
    setup_like = others.setup if setup is None else setup
    partner_agents = tuple(map(as_agent, others))
    facing_first = [_facing(contender, partner_agents[0]) for contender in named.values()]
    plan = _Plan(
        Setup.parse(setup_like) if isinstance(setup_like, str) else setup_like,
        whole_number("episodes", episodes, 1, 1_000_000),
        whole_number("games", games, 1, 10_000),
        whole_number("first_seed", first_seed, 0, 2**63),
        thread_count(threads),
        key_for((*partner_agents, *facing_first), key),
    )
    reporter = Reporter(progress, 0, len(named) * len(partner_agents) * plan.size)
    lookalikes = Lookalikes(partner_agents)
    played = [
        plan.play(contender, partner_agents, lookalikes.of(contender), reporter.advance)
        for contender in named.values()
    ]

    def joined(what: str) -> np.ndarray:
        shape = len(partner_agents), plan.episodes, -1
        return np.stack([getattr(games, what).reshape(shape) for games in played])

    return Evaluation(
        agents=tuple(named),
        partners=others.names,
        setup=plan.setup,
        first_seed=plan.first_seed,
        key=plan.key,
        scores=joined("scores"),
        bombed=joined("bombed"),
        truth=joined("truth"),
        responses=joined("responses"),
        recognition=joined("recognition"),
    )


def _named(
    agents: Contender | Iterable[Contender] | Mapping[str, Contender],
) -> dict[str, Agent | Informed]:
    if isinstance(agents, Mapping):
        return {name: _as_contender(contender) for name, contender in agents.items()}
    single = isinstance(agents, str | Agent | type) or not isinstance(agents, Iterable)
    several: Iterable[Contender] = [agents] if single else agents  # type: ignore[assignment]
    result: dict[str, Agent | Informed] = {}
    for contender in several:
        agent = _as_contender(contender)
        if agent.name in result:
            raise TamayaError(f"two agents are called {agent.name!r} (name them in a mapping)")
        result[agent.name] = agent
    return result


def _as_contender(like: Contender) -> Agent | Informed:
    return like if isinstance(like, Informed) else as_agent(like)


@dataclass(frozen=True)
class _Plan:
    """Set-up, decks and sizes of an evaluation."""

    setup: Setup
    episodes: int
    games: int
    first_seed: Seed
    threads: int | None
    key: bytes

    @property
    def size(self) -> int:
        """Games with each partner."""
        return self.episodes * self.games

    @property
    def starts(self) -> range:
        """The first seed of each episode."""
        return range(self.first_seed, self.first_seed + self.size, self.games)

    def play(
        self,
        contender: Agent | Informed,
        partners: tuple[Agent, ...],
        alike: Places,
        tell: Callable[[int], None],
    ) -> SeriesGames:
        """Plays all episodes of one contender, partner by partner: [partners * episodes, games]."""
        experience = getattr(contender, "experience", None)
        if isinstance(experience, Experience):
            experience.check_players(self.setup.players, contender.name)
        if detective_batches.is_possible(contender, partners):
            seeds = np.arange(self.size, dtype=np.uint64).reshape(self.episodes, self.games)
            seeds += np.uint64(self.first_seed)
            return detective_batches.play_detectives(
                contender,  # type: ignore[arg-type]
                partners,  # type: ignore[arg-type]
                seeds,
                self.setup,
                alike=alike,
                threads=self.threads,
                tell=tell,
            )
        pairs = [(_facing(contender, partner), partner) for partner in partners]
        if all(PartnerSeries.is_possible(agent, partner, self.setup) for agent, partner in pairs):
            series = [
                PartnerSeries(agent, partner, seed, places)  # type: ignore[arg-type]
                for (agent, partner), places in zip(pairs, alike, strict=True)
                for seed in self.starts
            ]
            return play_meta_agents(series, self.games, self.setup, threads=self.threads, tell=tell)
        result = SeriesGames.empty(len(pairs) * self.episodes, self.games)
        for number, (agent, partner) in enumerate(pairs):
            first = number * self.episodes
            self._play_pair(agent, partner, alike[number], result, first, tell)
        return result

    def _play_pair(  # noqa: PLR0913, PLR0917
        self,
        agent: Agent,
        partner: Agent,
        alike: tuple[int, ...],
        result: SeriesGames,
        first: int,
        tell: Callable[[int], None],
    ) -> None:
        team = Team(self.setup, (agent, *[partner] * (self.setup.players - 1)))
        rows = slice(first, first + self.episodes)
        if team.is_native:
            result.scores[rows], result.bombed[rows] = self._natively(team, tell)
            return
        for episode, seed in enumerate(self.starts):
            row = first + episode
            player = self._in_arena(agent, partner, seed, result, row)
            if isinstance(player, MetaPlayer | DetectivePlayer):
                _note_beliefs(player, partner, alike, result, row)
            tell(self.games)

    def _natively(self, team: Team, tell: Callable[[int], None]) -> tuple[np.ndarray, np.ndarray]:
        """Plays all episodes of agents that do not learn as one long series."""
        scores, bombed = [], []
        for done in range(0, self.size, _SHARD):
            size = min(_SHARD, self.size - done)
            played = play_native(team, self.first_seed + done, size, self.threads or 1)
            scores.append(played.scores)
            bombed.append(played.bombed)
            tell(size)
        shape = self.episodes, self.games
        return np.concatenate(scores).reshape(shape), np.concatenate(bombed).reshape(shape)

    def _in_arena(
        self, agent: Agent, partner: Agent, seed: Seed, result: SeriesGames, row: int
    ) -> Player:
        """Plays one episode and returns the agent's player after it."""
        others = [replica(partner) for _ in range(self.setup.players - 1)]
        team = Team.seat((replica(agent), *others), self.setup)
        with Table(team, self.games, key=self.key) as table:
            for game in range(self.games):
                final = table.play(seed + game)
                result.scores[row, game], result.bombed[row, game] = final.score, final.bombed
        return table.players[0]


def _note_beliefs(
    player: MetaPlayer | DetectivePlayer,
    partner: Agent,
    alike: tuple[int, ...],
    result: SeriesGames,
    row: int,
) -> None:
    """Records the beliefs of an episode, averaged over the seats of the partner."""
    experience = player.experience
    true, names = list(experience.places_of(partner)), experience.responses.names
    for choice in reversed(player.choices):  # so that the first choice of a game is recorded
        result.responses[row, choice.game - 1] = names.index(choice.response)
        belief = _mean(choice.posteriors)
        result.recognition[row, choice.game - 1] = recognized(belief, alike)
        if true:
            result.truth[row, choice.game - 1] = belief[true].sum()
    result.recognition[row, -1] = recognized(_mean(player.next_beliefs), alike)


def _mean(posteriors: Mapping[str, Posterior]) -> Floats:
    mean: Floats = np.mean([belief.probabilities for belief in posteriors.values()], axis=0)
    return mean


def _facing(contender: Agent | Informed, partner: Agent) -> Agent:
    return contender.knowing(partner) if isinstance(contender, Informed) else contender
