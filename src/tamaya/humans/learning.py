"""Trains a small network to predict decisions of people, by gradient descent.

The core plays with the trained weights; see `cpp/tamaya/families/person/model.hpp`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.game import TamayaError
from tamaya.humans.decision_inputs import HIDDEN, KINDS, MARKS, SCENE, DecisionInputs, Rows
from tamaya.numbers import SingleFloats

Progress = Callable[[float], object]

WIDTH = SCENE + MARKS


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Settings of the training."""

    epochs: int = 15
    batch: int = 256
    rate: float = 0.003
    """highest learning rate, reached after a third of the steps; low at both ends"""
    decay: float = 0.05
    """weight decay"""
    silence: float = 0.3
    """dropout: share of hidden units that are switched off in a step"""
    most: int = 5000
    """people with more decisions weigh as much as a person with this number"""
    seed: int = 0


@dataclass
class PersonWeights:
    """The weights of the network, in the layout of the core."""

    inward: SingleFloats
    """weights of the hidden layer: [kinds, scene and marks, units]"""
    outward: SingleFloats
    """weights of the output: [kinds, units]"""

    @classmethod
    def fresh(cls, rng: np.random.Generator) -> PersonWeights:
        """Small random weights."""
        bound = WIDTH**-0.5
        return cls(
            rng.uniform(-bound, bound, (KINDS, WIDTH, HIDDEN)).astype(np.float32),
            rng.uniform(-(HIDDEN**-0.5), HIDDEN**-0.5, (KINDS, HIDDEN)).astype(np.float32),
        )

    @classmethod
    def of(cls, flat: SingleFloats) -> PersonWeights:
        """Restores weights from `flat`.

        :raises TamayaError: if the length is wrong
        """
        split = KINDS * WIDTH * HIDDEN
        if flat.shape != (split + KINDS * HIDDEN,):
            raise TamayaError(
                f"{flat.size} weights of a person (expected {split + KINDS * HIDDEN})"
            )
        return cls(
            flat[:split].reshape(KINDS, WIDTH, HIDDEN).copy(),
            flat[split:].reshape(KINDS, HIDDEN).copy(),
        )

    @property
    def flat(self) -> SingleFloats:
        """All weights in one array."""
        return np.concatenate([self.inward.ravel(), self.outward.ravel()])


def chances(weights: PersonWeights, data: DecisionInputs, *, decisions: int = 4096) -> SingleFloats:
    """The probability of each legal move, row by row.

    :param decisions: decisions to compute at once
    """
    result = np.empty(len(data.marks), np.float32)
    for first in range(0, len(data), decisions):
        batch = np.arange(first, min(first + decisions, len(data)))
        forward = _Pass(weights, data, batch)
        result[forward.rows] = _softmax(forward.verdicts, forward.starts)
    return result


def learn(
    data: DecisionInputs,
    lesson: Lesson | None = None,
    *,
    begin: PersonWeights | None = None,
    progress: Progress = lambda share: None,
) -> PersonWeights:
    """Trains a model on decisions.

    :param begin: weights to start from, by default random ones
    """
    lesson = lesson or Lesson()
    rng = np.random.default_rng(lesson.seed)
    weights = PersonWeights.fresh(rng) if begin is None else PersonWeights.of(begin.flat)
    worth = worth_of(data, lesson.most)
    steps = lesson.epochs * -(-len(data) // lesson.batch)
    moments = [_Moments(weights.inward), _Moments(weights.outward)]
    step = 0
    for _ in range(lesson.epochs):
        order = rng.permutation(len(data))
        for first in range(0, len(data), lesson.batch):
            batch = order[first : first + lesson.batch]
            keep = _dropout(rng, len(batch), lesson.silence)
            gradients = _gradients(weights, data, batch, worth[batch], keep)
            rate = lesson.rate * _schedule(step / steps)
            for moment, values, gradient in zip(
                moments, (weights.inward, weights.outward), gradients, strict=True
            ):
                moment.move(values, gradient, rate, lesson.decay)
            step += 1
            progress(step / steps)
    return weights


def worth_of(data: DecisionInputs, most: int) -> SingleFloats:
    """The weight of each decision: 1, or less if its person made more than `most`."""
    counts = Counter(data.people.tolist())
    return np.array([min(1.0, most / counts[name]) for name in data.people.tolist()], np.float32)


class _Pass:
    """The forward pass of a batch, which handles the rows of each kind of move together."""

    def __init__(
        self,
        weights: PersonWeights,
        data: DecisionInputs,
        batch: Rows,
        keep: SingleFloats | None = None,
    ) -> None:
        self.rows, self.starts = rows, starts = data.rows_of(batch)
        self.owners = np.repeat(np.arange(len(batch)), np.diff(starts))
        kinds = data.kinds[rows]
        self.places = [np.flatnonzero(kinds == kind) for kind in range(KINDS)]
        self.inputs: list[SingleFloats] = []
        self.units: list[SingleFloats] = []
        self.verdicts: SingleFloats = np.empty(len(rows), np.float32)
        for kind, places in enumerate(self.places):
            scenes = data.scenes[batch[self.owners[places]]]
            inputs = np.concatenate([scenes, data.marks[rows[places]]], axis=1)
            units = np.maximum(inputs @ weights.inward[kind], 0)
            if keep is not None:
                units *= keep[self.owners[places]]
            self.inputs.append(inputs)
            self.units.append(units)
            self.verdicts[places] = units @ weights.outward[kind]


def _gradients(
    weights: PersonWeights,
    data: DecisionInputs,
    batch: Rows,
    worth: SingleFloats,
    keep: SingleFloats,
) -> tuple[SingleFloats, SingleFloats]:
    """The gradient of a batch's mean log-loss."""
    forward = _Pass(weights, data, batch, keep)
    errors = _softmax(forward.verdicts, forward.starts)
    errors[data.chosen[batch] - data.starts[batch] + forward.starts[:-1]] -= 1
    errors *= worth[forward.owners] / len(batch)
    inward, outward = np.empty_like(weights.inward), np.empty_like(weights.outward)
    for kind, places in enumerate(forward.places):
        units, error = forward.units[kind], errors[places]
        outward[kind] = error @ units
        hidden_error = (
            np.outer(error, weights.outward[kind]) * (units > 0) * keep[forward.owners[places]]
        )
        inward[kind] = forward.inputs[kind].T @ hidden_error
    return inward, outward


def _softmax(verdicts: SingleFloats, starts: Rows) -> SingleFloats:
    sizes = np.diff(starts)
    highest = np.repeat(np.maximum.reduceat(verdicts, starts[:-1]), sizes)
    powers = np.exp(verdicts - highest)
    shares: SingleFloats = powers / np.repeat(np.add.reduceat(powers, starts[:-1]), sizes)
    return shares


def _dropout(rng: np.random.Generator, batch: int, silence: float) -> SingleFloats:
    """Dropout masks of a batch, scaled so that the expected activation stays the same."""
    active: NDArray[np.bool_] = rng.random((batch, HIDDEN), np.float32) >= silence
    return (active / np.float32(1 - silence)).astype(np.float32)


def _schedule(share: float) -> float:
    """Learning rate schedule: rises for the first third of the steps, then falls."""
    if share < 1 / 3:
        return 0.04 + 0.96 * (0.5 - 0.5 * float(np.cos(3 * np.pi * share)))
    return 0.5 + 0.5 * float(np.cos(np.pi * (share - 1 / 3) * 1.5))


class _Moments:
    """The Adam optimizer for one array of weights (Kingma, Ba 2015), with weight decay."""

    def __init__(self, values: SingleFloats) -> None:
        self.mean = np.zeros_like(values)
        self.square = np.zeros_like(values)
        self.steps = 0

    def move(self, values: SingleFloats, gradient: SingleFloats, rate: float, decay: float) -> None:
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        values -= rate * (mean / (np.sqrt(square) + 1e-8) + decay * values)
