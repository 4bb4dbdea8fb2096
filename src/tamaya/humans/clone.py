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
from tamaya.humans.games import HumanGame, decisions
from tamaya.humans.learning import Lesson, PersonWeights, learn
from tamaya.humans.model import HumanAgent, PersonModel, Provenance
from tamaya.humans.noticed import Noticed, notice
from tamaya.humans.stand_in import StandIn, stand_in

Progress = Callable[[float], object]
EVERYBODY = "all"


@dataclass(frozen=True)
class CloneTrial:
    """How a clone does with people it has not learned from."""

    agreement: Agreement
    """every decision is predicted by a model that never met its person"""
    in_their_place: StandIn
    """such models in the games of these people, on the same decks with the same partners"""
    second_halves: tuple[float, float]
    """log-loss on the second half of each person's decisions: of the common model, and of groups
    weighed by the first half"""


def halves(
    games: Sequence[HumanGame], *, most: int, seed: int = 0
) -> tuple[list[HumanGame], list[HumanGame]]:
    """Games of two halves of the people.

    :param most: people with more games are in the first half
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
    """`all`, and with several groups `cluster1` and so on, the largest first.

    :param about: what is said of the models; numbers and names of the groups are filled in
    """
    lesson = lesson or Lesson()
    data = notice(list(decisions(games)))
    common = learn(data, lesson, progress=lambda share: progress(share / 2))
    people = len(set(data.people.tolist()))
    filled = dataclasses.replace(
        about, people=people, decisions=len(data), lesson=dataclasses.asdict(lesson)
    )
    result = {EVERYBODY: PersonModel(common, filled)}
    if groups > 1:
        parted = grouping.clustered(
            data,
            common,
            groups,
            how=grouping.going_on(lesson),
            progress=lambda s: progress(0.5 + s / 2),
        )
        for number, (members, weights) in enumerate(
            zip(parted.members, parted.models, strict=True), 1
        ):
            own = int(np.isin(data.people, members).sum())
            what = f"{filled.what}, group {number} of {groups}"
            said = dataclasses.replace(filled, what=what, people=len(members), decisions=own)
            result[f"cluster{number}"] = PersonModel(weights, said)
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
    """Learns without a part of the people, and tries the model on them; for each part in turn.

    :param most: people with more games are learned from, but not tried
    :param repeats: how often the model plays each game of theirs
    """
    lesson = lesson or Lesson()
    answers: list[Agreement] = []
    played: list[StandIn] = []
    losses: list[tuple[float, float, int]] = []
    for number, (others, those) in enumerate(_folds(games, folds, most=most, seed=lesson.seed)):
        data = notice(list(decisions(others)))
        common = learn(data, lesson)
        agent = HumanAgent(_unsaid(common), name="clone")
        answers.append(agreement(those, agent))
        played.append(stand_in(those, agent, repeats=repeats))
        test = notice(list(decisions(those)))
        losses.append((*_second_halves(data, common, test, groups, lesson), len(test)))
        progress((number + 1) / folds)
    weights = [count for _, _, count in losses]
    return CloneTrial(
        _together(answers),
        _all_games(played),
        (
            float(np.average([common for common, _, _ in losses], weights=weights)),
            float(np.average([mixed for _, mixed, _ in losses], weights=weights)),
        ),
    )


def _second_halves(
    data: Noticed, common: PersonWeights, test: Noticed, groups: int, lesson: Lesson
) -> tuple[float, float]:
    parted = grouping.clustered(data, common, groups, how=grouping.going_on(lesson))
    found = grouping.second_halves(parted, common, test)
    return found["common"], found["groups"]


def _unsaid(weights: PersonWeights) -> PersonModel:
    about = Provenance(what="", data="", people=0, decisions=0, lesson={}, version="")
    return PersonModel(weights, about)


def _folds(
    games: Sequence[HumanGame], folds: int, *, most: int, seed: int
) -> Iterator[tuple[list[HumanGame], list[HumanGame]]]:
    """Games of all but some people, and of these people; everybody with few games comes once."""
    counts = Counter(game.person for game in games)
    people = sorted(name for name, played in counts.items() if played <= most)
    if not 2 <= folds <= len(people):
        raise TamayaError(f"{folds} parts of {len(people)} people (expected 2 to {len(people)})")
    np.random.default_rng(seed).shuffle(people)
    for fold in range(folds):
        those = set(people[fold::folds])
        yield (
            [game for game in games if game.person not in those],
            [game for game in games if game.person in those],
        )


def _together(parts: Sequence[Agreement]) -> Agreement:
    """Answers to different decisions as one."""
    return Agreement(
        parts[0].agent,
        tuple(person for part in parts for person in part.people),
        tuple(kind for part in parts for kind in part.kinds),
        np.concatenate([part.exact for part in parts]),
        np.concatenate([part.same_kind for part in parts]),
        np.concatenate([part.probability for part in parts if part.probability is not None]),
        np.concatenate([part.confidence for part in parts if part.confidence is not None]),
    )


def _all_games(parts: Sequence[StandIn]) -> StandIn:
    """Different games as one."""
    return StandIn(
        parts[0].agent,
        tuple(person for part in parts for person in part.people),
        tuple(partner for part in parts for partner in part.partners),
        np.concatenate([part.theirs for part in parts]),
        np.concatenate([part.bombed for part in parts]),
        np.concatenate([part.points for part in parts], axis=1),
        np.concatenate([part.lost for part in parts], axis=1),
    )
