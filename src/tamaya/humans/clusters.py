"""Clusters people by how they choose moves, with one model per cluster.

The first groups come from k-means over how people deviate from the common model. Then two steps
alternate: train each group's model on its members, starting from the common model; move each person
to the model that explains them best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tamaya.game import TamayaError
from tamaya.humans.decision_inputs import KINDS, MARKS, DecisionInputs
from tamaya.humans.learning import Lesson, PersonWeights, chances, learn
from tamaya.numbers import Floats

Labels = NDArray[np.int64]

ROUNDS = 3
DIRECTIONS = 4
"""principal components used for the first groups"""
CAUTION = 60
"""pseudo-count: a person's mean deviation is shrunk as if the person had made this many more
decisions without any deviation"""
GROUP_LESSON = Lesson(epochs=8, rate=0.002, most=2000)
"""training of a group's model from the common model: about half as long"""


@dataclass(frozen=True)
class Clusters:
    """Groups of people, the largest first."""

    members: tuple[tuple[str, ...], ...]
    """names of the people in each group"""
    models: tuple[PersonWeights, ...]
    """the model of each group"""

    def likelihoods(self, data: DecisionInputs) -> Floats:
        """Log-likelihood of each decision under each group's model: [decisions, groups]."""
        return np.stack([log_likelihoods(model, data) for model in self.models], axis=1)


def group_lesson(lesson: Lesson) -> Lesson:
    """The training of group models, given that of the common model."""
    return replace(GROUP_LESSON, epochs=(lesson.epochs + 1) // 2, seed=lesson.seed)


def log_likelihoods(weights: PersonWeights, data: DecisionInputs) -> Floats:
    """Log-likelihood of each decision."""
    return np.log(np.maximum(chances(weights, data)[data.chosen], 1e-12)).astype(np.float64)


def clustered(
    data: DecisionInputs,
    common: PersonWeights,
    groups: int,
    *,
    lesson: Lesson = GROUP_LESSON,
    progress: Callable[[float], object] = lambda share: None,
) -> Clusters:
    """Clusters people.

    :param common: the model of all people
    :raises TamayaError: if there are fewer people than groups
    """
    names, places = np.unique(data.people, return_inverse=True)
    if not 1 <= groups <= len(names):
        raise TamayaError(
            f"cannot form {groups} groups of {len(names)} people (expected 1 to {len(names)})"
        )
    if groups == 1:
        return Clusters((tuple(names.tolist()),), (common,))
    deviations = _deviations(common, data, places)
    labels = _k_means(deviations, groups, np.random.default_rng(lesson.seed))
    models: list[PersonWeights] = []
    for number in range(ROUNDS):
        models = [
            learn(data.only(labels[places] == group), lesson, begin=common)
            for group in range(groups)
        ]
        likelihoods = np.stack([log_likelihoods(model, data) for model in models], axis=1)
        labels = _sums(likelihoods, places, len(names)).argmax(axis=1)
        if len(set(labels.tolist())) < groups:
            raise TamayaError(f"the people form fewer than {groups} groups (choose fewer)")
        progress((number + 1) / ROUNDS)
    order = np.argsort(-np.bincount(labels, minlength=groups), kind="stable")
    return Clusters(
        tuple(tuple(names[labels == group].tolist()) for group in order),
        tuple(models[group] for group in order),
    )


def second_halves(
    clusters: Clusters, common: PersonWeights, data: DecisionInputs
) -> Mapping[str, float]:
    """Tests clusters on people who were not used to form them.

    The first half of each person's decisions gives the posterior of the groups. Returns the
    log-loss on the second half: of the common model, and of the mixture of groups.
    """
    names, places = np.unique(data.people, return_inverse=True)
    first = np.zeros(len(data), bool)
    for person in range(len(names)):
        own = np.flatnonzero(places == person)
        first[own[: len(own) // 2]] = True
    likelihoods = clusters.likelihoods(data)
    evidence = _sums(likelihoods[first], places[first], len(names))
    belief = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    belief /= belief.sum(axis=1, keepdims=True)
    mixed = np.log((np.exp(likelihoods) * belief[places]).sum(axis=1))
    return {
        "common": float(-log_likelihoods(common, data)[~first].mean()),
        "groups": float(-mixed[~first].mean()),
    }


def _sums(values: Floats, places: Labels, people: int) -> Floats:
    sums = np.zeros((people, values.shape[1]))
    np.add.at(sums, places, values)
    return sums


def _deviations(common: PersonWeights, data: DecisionInputs, places: Labels) -> Floats:
    """Each person's deviation from the common model, in the principal components."""
    surprise = np.zeros((len(data), KINDS * MARKS))
    expected, owners = chances(common, data), data.owners
    for kind in range(KINDS):
        columns = slice(kind * MARKS, (kind + 1) * MARKS)
        rows = data.kinds == kind
        np.add.at(surprise[:, columns], owners[rows], -expected[rows, None] * data.marks[rows])
        of_kind = data.kinds[data.chosen] == kind
        surprise[of_kind, columns] += data.marks[data.chosen[of_kind]]
    surprise /= surprise.std(axis=0) + 1e-3
    counts = np.bincount(places)
    means = _sums(surprise, places, len(counts)) / (counts + CAUTION)[:, None]
    means -= means.mean(axis=0)
    people, sizes, _ = np.linalg.svd(means, full_matrices=False)
    components: Floats = people[:, :DIRECTIONS] * sizes[:DIRECTIONS]
    return components


def _k_means(points: Floats, groups: int, rng: np.random.Generator) -> Labels:
    """k-means clustering, the best of 20 random starts."""
    best: tuple[float, Labels] | None = None
    for _ in range(20):
        centres = points[rng.choice(len(points), groups, replace=False)]
        for _ in range(50):
            distances = ((points[:, None] - centres[None]) ** 2).sum(axis=-1)
            labels = distances.argmin(axis=1)
            centres = np.array(
                [
                    points[labels == g].mean(axis=0) if (labels == g).any() else centres[g]
                    for g in range(groups)
                ]
            )
        cost = float(distances.min(axis=1).sum())
        if best is None or cost < best[0]:
            best = cost, labels
    assert best is not None
    return best[1]
