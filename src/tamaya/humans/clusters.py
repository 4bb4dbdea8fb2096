"""Clusters people by how they choose moves, with one model per cluster.

People start in groups by what they do more often than the common model expects; then each group's
model goes on learning from its members, and everybody moves to the model that explains them best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tamaya.game import TamayaError
from tamaya.humans.learning import Lesson, PersonWeights, chances, learn
from tamaya.humans.noticed import KINDS, MARKS, Noticed
from tamaya.numbers import Floats

Labels = NDArray[np.int64]

ROUNDS = 3
DIRECTIONS = 4
"""along which people differ most"""
CAUTION = 60
"""decisions that speak for the common model before a person's own count"""
GOING_ON = Lesson(epochs=8, rate=0.002, most=2000)
"""how the model of a group learns, from the common one: in about half the time"""


@dataclass(frozen=True)
class Clusters:
    """Groups of people, the largest first."""

    members: tuple[tuple[str, ...], ...]
    models: tuple[PersonWeights, ...]

    def likelihoods(self, data: Noticed) -> Floats:
        """Log-chance of each decision by the model of each group: [decisions, groups]."""
        return np.stack([log_chances(model, data) for model in self.models], axis=1)


def going_on(lesson: Lesson) -> Lesson:
    """How groups learn after such a lesson of all."""
    return replace(GOING_ON, epochs=(lesson.epochs + 1) // 2, seed=lesson.seed)


def log_chances(weights: PersonWeights, data: Noticed) -> Floats:
    """Log of the chance of each move that was made."""
    return np.log(np.maximum(chances(weights, data)[data.chosen], 1e-12)).astype(np.float64)


def clustered(
    data: Noticed,
    common: PersonWeights,
    groups: int,
    *,
    how: Lesson = GOING_ON,
    progress: Callable[[float], object] = lambda share: None,
) -> Clusters:
    """Clusters people.

    :raises TamayaError: if there are not that many people
    """
    names, places = np.unique(data.people, return_inverse=True)
    if not 1 <= groups <= len(names):
        raise TamayaError(f"{groups} groups of {len(names)} people")
    if groups == 1:
        return Clusters((tuple(names.tolist()),), (common,))
    labels = _grouped(_leanings(common, data, places), groups, np.random.default_rng(how.seed))
    models: list[PersonWeights] = []
    for number in range(ROUNDS):
        models = [
            learn(data.only(labels[places] == group), how, begin=common) for group in range(groups)
        ]
        found = np.stack([log_chances(model, data) for model in models], axis=1)
        labels = _sums(found, places, len(names)).argmax(axis=1)
        if len(set(labels.tolist())) < groups:
            raise TamayaError(f"the people part into fewer than {groups} groups")
        progress((number + 1) / ROUNDS)
    order = np.argsort(-np.bincount(labels, minlength=groups), kind="stable")
    return Clusters(
        tuple(tuple(names[labels == group].tolist()) for group in order),
        tuple(models[group] for group in order),
    )


def second_halves(found: Clusters, common: PersonWeights, data: Noticed) -> Mapping[str, float]:
    """Tests clusters on games that were not used to form them.

    The first half of each person's decisions tells how likely each group is; the log-loss on the
    second half is compared with that of the common model.
    """
    names, places = np.unique(data.people, return_inverse=True)
    first = np.zeros(len(data), bool)
    for person in range(len(names)):
        made = np.flatnonzero(places == person)
        first[made[: len(made) // 2]] = True
    each = found.likelihoods(data)
    told = _sums(each[first], places[first], len(names))
    belief = np.exp(told - told.max(axis=1, keepdims=True))
    belief /= belief.sum(axis=1, keepdims=True)
    mixed = np.log((np.exp(each) * belief[places]).sum(axis=1))
    return {
        "common": float(-log_chances(common, data)[~first].mean()),
        "groups": float(-mixed[~first].mean()),
    }


def _sums(values: Floats, places: Labels, people: int) -> Floats:
    sums = np.zeros((people, values.shape[1]))
    np.add.at(sums, places, values)
    return sums


def _leanings(common: PersonWeights, data: Noticed, places: Labels) -> Floats:
    """How each person deviates from the common model, in its principal directions."""
    surprise = np.zeros((len(data), KINDS * MARKS))
    expected, owners = chances(common, data), data.owners
    for kind in range(KINDS):
        columns = slice(kind * MARKS, (kind + 1) * MARKS)
        rows = data.kinds == kind
        np.add.at(surprise[:, columns], owners[rows], -expected[rows, None] * data.marks[rows])
        made = data.kinds[data.chosen] == kind
        surprise[made, columns] += data.marks[data.chosen[made]]
    surprise /= surprise.std(axis=0) + 1e-3
    counts = np.bincount(places)
    means = _sums(surprise, places, len(counts)) / (counts + CAUTION)[:, None]
    means -= means.mean(axis=0)
    left, sizes, _ = np.linalg.svd(means, full_matrices=False)
    result: Floats = left[:, :DIRECTIONS] * sizes[:DIRECTIONS]
    return result


def _grouped(points: Floats, groups: int, rng: np.random.Generator) -> Labels:
    """k-means, the best of some starts."""
    best: tuple[float, Labels] | None = None
    for _ in range(20):
        centres = points[rng.choice(len(points), groups, replace=False)]
        for _ in range(50):
            apart = ((points[:, None] - centres[None]) ** 2).sum(axis=-1)
            labels = apart.argmin(axis=1)
            centres = np.array(
                [
                    points[labels == g].mean(axis=0) if (labels == g).any() else centres[g]
                    for g in range(groups)
                ]
            )
        cost = float(apart.min(axis=1).sum())
        if best is None or cost < best[0]:
            best = cost, labels
    assert best is not None
    return best[1]
