"""Fits a small network to decisions of people by gradient descent.

The core plays with what is learned here; see `cpp/tamaya/person/model.hpp`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.game import TamayaError
from tamaya.humans.noticed import HIDDEN, KINDS, MARKS, SCENE, Floats, Noticed, Rows

Progress = Callable[[float], object]

WIDTH = SCENE + MARKS


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """How to learn."""

    epochs: int = 15
    batch: int = 256
    rate: float = 0.003
    """highest step, reached after a third of the time; small at both ends"""
    decay: float = 0.05
    """how fast weights shrink that nothing holds up"""
    silence: float = 0.3
    """share of units that say nothing in a step, so that none relies on another"""
    most: int = 5000
    """whoever made more decisions counts as much as one with so many"""
    seed: int = 0


@dataclass
class PersonWeights:
    """What is learned, as the core lays it out."""

    inward: Floats
    """[kinds, scene and marks, units]"""
    outward: Floats
    """[kinds, units]"""

    @classmethod
    def fresh(cls, rng: np.random.Generator) -> PersonWeights:
        """Small random ones."""
        bound = WIDTH**-0.5
        return cls(
            rng.uniform(-bound, bound, (KINDS, WIDTH, HIDDEN)).astype(np.float32),
            rng.uniform(-(HIDDEN**-0.5), HIDDEN**-0.5, (KINDS, HIDDEN)).astype(np.float32),
        )

    @classmethod
    def of(cls, flat: Floats) -> PersonWeights:
        """From one row, as `flat` gives it.

        :raises TamayaError: if it has another length
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
    def flat(self) -> Floats:
        """All in one row."""
        return np.concatenate([self.inward.ravel(), self.outward.ravel()])


def chances(weights: PersonWeights, data: Noticed, *, decisions: int = 4096) -> Floats:
    """The chance of each legal move, row by row; some decisions at a time."""
    result = np.empty(len(data.marks), np.float32)
    for first in range(0, len(data), decisions):
        batch = np.arange(first, min(first + decisions, len(data)))
        gone = _Pass(weights, data, batch)
        result[gone.rows] = _softmax(gone.verdicts, gone.starts)
    return result


def learn(
    data: Noticed,
    how: Lesson | None = None,
    *,
    begin: PersonWeights | None = None,
    progress: Progress = lambda share: None,
) -> PersonWeights:
    """Fits a model to decisions, from scratch or from where another one stands."""
    how = how or Lesson()
    rng = np.random.default_rng(how.seed)
    weights = PersonWeights.fresh(rng) if begin is None else PersonWeights.of(begin.flat)
    worth = worth_of(data, how.most)
    steps = how.epochs * -(-len(data) // how.batch)
    moments = [_Moments(weights.inward), _Moments(weights.outward)]
    step = 0
    for _ in range(how.epochs):
        order = rng.permutation(len(data))
        for first in range(0, len(data), how.batch):
            batch = order[first : first + how.batch]
            keep = _kept(rng, len(batch), how.silence)
            slopes = _slopes(weights, data, batch, worth[batch], keep)
            rate = how.rate * _warmth(step / steps)
            for moment, values, slope in zip(
                moments, (weights.inward, weights.outward), slopes, strict=True
            ):
                moment.move(values, slope, rate, how.decay)
            step += 1
            progress(step / steps)
    return weights


def worth_of(data: Noticed, most: int) -> Floats:
    """What each decision counts: less if its person made more than so many."""
    counts = Counter(data.people.tolist())
    return np.array([min(1.0, most / counts[name]) for name in data.people.tolist()], np.float32)


class _Pass:
    """A batch on its way through the network. Rows of a kind are looked at together."""

    def __init__(
        self, weights: PersonWeights, data: Noticed, batch: Rows, keep: Floats | None = None
    ) -> None:
        self.rows, self.starts = rows, starts = data.rows_of(batch)
        self.owners = np.repeat(np.arange(len(batch)), np.diff(starts))
        kinds = data.kinds[rows]
        self.places = [np.flatnonzero(kinds == kind) for kind in range(KINDS)]
        self.inputs: list[Floats] = []
        self.units: list[Floats] = []
        self.verdicts: Floats = np.empty(len(rows), np.float32)
        for kind, places in enumerate(self.places):
            scenes = data.scenes[batch[self.owners[places]]]
            inputs = np.concatenate([scenes, data.marks[rows[places]]], axis=1)
            units = np.maximum(inputs @ weights.inward[kind], 0)
            if keep is not None:
                units *= keep[self.owners[places]]
            self.inputs.append(inputs)
            self.units.append(units)
            self.verdicts[places] = units @ weights.outward[kind]


def _slopes(
    weights: PersonWeights, data: Noticed, batch: Rows, worth: Floats, keep: Floats
) -> tuple[Floats, Floats]:
    """How the mean log-loss of a batch changes with each weight."""
    gone = _Pass(weights, data, batch, keep)
    wrong = _softmax(gone.verdicts, gone.starts)
    wrong[data.chosen[batch] - data.starts[batch] + gone.starts[:-1]] -= 1
    wrong *= worth[gone.owners] / len(batch)
    inward, outward = np.empty_like(weights.inward), np.empty_like(weights.outward)
    for kind, places in enumerate(gone.places):
        units, error = gone.units[kind], wrong[places]
        outward[kind] = error @ units
        behind = np.outer(error, weights.outward[kind]) * (units > 0) * keep[gone.owners[places]]
        inward[kind] = gone.inputs[kind].T @ behind
    return inward, outward


def _softmax(verdicts: Floats, starts: Rows) -> Floats:
    sizes = np.diff(starts)
    highest = np.repeat(np.maximum.reduceat(verdicts, starts[:-1]), sizes)
    powers = np.exp(verdicts - highest)
    sums: Floats = powers / np.repeat(np.add.reduceat(powers, starts[:-1]), sizes)
    return sums


def _kept(rng: np.random.Generator, batch: int, silence: float) -> Floats:
    """Which units speak about each decision; the louder, the fewer."""
    speak: NDArray[np.bool_] = rng.random((batch, HIDDEN), np.float32) >= silence
    return (speak / np.float32(1 - silence)).astype(np.float32)


def _warmth(share: float) -> float:
    """Between 0 and 1: up for a third of the time, then down."""
    if share < 1 / 3:
        return 0.04 + 0.96 * (0.5 - 0.5 * float(np.cos(3 * np.pi * share)))
    return 0.5 + 0.5 * float(np.cos(np.pi * (share - 1 / 3) * 1.5))


class _Moments:
    """Adam: steps of equal size in every direction that is sure of itself (Kingma, Ba 2015)."""

    def __init__(self, values: Floats) -> None:
        self.mean = np.zeros_like(values)
        self.square = np.zeros_like(values)
        self.steps = 0

    def move(self, values: Floats, slope: Floats, rate: float, decay: float) -> None:
        self.steps += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope * slope - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        values -= rate * (mean / (np.sqrt(square) + 1e-8) + decay * values)
