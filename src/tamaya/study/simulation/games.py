"""Plays games of models of people with each arm, once; simulated studies draw from these games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import CoreAgent, as_agent
from tamaya.arena import play_in_a_row
from tamaya.arena.table import Table
from tamaya.arena.team import Team
from tamaya.errors import TamayaError, UnknownNameError
from tamaya.game import Card, Setup, State
from tamaya.humans.hanabi_data import shuffled_deck
from tamaya.numbers import Floats
from tamaya.study.reading import SERVED_AGENTS
from tamaya.study.simulation.people import models
from tamaya.study.study_file import Seeds, StudyFile


@dataclass(frozen=True)
class Bank:
    """Games of every arm with every model of people."""

    arms: tuple[str, ...]
    agents: tuple[str, ...]
    """the agent of each arm"""
    models: tuple[str, ...]
    shares: Floats
    """the share of people that each model stands for"""
    scores: Floats
    """the planned outcome: [arms, models, decks, meetings, repeats]. Fresh decks count as one deck.
    If agents remember people, a meeting is a game's number with the same person"""
    points: Floats
    """points kept, in the same shape: the score that people see, on which their answers depend"""

    @property
    def games(self) -> int:
        """Games played."""
        return self.scores.size

    def errors(self, values: Floats) -> Floats:
        """Standard error of each arm's mean, because the bank holds only so many games.

        :param values: a value of each game, in the shape of `scores`
        """
        games = values.reshape(*values.shape[:2], -1)
        variances = games.var(axis=2, ddof=1) / games.shape[2]
        return np.asarray(np.sqrt((variances * self.shares**2).sum(axis=1)))


def play_bank(
    study: StudyFile,
    *,
    agents: Mapping[str, str] | None = None,
    games: int = 400,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Bank:
    """Plays games of all arms with all models of people on the study's decks.

    :param agents: other agents for some arms
    :param games: for each arm and model
    :param progress: called with the number of finished games and of all games that take long
    :raises TamayaError: if an arm's agent cannot play here
    """
    arms = _agents(study, agents or {})
    people, decks = models(), _decks(study, games)
    teams = [(agent, model) for agent in arms.values() for model in people]
    matches = [_Match(study, team, decks, study.seed + n) for n, team in enumerate(teams)]
    _play_all(matches, progress)
    shape = len(arms), len(people), *decks.shape[:-1]
    points = np.stack([match.points for match in matches]).reshape(shape)
    scores = np.stack([match.outcomes for match in matches]).reshape(shape)
    shares = np.array(list(people.values()))
    return Bank(tuple(arms), tuple(arms.values()), tuple(people), shares, scores, points)


def _agents(study: StudyFile, others: Mapping[str, str]) -> dict[str, str]:
    agents = {arm.name: arm.agent for arm in study.arms}
    for name in others:
        if name not in agents:
            raise UnknownNameError(f"no arm {name!r} (the arms are {', '.join(agents)})")
    agents |= others
    for arm, agent in agents.items():
        if agent in SERVED_AGENTS:
            raise TamayaError(
                f"arm {arm!r} plays with {agent!r}, which each server trains for itself: name an "
                f"agent to simulate it with, like --agent {arm}=companion"
            )
        as_agent(agent)
    return agents


def _decks(study: StudyFile, games: int) -> NDArray[np.uint8]:
    """Card indices in drawing order: [decks, meetings, repeats, cards]."""
    setup, meetings = Setup.parse(study.table.setup), _meetings(study)
    if not isinstance(study.decks, Seeds):
        first, repeats = study.seed * 1_000_003 % 2**53, -(-games // meetings)
        dealt = [State.deal(first + game, setup).full_deck for game in range(meetings * repeats)]
        indices = np.array([[card.index for card in deck] for deck in dealt], np.uint8)
        return indices.reshape(1, meetings, repeats, -1)
    repeats = -(-games // (len(study.decks.seeds) * meetings))
    decks = [_deck(study.decks, seed, setup) for seed in study.decks.seeds]
    indices = np.array([[card.index for card in deck] for deck in decks], np.uint8)
    return np.tile(indices[:, None, None, :], (1, meetings, repeats, 1))


def _meetings(study: StudyFile) -> int:
    """Games of a person with an arm, if agents remember them; otherwise each game stands alone."""
    if not study.table.remember:
        return 1
    within = study.assignment.design == "within"
    return study.games // len(study.arms) if within else study.games


def _deck(decks: Seeds, seed: int, setup: Setup) -> Sequence[Card]:
    if decks.shuffle == "python2":
        return shuffled_deck(random.Random(seed))
    return State.deal(seed, setup).full_deck


def _play_all(matches: Sequence[_Match], progress: Callable[[int, int], None]) -> None:
    """Plays fast matches first. Only games of slow ones count as progress, if there are any."""
    slow = [match for match in matches if not match.in_core]
    counted = slow or matches
    total, done = sum(match.points.size for match in counted), 0
    for match in sorted(matches, key=lambda match: not match.in_core):
        for played in match.play():
            progress(done + played * (match in counted), total)
        done += match.points.size * (match in counted)


class _Match:
    """Games of an arm's agent with a model of people, on all decks."""

    def __init__(
        self, study: StudyFile, agents: tuple[str, str], decks: NDArray[np.uint8], seed: int
    ) -> None:
        seats = agents if study.table.seat == 1 else agents[::-1]
        self.team = Team.seat(seats, study.table.setup)
        self.decks = decks
        self.points: Floats = np.zeros(decks.shape[:-1])
        """points kept: [decks, meetings, repeats]"""
        self._bombed: NDArray[np.bool_] = np.zeros(decks.shape[:-1], bool)
        self._first = seed * 1_000_000_007 % 2**53
        self._strict = study.analysis.outcome == "strict_score"

    @property
    def in_core(self) -> bool:
        """Can the core play all games at once? Not if an agent remembers earlier games."""
        learns = any(isinstance(a, CoreAgent) and a.learns for a in self.team.agents)
        return self.team.is_native and not (learns and self.points.shape[1] > 1)

    @property
    def outcomes(self) -> Floats:
        """The planned outcome of each game."""
        return np.where(self._bombed & self._strict, 0.0, self.points)

    def play(self) -> Iterator[int]:
        """Plays all games; yields the number of games so far, from time to time."""
        if self.in_core:
            self._play_in_core()
            yield self.points.size
            return
        starts = np.ndindex(self.points.shape[0], self.points.shape[2])
        for episode, (start, repeat) in enumerate(starts, 1):
            self._play_episode(start, repeat)
            yield episode * self.points.shape[1]

    def _play_in_core(self) -> None:
        decks = self.decks.reshape(-1, self.decks.shape[-1])
        results = play_in_a_row(
            *self.team.agents, decks=decks, setup=self.team.setup, first_seed=self._first
        )
        self.points[:] = results["score"].reshape(self.points.shape)
        self._bombed[:] = (results["lives"] == 0).reshape(self.points.shape)

    def _play_episode(self, start: int, repeat: int) -> None:
        """Plays all games of a person with the arm: one deck after the other, from `start` on."""
        count, meetings, _ = self.points.shape
        with Table(self.team, meetings, remembering=True) as table:
            for meeting in range(meetings):
                cell = (start + meeting) % count, meeting, repeat
                seed = self._first + int(np.ravel_multi_index(cell, self.points.shape))
                final = table.play(seed, dealt=self._dealt(self.decks[cell]))
                self.points[cell], self._bombed[cell] = final.score, final.bombed

    def _dealt(self, deck: NDArray[np.uint8]) -> State:
        cards = {card.index: card for card in self.team.setup.cards()}
        return State.from_deck([cards[index] for index in deck.tolist()], self.team.setup)
