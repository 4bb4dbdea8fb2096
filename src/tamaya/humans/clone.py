"""Trains models of people and of groups, and tests them on held-out people."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import tamaya.humans.clusters as grouping
from tamaya.game import TamayaError
from tamaya.humans.agreement import Agreement, agreement
from tamaya.humans.decision_inputs import DecisionInputs, decision_inputs
from tamaya.humans.games import HumanGame, decisions
from tamaya.humans.learning import Lesson, PersonWeights, learn
from tamaya.humans.model import HumanAgent, PersonModel, Provenance
from tamaya.humans.stand_in import StandIn, stand_in

Progress = Callable[[float], object]
EVERYBODY = "all"


@dataclass(frozen=True)
class CloneTrial:
    """How models of people perform on held-out people."""

    agreement: Agreement
    """predictions of each person's decisions by a model trained without that person"""
    in_their_place: StandIn
    """scores of such models in the games of these people, with the same decks and partners"""
    second_halves: tuple[float, float]
    """log-loss on the second half of each person's decisions: of the common model, and of the group
    models, weighted by how well they explain the first half"""


def halves(
    games: Sequence[HumanGame], *, most: int, seed: int = 0
) -> tuple[list[HumanGame], list[HumanGame]]:
    """Splits games into those of two halves of the people, at random.

    :param most: people with more games always are in the first half
    """
    return next(_folds(games, 2, most=most, seed=seed))


def clones(
    games: Sequence[HumanGame],
    *,
    groups: int,
    about: Provenance,
    lesson: Lesson | None = None,
    progress: Progress = lambda share: None,
) -> dict[str, PersonModel]:
    """Trains a model `all` and, with several groups, `cluster1`, `cluster2`, ..., largest first.

    :param about: provenance of the models; numbers and names of groups are filled in
    """
    lesson = lesson or Lesson()
    data = decision_inputs(list(decisions(games)))
    common = learn(data, lesson, progress=lambda share: progress(share / 2))
    people = len(set(data.people.tolist()))
    filled = dataclasses.replace(
        about, people=people, decisions=len(data), lesson=dataclasses.asdict(lesson)
    )
    result = {EVERYBODY: PersonModel(common, filled)}
    if groups > 1:
        clusters = grouping.clustered(
            data,
            common,
            groups,
            lesson=grouping.group_lesson(lesson),
            progress=lambda s: progress(0.5 + s / 2),
        )
        for number, (members, weights) in enumerate(
            zip(clusters.members, clusters.models, strict=True), 1
        ):
            own = int(np.isin(data.people, members).sum())
            description = f"{filled.what}, group {number} of {groups}"
            provenance = dataclasses.replace(
                filled, what=description, people=len(members), decisions=own
            )
            result[f"cluster{number}"] = PersonModel(weights, provenance)
    progress(1.0)
    return result


def try_clones(  # noqa: PLR0913
    games: Sequence[HumanGame],
    *,
    folds: int,
    groups: int,
    most: int,
    repeats: int = 5,
    lesson: Lesson | None = None,
    progress: Progress = lambda share: None,
) -> CloneTrial:
    """Cross-validation: trains without one part of the people and tests on that part, in turn.

    :param most: people with more games are trained on, but never tested on
    :param repeats: how often the model plays each of the tested people's games
    """
    lesson = lesson or Lesson()
    answers: list[Agreement] = []
    stand_ins: list[StandIn] = []
    losses: list[tuple[float, float, int]] = []
    for number, (training, held_out) in enumerate(
        _folds(games, folds, most=most, seed=lesson.seed)
    ):
        data = decision_inputs(list(decisions(training)))
        common = learn(data, lesson)
        agent = HumanAgent(_unnamed(common), name="clone")
        answers.append(agreement(held_out, agent))
        stand_ins.append(stand_in(held_out, agent, repeats=repeats))
        test = decision_inputs(list(decisions(held_out)))
        losses.append((*_second_halves(data, common, test, groups, lesson), len(test)))
        progress((number + 1) / folds)
    weights = [count for _, _, count in losses]
    return CloneTrial(
        _joined_agreements(answers),
        _joined_stand_ins(stand_ins),
        (
            float(np.average([common for common, _, _ in losses], weights=weights)),
            float(np.average([mixed for _, mixed, _ in losses], weights=weights)),
        ),
    )


def _second_halves(
    data: DecisionInputs, common: PersonWeights, test: DecisionInputs, groups: int, lesson: Lesson
) -> tuple[float, float]:
    clusters = grouping.clustered(data, common, groups, lesson=grouping.group_lesson(lesson))
    losses = grouping.second_halves(clusters, common, test)
    return losses["common"], losses["groups"]


def _unnamed(weights: PersonWeights) -> PersonModel:
    about = Provenance(what="", data="", people=0, decisions=0, lesson={}, version="")
    return PersonModel(weights, about)


def _folds(
    games: Sequence[HumanGame], folds: int, *, most: int, seed: int
) -> Iterator[tuple[list[HumanGame], list[HumanGame]]]:
    """Yields (training games, held-out games). Everybody with at most `most` games is held out
    once."""
    counts = Counter(game.person for game in games)
    people = sorted(name for name, count in counts.items() if count <= most)
    if not 2 <= folds <= len(people):
        raise TamayaError(
            f"cannot split {len(people)} people into {folds} parts (expected 2 to {len(people)})"
        )
    np.random.default_rng(seed).shuffle(people)
    for fold in range(folds):
        held_out = set(people[fold::folds])
        yield (
            [game for game in games if game.person not in held_out],
            [game for game in games if game.person in held_out],
        )


def _joined_agreements(parts: Sequence[Agreement]) -> Agreement:
    return Agreement(
        parts[0].agent,
        tuple(person for part in parts for person in part.people),
        tuple(kind for part in parts for kind in part.kinds),
        np.concatenate([part.exact for part in parts]),
        np.concatenate([part.same_kind for part in parts]),
        np.concatenate([part.probability for part in parts if part.probability is not None]),
        np.concatenate([part.confidence for part in parts if part.confidence is not None]),
    )


def _joined_stand_ins(parts: Sequence[StandIn]) -> StandIn:
    return StandIn(
        parts[0].agent,
        tuple(person for part in parts for person in part.people),
        tuple(partner for part in parts for partner in part.partners),
        np.concatenate([part.theirs for part in parts]),
        np.concatenate([part.bombed for part in parts]),
        np.concatenate([part.points for part in parts], axis=1),
        np.concatenate([part.lost for part in parts], axis=1),
    )
