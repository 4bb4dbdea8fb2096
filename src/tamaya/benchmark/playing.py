"""Plays a challenger with every partner of a test set, in every seat, on the same decks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Agent, CoreAgent, Decision, replica
from tamaya.arena import Backend, Table, Team, match, play_episodes
from tamaya.arena.match import ENDS
from tamaya.benchmark.games_file import BenchmarkGames, GamesFile, PlayedEpisode
from tamaya.benchmark.seeds import derived
from tamaya.benchmark.test_set import TestPartner, TestSet
from tamaya.errors import AgentError, IllegalMoveError
from tamaya.game import Seat, Seed, Setup, State

_BOMBED, _FORFEIT = ENDS.index("bombed"), ENDS.index("forfeit")
_PART = 200
"""games of native teams in one call of the core, about"""
_LONGEST = 300
"""most letters of a reason"""
_PATIENCE = 30
"""first games after which a challenger that failed in all of them is not asked again"""

Tell = Callable[[int], None]
"""called with the number of games that were just played"""


@dataclass(frozen=True)
class _Job:
    """Consecutive episodes with one partner, played in one call."""

    partner: int
    seat: Seat
    """seat of the challenger"""
    rounds: Sequence[int]


@dataclass(frozen=True)
class Match:
    """A challenger, the partners it meets, and how many games they play.

    Every partner has decks of its own, so partners are independent samples. All challengers play
    the same decks with a partner, and every deck once in every seat. Half of the episodes play
    their decks in reverse order, so that first and last games have the same decks.
    """

    challenger: Agent
    partners: TestSet
    rounds: int
    """episodes with every partner in every seat"""
    games: int
    """games of an episode"""
    key: bytes
    """hides the decks from agents written in Python"""
    threads: int
    on: Backend | None = None
    """backend whose workers play; by default this process"""

    @property
    def setup(self) -> Setup:
        """The set-up of all games."""
        return Setup.parse(self.partners.setup)

    @property
    def total(self) -> int:
        """All games."""
        return len(self.partners.partners) * self.setup.players * self.rounds * self.games

    def check(self) -> None:
        """Seats the challenger once, so that one that cannot play the set-up fails at once.

        :raises TamayaError: if it cannot play the set-up
        """
        self.team(self.partners.partners[0], 0)

    def empty(self) -> BenchmarkGames:
        """The results before the first game."""
        shape = len(self.partners.partners), self.setup.players, self.rounds, self.games
        return BenchmarkGames.empty(*shape)

    def play(self, games: BenchmarkGames, file: GamesFile, tell: Tell) -> None:
        """Plays all games that are missing, and saves them as they come.

        Ctrl-C loses at most the games of the last call of the core. A challenger that fails in all
        of its first 30 games loses the rest without being asked: waiting for one that hangs could
        take days.
        """
        with contextlib.closing(self._played(self._jobs(games))) as played:
            for episodes in played:
                self._save(episodes, games, file, tell)
                if len(games.failures) == games.played >= _PATIENCE:
                    break
        self._save(list(self._lost(games)), games, file, tell)

    def _save(
        self, episodes: list[PlayedEpisode], games: BenchmarkGames, file: GamesFile, tell: Tell
    ) -> None:
        file.append(episodes)
        for episode in episodes:
            games.add(episode)
        tell(len(episodes) * self.games)

    def _lost(self, games: BenchmarkGames) -> Iterator[PlayedEpisode]:
        """Episodes that are missing, as lost games."""
        reason = f"not asked after it failed in all of its first {games.played} games"
        failures = [(game, reason) for game in range(self.games)]
        for number in range(len(self.partners.partners)):
            for seat in range(self.setup.players):
                for missing in games.missing(number, seat):
                    nothing = [0] * self.games
                    yield PlayedEpisode(
                        number, seat, missing, nothing, [False] * self.games, failures
                    )

    def _played(self, jobs: Iterable[_Job]) -> Generator[list[PlayedEpisode], None, None]:
        if self.on is None:
            yield from map(self._play_part, jobs)
            return
        worker = replace(self, on=None, threads=1)
        yield from self.on.each(worker._play_part, jobs)

    def _jobs(self, games: BenchmarkGames) -> Iterator[_Job]:
        """Episodes that are missing."""
        for number, partner in enumerate(self.partners.partners):
            for seat in range(self.setup.players):
                missing = games.missing(number, seat)
                for rounds in self._parts(missing, self.team(partner, seat)):
                    yield _Job(number, seat, rounds)

    def first_seed(self, partner: TestPartner) -> Seed:
        """The first deck of the games with a partner."""
        return derived(self.partners.seed, "decks", partner.name)

    def team(self, partner: TestPartner, seat: Seat) -> Team:
        """A fresh copy of the challenger in a seat, and the partners in the seats after it."""
        others = partner.others(self.setup.players)
        order = (replica(self.challenger), *others)
        players = self.setup.players
        return Team.seat(tuple(order[(i - seat) % players] for i in range(players)), self.setup)

    def _parts(self, rounds: Sequence[int], team: Team) -> list[list[int]]:
        """Consecutive episodes that are played in one call."""
        size = max(1, _PART // self.games) if team.is_native or team.is_batched else 1
        parts: list[list[int]] = []
        for number in rounds:
            if parts and parts[-1][-1] == number - 1 and len(parts[-1]) < size:
                parts[-1].append(number)
            else:
                parts.append([number])
        return parts

    def _play_part(self, job: _Job) -> list[PlayedEpisode]:
        number, seat, rounds = job.partner, job.seat, job.rounds
        partner = self.partners.partners[number]
        first = self.first_seed(partner) + rounds[0] * self.games
        results = self._in_core(self.team(partner, seat), first, len(rounds))
        episodes = []
        for place, round_number in enumerate(rounds):
            reverse = (seat + round_number) % 2 == 1
            seeds = [first + place * self.games + game for game in range(self.games)]
            episode = _EpisodeGames(self, partner, seat, seeds[::-1] if reverse else seeds)
            if results is None or not self._is_final(results[place], partner, reverse):
                episode.play()
            else:
                episode.take(results[place][::-1] if reverse else results[place])
            episodes.append(
                PlayedEpisode(
                    number, seat, round_number, episode.scores, episode.bombed, episode.failures
                )
            )
        return episodes

    def _is_final(self, results: NDArray[np.void], partner: TestPartner, reverse: bool) -> bool:
        """Do the core's results hold, or must the arena play the episode?

        The core plays decks in order. In another order, only games of agents that do not learn are
        the same. The arena also finds out who made an illegal move.
        """
        in_order = self.games == 1 or not reverse
        learns = _learns((self.challenger, *partner.others(self.setup.players)))
        return (in_order or not learns) and not (results["end"] == _FORFEIT).any()

    def _in_core(self, team: Team, first: Seed, rounds: int) -> NDArray[np.void] | None:
        """Results of a team that plays without Python, [rounds, games]; None for other teams."""
        if team.is_native:
            return play_episodes(team, first, rounds, self.games, self.threads)
        if not (team.is_searching or team.is_batched):
            return None
        if self.games > 1 and _learns(team.agents):  # `match` would begin every game anew
            return None
        try:
            played = match(
                *team.agents,
                games=rounds * self.games,
                first_seed=first,
                setup=self.setup,
                threads=self.threads,
            )
        except (AgentError, IllegalMoveError):  # the arena finds the game that failed
            return None
        return played.results.reshape(rounds, self.games)


def _learns(agents: Iterable[Agent]) -> bool:
    """Does a native agent learn about its partners from game to game?"""
    return any(isinstance(agent, CoreAgent) and agent.learns for agent in agents)


class _EpisodeGames:
    """An episode. In the arena, a failure costs the challenger only that game."""

    def __init__(
        self, match: Match, partner: TestPartner, seat: Seat, seeds: Sequence[Seed]
    ) -> None:
        self._match, self._partner, self._seat, self._seeds = match, partner, seat, seeds
        self.scores: list[int] = []
        self.bombed: list[bool] = []
        self.failures: list[tuple[int, str]] = []
        self._last_decision: Decision | None = None

    def take(self, results: NDArray[np.void]) -> None:
        """Takes over the results of the core."""
        self.scores = [int(score) for score in results["score"]]
        self.bombed = [bool(end == _BOMBED) for end in results["end"]]

    def play(self) -> None:
        """Plays all games. After a failure the rest is played as a new episode."""
        games = self._match.games
        while len(self.scores) < games:
            try:
                self._play_on(games)
            except (AgentError, IllegalMoveError) as error:
                if len(self.scores) == games:  # it failed after the last game
                    self.scores.pop()
                    self.bombed.pop()
                self._lose(str(error))

    def _play_on(self, games: int) -> None:
        team = self._match.team(self._partner, self._seat)
        left = games - len(self.scores)
        with Table(team, left, key=self._match.key, listen=self._listen, remembering=True) as table:
            while len(self.scores) < games:
                final = table.play(self._seeds[len(self.scores)])
                self._record(final)

    def _listen(self, decision: Decision) -> None:
        self._last_decision = decision

    def _record(self, final: State) -> None:
        if final.end == "forfeit" and final.events[-1].actor == self._seat:
            move = None if self._last_decision is None else self._last_decision.move
            text = "gave up" if move is None else f"made the illegal move {str(move)!r}"
            self._lose(f"{self._match.challenger.name} {text} in turn {final.turn}")
            return
        self.scores.append(final.score)
        self.bombed.append(final.bombed)

    def _lose(self, reason: str) -> None:
        self.failures.append((len(self.scores), reason[:_LONGEST]))
        self.scores.append(0)
        self.bombed.append(False)
