"""Who plays with whom: allocates participants to treatments, reproducibly from seed and log.

An `Allocator` is a pure state machine: it sees people arrive with their covariates and leave, in
the order of the log. The server asks it under a lock and stores each step before it answers.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tamaya.errors import TamayaError
from tamaya.study.draws import Draws
from tamaya.study.latin import balanced_orders
from tamaya.study.study_file import Fresh, GamesPage, Seeds, StudyFile

Stratum = Mapping[str, str]
"""answers of one person to the covariates' questions"""


@dataclass(frozen=True)
class Treatment:
    """What one person is allocated to."""

    arms: tuple[str, ...]
    """arm of each game, in order"""
    deck: int = 0
    """place in the list of decks where the person starts"""


@dataclass(frozen=True)
class Allocated:
    """A log entry: a person arrived."""

    slot: int
    treatment: Treatment
    stratum: Stratum | None
    """None if the person has withdrawn, which deletes the covariates"""


@dataclass(frozen=True)
class Released:
    """A log entry: a person dropped out, and the place is free again."""

    slot: int


LogEntry = Allocated | Released


@dataclass
class _Place:
    """An allocation that may be released."""

    treatment: Treatment
    stratum: Stratum
    position: int
    """place in the sequence of blocks"""
    taken: bool = True


@dataclass
class Allocator:
    """Allocates people to the treatments of a study."""

    study: StudyFile
    treatments: list[Treatment] = field(init=False)
    """all treatments, before decks rotate within subjects"""
    _places: list[_Place] = field(init=False, default_factory=list)
    _free: list[int] = field(init=False, default_factory=list)
    """released positions, a heap"""
    _next: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.treatments = treatments(self.study)

    def arrive(self, stratum: Stratum) -> Treatment:
        """Allocates the next person."""
        treatment = self.foreseen(stratum)
        self.recorded(Allocated(len(self._places), treatment, stratum))
        return treatment

    def foreseen(self, stratum: Stratum) -> Treatment:
        """The treatment of the next person, without allocating it."""
        position = self._free[0] if self._free else self._next
        return self._chosen(len(self._places), position, stratum)

    def leave(self, slot: int) -> None:
        """Frees the place of a slot, so that the next person who arrives gets it."""
        place = self._places[slot]
        if place.taken:
            place.taken = False
            heapq.heappush(self._free, place.position)

    def counts(self) -> Counter[Treatment]:
        """Occupied places by treatment."""
        return Counter(place.treatment for place in self._places if place.taken)

    def _fresh_position(self) -> int:
        self._next += 1
        return self._next - 1

    def _chosen(self, slot: int, position: int, stratum: Stratum) -> Treatment:
        method = self.study.assignment.method
        if method == "simple":
            number = Draws(self.study.seed, f"simple {slot}").below(len(self.treatments))
            return self.treatments[number]
        if method == "minimization":
            return self._minimized(slot, stratum)
        return self._from_block(position)

    def _from_block(self, position: int) -> Treatment:
        block = self.treatments * self.study.assignment.block
        number, place = divmod(position, len(block))
        treatment = Draws(self.study.seed, f"block {number}").shuffled(block)[place]
        return Treatment(treatment.arms, self._rotated(treatment, number))

    def _rotated(self, treatment: Treatment, block: int) -> int:
        """Within subjects, decks rotate from block to block."""
        decks, design = self.study.decks, self.study.assignment.design
        if design == "within" and isinstance(decks, Seeds) and decks.order == "rotated":
            return block % len(decks.seeds)
        return treatment.deck

    def _minimized(self, slot: int, stratum: Stratum) -> Treatment:
        """Pocock and Simon's rule: usually the treatment with the smallest imbalance."""
        draws = Draws(self.study.seed, f"minimization {slot}")
        by_arms: dict[tuple[str, ...], list[Treatment]] = {}
        for treatment in self.treatments:
            by_arms.setdefault(treatment.arms, []).append(treatment)
        order = draws.shuffled(list(by_arms))
        best = min(order, key=lambda arms: self._imbalance(arms, order, stratum))
        others = [arms for arms in order if arms != best]
        if others and draws.chance() >= self.study.assignment.chance:
            best = others[draws.below(len(others))]
        taken = self.counts()
        return min(draws.shuffled(by_arms[best]), key=lambda treatment: taken[treatment])

    def _imbalance(
        self, wanted: tuple[str, ...], all_arms: Iterable[tuple[str, ...]], stratum: Stratum
    ) -> int:
        """The imbalance if `wanted` is chosen: for everybody, and for the people with the same
        answer to each covariate, the largest minus the smallest count of an arm, added up."""
        total = 0
        for name in [None, *self.study.assignment.covariates]:
            same_stratum = [
                place.treatment.arms
                for place in self._places
                if place.taken and (name is None or place.stratum.get(name) == stratum.get(name))
            ]
            counts = Counter(same_stratum)
            sizes = [counts[arms] + (arms == wanted) for arms in all_arms]
            total += max(sizes) - min(sizes)
        return total

    def recorded(self, entry: LogEntry) -> None:
        """Applies one log entry.

        :raises TamayaError: if an entry is missing
        """
        if isinstance(entry, Released):
            self.leave(entry.slot)
            return
        if entry.slot != len(self._places):
            raise TamayaError(
                f"slot {entry.slot} in the log (expected {len(self._places)}: an entry is missing)"
            )
        position = heapq.heappop(self._free) if self._free else self._fresh_position()
        self._places.append(_Place(entry.treatment, dict(entry.stratum or {}), position))


def treatments(study: StudyFile) -> list[Treatment]:
    """All treatments of a study: arms or orders of arms, between subjects crossed with decks."""
    names = [arm.name for arm in study.arms]
    if study.assignment.design == "within":
        return [Treatment(_games(study, order)) for order in balanced_orders(len(names))]
    decks = study.decks
    crossed = isinstance(decks, Seeds) and decks.order == "rotated"
    starts = range(len(decks.seeds)) if crossed and isinstance(decks, Seeds) else range(1)
    return [Treatment((name,) * study.games, start) for name in names for start in starts]


def _games(study: StudyFile, order: list[int]) -> tuple[str, ...]:
    names = [study.arms[number].name for number in order]
    sequence: list[str] = []
    for page in study.pages:
        if isinstance(page, GamesPage):
            each = page.count // len(names)
            in_rounds = study.assignment.repeat == "rounds"
            sequence += names * each if in_rounds else [n for n in names for _ in range(each)]
    return tuple(sequence)


def deck_seed(study: StudyFile, slot: int, treatment: Treatment, game: int) -> int:
    """Seed of the deck of a person's game.

    :param game: number of the game, counted from 1
    """
    decks = study.decks
    if isinstance(decks, Fresh):
        return Draws(study.seed, f"deck {slot} {game}").below(2**53)
    seeds = decks.seeds
    if decks.order == "shuffled":
        return Draws(study.seed, f"decks {slot}").shuffled(seeds)[(game - 1) % len(seeds)]
    return seeds[(treatment.deck + game - 1) % len(seeds)]


def restored(study: StudyFile, log: Iterable[LogEntry]) -> Allocator:
    """Rebuilds the allocator from a log, without verifying the draws."""
    allocator = Allocator(study)
    for entry in log:
        allocator.recorded(entry)
    return allocator


def verify(study: StudyFile, log: Iterable[LogEntry]) -> int:
    """Draws every allocation of a log again from the study's seed; returns how many it verified.

    Minimization depends on the covariates of everybody who came before. After somebody withdraws,
    their covariates are gone, so later draws cannot be verified.

    :raises TamayaError: if the seed gives another treatment
    """
    allocator, verified, forgot = Allocator(study), 0, False
    for entry in log:
        if isinstance(entry, Allocated):
            forgot |= entry.stratum is None and study.assignment.method == "minimization"
            if not forgot:
                _verify(allocator, entry)
                verified += 1
        allocator.recorded(entry)
    return verified


def _verify(allocator: Allocator, entry: Allocated) -> None:
    treatment = allocator.foreseen(entry.stratum or {})
    if treatment != entry.treatment:
        raise TamayaError(
            f"slot {entry.slot} has {entry.treatment} in the log (the seed gives {treatment})"
        )
