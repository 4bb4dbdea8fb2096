"""Plays many episodes of meta-agents in the core, with the same results as the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Agent, CoreAgent, plays_in_core
from tamaya.arena.match import ENDS, RESULT
from tamaya.features import COLUMNS, Counters
from tamaya.game import IllegalMoveError, Seed, Setup
from tamaya.meta.accounts import ACCOUNTS
from tamaya.meta.agent import MetaAgent
from tamaya.meta.belief import Belief
from tamaya.meta.likeness import recognized
from tamaya.meta.mode import NEVER
from tamaya.numbers import thread_count

_ME, _PARTNER = 0, 1
"""seats"""
BOMBED, FORFEIT = ENDS.index("bombed"), ENDS.index("forfeit")
"""how a game ended, as the core numbers it"""
_CHUNK = 4000
"""games in one call of the core; Ctrl-C waits for the call to end"""


@dataclass(frozen=True, eq=False)
class SeriesGames:
    """Results of many series of games: [series, games]."""

    scores: NDArray[np.uint8]
    """points kept"""
    bombed: NDArray[np.bool_]
    truth: NDArray[np.float64]
    """probability of the true hypotheses at the start of each game; nan if there are none"""
    responses: NDArray[np.int16]
    """response at the start of each game, as its place; -1 for agents that are no meta-agents"""
    recognition: NDArray[np.float64]
    """before the first game and after each, [series, games + 1]: share of the likeliest hypotheses
    that play like the partner; nan if no hypothesis does"""

    @classmethod
    def empty(cls, series: int, games: int) -> SeriesGames:
        """Empty arrays for this number of series and games."""
        shape = series, games
        return cls(
            np.zeros(shape, np.uint8),
            np.zeros(shape, np.bool_),
            np.full(shape, np.nan),
            np.full(shape, -1, np.int16),
            np.full((series, games + 1), np.nan),
        )


@dataclass(frozen=True)
class PartnerSeries:
    """One episode of a meta-agent, in seat 0, with one partner."""

    agent: MetaAgent
    partner: CoreAgent
    first_seed: Seed
    alike: tuple[int, ...] = ()
    """hypotheses that play like the partner"""

    @staticmethod
    def is_possible(agent: object, partner: object, setup: Setup) -> bool:
        """Whether the core can play the series: the response must not change within a game."""
        return (
            type(agent) is MetaAgent
            and plays_in_core(partner)
            and setup.players == 2
            and not agent.mode.schedule.turns
        )


class _Line:
    """A series in progress."""

    def __init__(self, series: PartnerSeries) -> None:
        agent = series.agent
        self.series, self.mode, self.experience = series, agent.mode, agent.experience
        self.belief = Belief(agent.experience, agent.mode, agent.prior)
        self.true = list(agent.experience.places_of(series.partner))
        self.account = ACCOUNTS.index(agent.mode.account)
        self.response = -1
        self.games = 0

    def learn(self) -> None:
        if self.response >= 0 and self.mode.schedule.is_due(self.games, 0):
            self.belief.update(self.response)
            self.games = 0

    def choose(self, seed: Seed) -> int:
        self.learn()
        own = _core.agent_seed(seed, _ME)
        self.response = self.mode.selection(self.experience, self.belief.row, own)
        return self.response

    def truth(self) -> float:
        return float(self.belief.row[self.true].sum()) if self.true else np.nan

    def recognition(self) -> float:
        return float(recognized(self.belief.row, self.series.alike))

    def see(self, accounts: NDArray[np.uint64]) -> None:
        self.games += 1
        if self.mode.schedule != NEVER:
            self.belief.see(Counters.of(accounts[self.account, _PARTNER]))


def illegal_move(agent: Agent, partner: Agent, seed: Seed) -> IllegalMoveError:
    """The error for a game that ended with an illegal move in a set-up that does not allow it."""
    return IllegalMoveError(
        f"{agent.name} or {partner.name} made an illegal move or gave up, game seed {seed} (a "
        "set-up with illegal=end, like 'competition', ends such games with the points so far)"
    )


def play_meta_agents(
    series: Sequence[PartnerSeries],
    games: int,
    setup: Setup,
    *,
    threads: int | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> SeriesGames:
    """Plays all series side by side: all first games, then all second games, and so on.

    :param tell: called with the number of games just played
    :raises IllegalMoveError: if an agent makes an illegal move and the set-up does not allow it
    """
    lines = list(map(_Line, series))
    places, policies = _policies(lines)
    result = SeriesGames.empty(len(lines), games)
    for game in range(games):
        for first in range(0, len(lines), _CHUNK):
            part = slice(first, first + _CHUNK)
            _play_game(lines[part], game, (places, policies), setup, threads, result, first)
            tell(len(lines[part]))
    for i, line in enumerate(lines):
        line.learn()
        result.recognition[i, games] = line.recognition()
    return result


def _policies(lines: Sequence[_Line]) -> tuple[dict[int, int], _core.Policies]:
    """All policies without repetition, and the place of each by the `id` of its agent."""
    agents: dict[int, CoreAgent] = {}
    for line in lines:
        agents[id(line.series.partner)] = line.series.partner
        agents |= {id(player): player for player in line.experience.players}
    places = {key: place for place, key in enumerate(agents)}
    return places, _core.Policies([agent.policy for agent in agents.values()])


def _play_game(  # noqa: PLR0913, PLR0917
    lines: Sequence[_Line],
    game: int,
    known: tuple[dict[int, int], _core.Policies],
    setup: Setup,
    threads: int | None,
    result: SeriesGames,
    first: int,
) -> None:
    places, policies = known
    teams = np.zeros((len(lines), 2), np.int32)
    seeds = np.array([line.series.first_seed + game for line in lines], np.uint64)
    for i, line in enumerate(lines):
        chosen = line.choose(int(seeds[i]))
        teams[i] = (
            places[id(line.experience.players[chosen])],
            places[id(line.series.partner)],
        )
        result.responses[first + i, game] = chosen
        result.truth[first + i, game] = line.truth()
        result.recognition[first + i, game] = line.recognition()
    results = np.zeros(len(lines), RESULT)
    rows = results.view(np.uint8).reshape(len(lines), RESULT.itemsize)
    accounts = np.zeros((len(lines), len(ACCOUNTS), 2, len(COLUMNS)), np.uint64)
    used = thread_count(threads)
    _core.witness_teams(setup, policies, teams, seeds, _ME, used, rows, accounts)
    ends = results["end"]
    if setup.illegal == "raise" and (ends == FORFEIT).any():
        failed = int(np.flatnonzero(ends == FORFEIT)[0])
        series = lines[failed].series
        raise illegal_move(series.agent, series.partner, int(seeds[failed]))
    result.scores[first : first + len(lines), game] = results["score"]
    result.bombed[first : first + len(lines), game] = ends == BOMBED
    for line, seen in zip(lines, accounts, strict=True):
        line.see(seen)
