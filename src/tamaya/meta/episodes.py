"""Plays episodes of several agents with every partner of a pool, on the same decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from tamaya.agents import Agent, AgentLike, Player, ValueAgent, as_agent, replica
from tamaya.agents.made_for import claims_of, shared_setup
from tamaya.agents.seeds import key_for
from tamaya.arena import Table, Team, play_episodes
from tamaya.arena.match import ENDS
from tamaya.arena.team import refusal_text
from tamaya.errors import Interrupted, RemoteAgentError, failure_text
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Pool, Progress, pool
from tamaya.matchups.pool import PoolLike
from tamaya.matchups.progress import Reporter
from tamaya.meta import detective_batches
from tamaya.meta.agent import MetaPlayer
from tamaya.meta.belief import Posterior
from tamaya.meta.detective import DetectivePlayer
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.experience import Experience
from tamaya.meta.likeness import Lookalikes, Places, recognized
from tamaya.meta.meta_batches import PartnerSeries, SeriesGames, play_meta_agents
from tamaya.meta.shipped_agent import ShippedDetective
from tamaya.numbers import Floats, thread_count, whole_number

Reasons = dict[int, Exception]
"""errors that lost games, by the partner's number"""
_PATIENCE = 3
"""after so many failed episodes with a partner, the others with it are not played"""
_BOMBED = ENDS.index("bombed")
_SHARD = 500
"""least number of games in one call of the core, for native agents"""


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

    Agents that learn remember the games of an episode, and forget them before the next. The agent
    sits in seat 0, the partner in all others. All agents play the same decks; by default
    these are not the decks of `Experience.train`. The core plays meta-agents and rule agents, with
    the results of `ty.match`; other agents play in the arena. An agent that fails loses the rest of
    its episode with 0 points, and after three such episodes the rest of its games with this
    partner. `Evaluation.failures` holds the reasons; all other games are still played. Ctrl-C
    raises `tamaya.errors.Interrupted`, which holds the evaluation of the agents that have finished.

    :param agents: one agent, several agents, or a mapping from names to agents
    :param partners: anything `ty.pool` accepts; equal agents in a list play once, and
        `Evaluation.notes` says so
    :param setup: set-up to play; by default the one that the pool and the agents are made for
    :param progress: called several times a second; `progress=print` prints how far it is
    :param key: hides the decks from agents written in Python; by default a new key if there are
        such agents. `Evaluation.key` records it; the same key repeats the same games
    :raises TamayaError: for impossible numbers, agents that are made for different set-ups, or if
        no agent can play at all
    """
    kept, notes = _without_repetition(partners)
    named, partner_pool = _named(agents), pool(kept)
    if not named:
        raise TamayaError("no agents to evaluate (expected one or several)")
    own_claims = claims_of(agent for agent in named.values() if isinstance(agent, Agent))
    setup_like = shared_setup([*partner_pool.claims, *own_claims]) if setup is None else setup
    partner_agents = tuple(map(as_agent, partner_pool))
    rules = Setup.parse(setup_like) if isinstance(setup_like, str) else setup_like
    named = {name: _in_setup(contender, rules) for name, contender in named.items()}
    for name, contender in named.items():
        experience = getattr(contender, "experience", None)
        if isinstance(experience, Experience):
            experience.check_players(rules.players, name)
    facing_first = [_facing(contender, partner_agents[0]) for contender in named.values()]
    plan = _Plan(
        rules,
        whole_number("episodes", episodes, 1, 1_000_000),
        whole_number("games", games, 1, 10_000),
        whole_number("first_seed", first_seed, 0, 2**63),
        thread_count(threads),
        key_for((*partner_agents, *facing_first), key),
    )
    reporter = Reporter(progress, 0, len(named) * len(partner_agents) * plan.size)
    results = _Results(plan, partner_pool.names, partner_agents, notes)
    try:
        for name, contender in named.items():
            results.play(name, contender, reporter.advance)
    except KeyboardInterrupt:
        raise Interrupted(results.evaluation()) from None
    results.check()
    return results.evaluation()


def _without_repetition(partners: PoolLike) -> tuple[PoolLike, tuple[str, ...]]:
    """A list of partners with equal agents once, and a note about each that was left out.

    Pools and mappings, which name their agents, stay as they are.
    """
    named = isinstance(partners, str | Path | Pool | Mapping)
    if named or not isinstance(partners, Iterable):
        return partners, ()
    kept: list[AgentLike] = []
    agents: list[Agent] = []
    notes = []
    for partner in partners:
        agent = as_agent(partner)
        if isinstance(agent, ValueAgent) and agent in agents:
            notes.append(f"{agent.name} is named twice among the partners and plays once")
            continue
        kept.append(partner)
        agents.append(agent)
    return kept, tuple(dict.fromkeys(notes))


def _named(
    agents: Contender | Iterable[Contender] | Mapping[str, Contender],
) -> dict[str, Agent | Informed]:
    if isinstance(agents, Mapping):
        return {name: _as_contender(contender) for name, contender in agents.items()}
    single = isinstance(agents, str | Agent | type) or not isinstance(agents, Iterable)
    several: Iterable[Contender] = [agents] if single else agents  # type: ignore[assignment]
    result: dict[str, Agent | Informed] = {}
    namesakes: dict[str, list[Contender]] = {}
    for contender in several:
        agent = _as_contender(contender)
        same = namesakes.setdefault(agent.name, [])
        if same and (isinstance(contender, str) or any(contender is other for other in same)):
            raise TamayaError(f"two agents are called {agent.name!r} (name them in a mapping)")
        result[f"{agent.name} {len(same) + 1}" if same else agent.name] = agent
        same.append(contender)
    return result


def _in_setup(contender: Agent | Informed, setup: Setup) -> Agent | Informed:
    """The shipped detective that plays a set-up; all other contenders unchanged."""
    return contender.at(setup) if isinstance(contender, ShippedDetective) else contender


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

    def play_all(
        self,
        contender: Agent | Informed,
        partners: tuple[Agent, ...],
        alike: Places,
        tell: Callable[[int], None],
        reasons: Reasons,
    ) -> SeriesGames:
        """Plays all episodes of one contender. If it cannot play at all, its games are lost."""
        try:
            return self.play(contender, partners, alike, tell, reasons)
        except Exception as error:
            reasons |= dict.fromkeys(range(len(partners)), error)
            return SeriesGames.empty(len(partners) * self.episodes, self.games)

    def play(
        self,
        contender: Agent | Informed,
        partners: tuple[Agent, ...],
        alike: Places,
        tell: Callable[[int], None],
        reasons: Reasons,
    ) -> SeriesGames:
        """Plays all episodes of one contender, partner by partner: [partners * episodes, games].

        :param reasons: receives why games with a partner were lost
        """
        experience = getattr(contender, "experience", None)
        if isinstance(experience, Experience):
            experience.check_players(self.setup.players, contender.name)
        refusal = refusal_text(contender, self.setup) if isinstance(contender, Agent) else None
        if refusal is not None:
            raise TamayaError(refusal)
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
            rows = range(number * self.episodes, (number + 1) * self.episodes)
            why = self._play_pair(agent, partner, alike[number], result, rows, tell)
            if why is not None:
                reasons[number] = why
        return result

    def _play_pair(  # noqa: PLR0913, PLR0917
        self,
        agent: Agent,
        partner: Agent,
        alike: tuple[int, ...],
        result: SeriesGames,
        rows: range,
        tell: Callable[[int], None],
    ) -> Exception | None:
        """Plays the episodes of two agents. Returns the first error that made them lose, if any.

        :param rows: the rows of `result` that receive the episodes
        """
        team = Team(self.setup, (agent, *[partner] * (self.setup.players - 1)))
        why = refusal_text(agent, self.setup) or refusal_text(partner, self.setup)
        if why is not None:
            return TamayaError(why)
        if team.is_native:
            return self._natively(team, result, rows, tell)
        errors: list[Exception] = []
        failed_episodes = 0
        for row, seed in zip(rows, self.starts, strict=True):
            earlier = len(errors)
            try:
                player = self._in_arena(agent, partner, seed, result, row, errors)
                if isinstance(player, MetaPlayer | DetectivePlayer):
                    _note_beliefs(player, partner, alike, result, row)
            except Exception as error:
                errors.append(error)
            tell(self.games)
            failed_episodes += len(errors) > earlier
            if failed_episodes >= _PATIENCE:
                break
        return errors[0] if errors else None

    def _natively(
        self, team: Team, result: SeriesGames, rows: range, tell: Callable[[int], None]
    ) -> Exception | None:
        """Plays all episodes of native agents, in parts so that progress shows."""
        part = -(-_SHARD // self.games)
        for done in range(0, self.episodes, part):
            episodes = min(part, self.episodes - done)
            first_seed = self.first_seed + done * self.games
            try:
                results = play_episodes(team, first_seed, episodes, self.games, self.threads or 1)
            except TamayaError as error:
                return error
            place = slice(rows.start + done, rows.start + done + episodes)
            result.scores[place] = results["score"]
            result.bombed[place] = results["end"] == _BOMBED
            tell(episodes * self.games)
        return None

    def _in_arena(  # noqa: PLR0913, PLR0917
        self,
        agent: Agent,
        partner: Agent,
        seed: Seed,
        result: SeriesGames,
        row: int,
        errors: list[Exception],
    ) -> Player:
        """Plays one episode and returns the agent's player after it.

        :param errors: receives an error for each game that a remote agent lost
        """
        others = [replica(partner) for _ in range(self.setup.players - 1)]
        team = Team.seat((replica(agent), *others), self.setup)
        with Table(team, self.games, key=self.key, remembering=True) as table:
            for game in range(self.games):
                final, lost = table.play_or_lose(seed + game)
                if lost:
                    errors.append(RemoteAgentError(lost))
                    continue
                result.scores[row, game], result.bombed[row, game] = final.score, final.bombed
        return table.players[0]


class _Results:
    """The games of the agents that have finished, and why games were lost."""

    def __init__(
        self,
        plan: _Plan,
        partner_names: tuple[str, ...],
        partners: tuple[Agent, ...],
        notes: tuple[str, ...],
    ) -> None:
        self._plan, self._partner_names, self._partners = plan, partner_names, partners
        self._notes = notes
        self._lookalikes = Lookalikes(partners)
        self._played: dict[str, SeriesGames] = {}
        self._failures: dict[tuple[str, str], Exception] = {}

    def play(self, name: str, contender: Agent | Informed, tell: Callable[[int], None]) -> None:
        """Plays all games of an agent."""
        reasons: Reasons = {}
        alike = self._lookalikes.of(contender)
        played = self._plan.play_all(contender, self._partners, alike, tell, reasons)
        for place, error in reasons.items():
            self._failures[name, self._partner_names[place]] = error
        self._played[name] = played

    def check(self) -> None:
        """Raises the first error if no agent could play at all."""
        pairs = len(self._played) * len(self._partners)
        nobody = not any(games.scores.any() for games in self._played.values())
        if nobody and len(self._failures) == pairs:
            raise next(iter(self._failures.values()))

    def evaluation(self) -> Evaluation:
        """The results of the agents that have finished."""
        plan = self._plan
        return Evaluation(
            agents=tuple(self._played),
            partners=self._partner_names,
            setup=plan.setup,
            first_seed=plan.first_seed,
            key=plan.key,
            failures={pair: failure_text(error) for pair, error in self._failures.items()},
            scores=self._joined("scores"),
            bombed=self._joined("bombed"),
            truth=self._joined("truth"),
            responses=self._joined("responses"),
            recognition=self._joined("recognition"),
            notes=self._notes,
        )

    def _joined(self, what: str) -> np.ndarray:
        shape = len(self._partners), self._plan.episodes
        width = self._plan.games + (what == "recognition")
        arrays = [getattr(games, what).reshape(*shape, width) for games in self._played.values()]
        return np.stack(arrays) if arrays else np.zeros((0, *shape, width))


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
