"""Plays games of models of people with each arm, once; simulated studies draw from these games."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import as_agent
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
    """the planned outcome: [arms, models, decks, repeats]; fresh decks count as one deck"""
    points: Floats
    """points kept, in the same shape: the score that people see, on which their answers depend"""

    @property
    def games(self) -> int:
        """Games played."""
        return self.scores.size


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
    :param progress: called with the number of finished matches and of all matches
    :raises TamayaError: if an arm's agent cannot play here
    """
    arms = _agents(study, agents or {})
    people, decks = models(), _decks(study, games)
    scores = np.zeros((len(arms), len(people), *decks.shape[:2]))
    points = np.zeros_like(scores)
    matches = [(arm, model) for arm in range(len(arms)) for model in range(len(people))]
    for done, (arm, model) in enumerate(matches):
        progress(done, len(matches))
        team = (list(arms.values())[arm], list(people)[model])
        kept, bombed = _played(study, team, decks.reshape(-1, decks.shape[-1]), study.seed + done)
        strict = study.analysis.outcome == "strict_score"
        points[arm, model] = kept.reshape(decks.shape[:2])
        scores[arm, model] = np.where(bombed & strict, 0, kept).reshape(decks.shape[:2])
    progress(len(matches), len(matches))
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
    """Card indices in drawing order: [decks, repeats, cards]."""
    setup = Setup.parse(study.table.setup)
    if not isinstance(study.decks, Seeds):
        first = study.seed * 1_000_003 % 2**53
        dealt = [State.deal(first + game, setup).full_deck for game in range(games)]
        return np.array([[[card.index for card in deck] for deck in dealt]], np.uint8)
    repeats = -(-games // len(study.decks.seeds))
    decks = [_deck(study.decks, seed, setup) for seed in study.decks.seeds]
    indices = np.array([[card.index for card in deck] for deck in decks], np.uint8)
    return np.repeat(indices[:, None, :], repeats, axis=1)


def _deck(decks: Seeds, seed: int, setup: Setup) -> Sequence[Card]:
    if decks.shuffle == "python2":
        return shuffled_deck(random.Random(seed))
    return State.deal(seed, setup).full_deck


def _played(
    study: StudyFile, agents: tuple[str, str], decks: NDArray[np.uint8], seed: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Points kept, and which games lost all lives."""
    seats = agents if study.table.seat == 1 else agents[::-1]
    team = Team.seat(seats, study.table.setup)
    first = seed * 1_000_000_007 % 2**53
    if team.is_native:
        results = play_in_a_row(*seats, decks=decks, setup=team.setup, first_seed=first)
        return results["score"].astype(np.float64), results["lives"] == 0
    cards = {card.index: card for card in State.deal(0, team.setup).full_deck}
    with Table(team, len(decks)) as table:
        ended = [
            table.play(first + place, dealt=State.from_deck([cards[i] for i in deck], team.setup))
            for place, deck in enumerate(decks.tolist())
        ]
    return np.array([float(state.score) for state in ended]), np.array([s.bombed for s in ended])
