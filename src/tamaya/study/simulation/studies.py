"""Simulates whole studies by drawing from games that were played once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.numbers import Floats
from tamaya.study.latin import balanced_orders
from tamaya.study.simulation import answers
from tamaya.study.simulation.games import Bank
from tamaya.study.simulation.people import Participants
from tamaya.study.study_file import Seeds, StudyFile

MOST_POINTS = 25


@dataclass(frozen=True)
class Drawn:
    """Values of the people of many studies."""

    values: Floats
    """each person's mean with each arm: [studies, people, arms]; nan where they did not meet"""
    complete: NDArray[np.bool_]
    """who stayed to the end: [studies, people]"""


class Studies:
    """Draws studies; the people of each study are in the order of their arrival."""

    def __init__(self, study: StudyFile, bank: Bank, people: Participants) -> None:
        self.study, self.bank, self.people = study, bank, people
        self.within = study.assignment.design == "within"

    def draw(
        self, studies: int, people: int, rng: np.random.Generator, question: str = ""
    ) -> Drawn:
        """Draws studies; the values are outcomes, or answers to a question of 2017."""
        shape = (studies, people)
        models = rng.choice(len(self.bank.models), size=shape, p=self.bank.shares)
        offsets = rng.normal(0.0, self.people.deviation, shape)
        values = np.full((*shape, len(self.bank.arms)), np.nan)
        decks = self._decks(shape, rng)
        if self.within:
            by_arm = self._decks_by_arm(decks, rng)
            for arm in range(len(self.bank.arms)):
                met_on = by_arm[..., arm, :]
                values[..., arm] = self._mean(arm, models, offsets, met_on, rng, question)
        else:
            arms = self._arms(shape, rng)
            for arm in range(len(self.bank.arms)):
                met = arms == arm
                values[met, arm] = self._mean(
                    arm, models[met], offsets[met], decks[met], rng, question
                )
        complete = rng.random(shape) >= self.people.drop_out
        return Drawn(values, complete)

    def _arms(self, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int64]:
        """The arm of each person: drawn independently, or in shuffled blocks."""
        arms = len(self.bank.arms)
        if self.study.assignment.method == "simple":
            return rng.integers(0, arms, shape)
        size = arms * self.study.assignment.block
        blocks = -(-shape[1] // size)
        block = np.repeat(np.arange(arms), self.study.assignment.block)
        orders = rng.permuted(np.broadcast_to(block, (shape[0], blocks, size)), axis=2)
        return orders.reshape(shape[0], -1)[:, : shape[1]]

    def _decks(self, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int64]:
        """The deck of each game of each person: [studies, people, games]."""
        games, count = self.study.games, self.bank.scores.shape[2]
        order = self.study.decks.order if isinstance(self.study.decks, Seeds) else "same"
        if order == "shuffled":
            order_of_decks = rng.random((*shape, max(count, games))).argsort(axis=2)
            return np.asarray(order_of_decks[..., :games] % count, np.int64)
        start = rng.integers(0, count, shape) if order == "rotated" else np.zeros(shape, np.int64)
        return np.asarray((start[..., None] + np.arange(games)) % count, np.int64)

    def _decks_by_arm(
        self, decks: NDArray[np.int64], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The decks on which each person meets each arm: [studies, people, arms, meetings].

        Every person meets the arms in an order of a balanced Latin square.
        """
        arms = len(self.bank.arms)
        if self.study.assignment.repeat == "rounds":
            by_place = decks.reshape(*decks.shape[:2], -1, arms).swapaxes(2, 3)
        else:
            by_place = decks.reshape(*decks.shape[:2], arms, -1)
        places = np.argsort(balanced_orders(arms), axis=1)
        drawn = places[rng.integers(0, len(places), decks.shape[:2])]
        return np.take_along_axis(by_place, drawn[..., None], axis=2)

    def _mean(  # noqa: PLR0913, PLR0917
        self,
        arm: int,
        models: NDArray[np.int64],
        offsets: Floats,
        decks: NDArray[np.int64],
        rng: np.random.Generator,
        question: str,
    ) -> Floats:
        """Each person's mean over their games with an arm, in the order of `decks`."""
        *_, meetings, repeats = self.bank.scores.shape
        meeting = np.minimum(np.arange(decks.shape[-1]), meetings - 1)
        repeat = rng.integers(0, repeats, decks.shape)
        place = arm, models[..., None], decks, meeting, repeat
        points = np.clip(self.bank.points[place] + offsets[..., None], 0, MOST_POINTS)
        if question:
            return np.asarray(
                answers.draw(question, self.bank.agents[arm], points, rng).mean(axis=-1)
            )
        scores = self.bank.scores[place]
        moved = np.clip(scores + offsets[..., None], 0, MOST_POINTS)
        if self.study.analysis.outcome == "strict_score":
            moved = np.where(scores > 0, moved, 0.0)
        return np.asarray(moved.mean(axis=-1))
