"""Draws answers after a score from the distributions of the 2017 study."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import numpy as np

from tamaya.numbers import Floats
from tamaya.study.tables import StudyTables

FILE = "answers_2017.json"
QUESTIONS = ("intention", "skill", "like")
"""asked about the partner in 2017, with five ordered answers"""
ANY = "any partner"
STEPS: Mapping[str, tuple[int, ...]] = {
    ANY: (8, 13, 18),
    "eger:outer": (13,),
    "eger:intentional": (13,),
    "eger:full": (13,),
}
"""points at which a new range of scores begins. Each partner of 2017 has its own distributions of
answers; for other agents we use those of all three partners together"""
OPTIONS = 5
Counts = Mapping[str, Mapping[str, tuple[tuple[int, ...], ...]]]
"""by partner and question: answers by range of scores and option"""


def count(tables: StudyTables) -> Counts:
    """Counts the answers in tables of the 2017 study."""
    games = {game.game: game for game in tables.games}
    counts = {
        partner: {name: np.zeros((len(steps) + 1, OPTIONS), int) for name in QUESTIONS}
        for partner, steps in STEPS.items()
    }
    for row in tables.answers:
        game = games.get(row.game or "")
        if game is None or row.item not in QUESTIONS or row.number is None:
            continue
        for partner in (ANY, game.agent):
            band = sum(game.score >= step for step in STEPS[partner])
            counts[partner][row.item][band, int(row.number) - 1] += 1
    return {
        partner: {name: _lines(table.tolist()) for name, table in tables_of.items()}
        for partner, tables_of in counts.items()
    }


@cache
def shipped() -> Counts:
    """Answers of 154 people of 2017, by their partner and their score in the game before."""
    text = (resources.files("tamaya.study.simulation") / FILE).read_text("utf-8")
    content: dict[str, dict[str, list[list[int]]]] = json.loads(text)["counts"]
    return {
        partner: {name: _lines(table) for name, table in questions.items()}
        for partner, questions in content.items()
    }


def draw(question: str, agent: str, points: Floats, rng: np.random.Generator) -> Floats:
    """Answers from 1 to 5 of people who had these points with an agent."""
    cumulative = _chances(question, agent, points).cumsum(axis=-1)
    passed = rng.random(points.shape)[..., None] > cumulative
    return np.asarray(1.0 + passed.sum(axis=-1), np.float64)


def expected(question: str, agent: str, points: Floats) -> Floats:
    """The mean answer of people who had these points with an agent."""
    return np.asarray(_chances(question, agent, points) @ np.arange(1.0, OPTIONS + 1))


def _chances(question: str, agent: str, points: Floats) -> Floats:
    """Probabilities of all options: [..., options]."""
    partner = agent if agent in STEPS else ANY
    counts = np.array(shipped()[partner][question], float)
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(shares[np.searchsorted(STEPS[partner], points, side="right")])


def known(questions: Iterable[str]) -> list[str]:
    """The questions whose answers can be drawn."""
    return [name for name in questions if name in QUESTIONS]


def _lines(table: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, table))
