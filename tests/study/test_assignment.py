"""Allocation: balance under arrivals and drop-outs, and reproducibility from seed and log."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from tamaya.errors import TamayaError
from tamaya.study.assignment import (
    Allocated,
    Allocator,
    LogEntry,
    Released,
    Treatment,
    deck_seed,
    restored,
    treatments,
    verify,
)
from tamaya.study.latin import balanced_orders
from tamaya.study.study_file import StudyFile
from tests.study.files import study

BLOCKS = study()
CROSSED = study(("seeds = [1, 2]", 'seeds = [1, 2, 3]\norder = "rotated"'))
WITHIN = study(('design = "between"', 'design = "within"'))
MINIMIZED = study(
    (
        'design = "between"',
        'design = "between"\nmethod = "minimization"\ncovariates = ["exp", "gamer"]',
    )
)
SIMPLE = study(('design = "between"', 'design = "between"\nmethod = "simple"'))
ALL = [BLOCKS, CROSSED, WITHIN, MINIMIZED, SIMPLE]


def people(file: StudyFile, count: int, seed: int) -> tuple[Allocator, list[LogEntry]]:
    """People who arrive at random moments; a third of them drops out, some much later."""
    rng, allocator, log = random.Random(seed), Allocator(file), list[LogEntry]()
    here: list[int] = []
    for slot in range(count):
        while here and rng.random() < 0.3:
            gone = here.pop(rng.randrange(len(here)))
            if rng.random() < 0.6:
                allocator.leave(gone)
                log.append(Released(gone))
        stratum = {"exp": rng.choice(["new", "new", "expert"]), "gamer": rng.choice(["yes", "no"])}
        log.append(Allocated(slot, allocator.arrive(stratum), stratum))
        here.append(slot)
    return allocator, log


@pytest.mark.parametrize("file", [BLOCKS, CROSSED, WITHIN])
def test_a_thousand_people_who_come_and_go_leave_the_arms_balanced(file: StudyFile) -> None:
    allocator, log = people(file, 1000, 1)
    assert sum(isinstance(entry, Released) for entry in log) > 150
    sizes = [allocator.counts()[treatment] for treatment in _all(file)]
    # Places that were given back and not taken again yet are all that may be missing.
    missing = len(allocator._free)
    assert max(sizes) - min(sizes) <= 1 + missing
    arms = Counter(t.arms for t, n in allocator.counts().items() for _ in range(n))
    assert max(arms.values()) - min(arms.values()) <= 1 + missing


def test_balance_holds_at_every_moment_without_drop_outs() -> None:
    allocator = Allocator(CROSSED)
    for _ in range(100):
        allocator.arrive({})
        sizes = [allocator.counts()[treatment] for treatment in treatments(CROSSED)]
        assert max(sizes) - min(sizes) <= 1


def test_minimization_balances_every_covariate_of_a_thousand_people() -> None:
    allocator, _ = people(MINIMIZED, 1000, 2)
    taken = [place for place in allocator._places if place.taken]
    for name, codes in (("exp", ("new", "expert")), ("gamer", ("yes", "no"))):
        for code in codes:
            arms = Counter(p.treatment.arms[0] for p in taken if p.stratum[name] == code)
            assert abs(arms["one"] - arms["two"]) <= 12, (name, code, arms)
    # Independent draws are off by more, so this is not chance.
    simple, _ = people(SIMPLE, 1000, 2)
    both = Counter(p.treatment.arms[0] for p in simple._places if p.taken)
    minimized = Counter(p.treatment.arms[0] for p in taken)
    assert abs(minimized["one"] - minimized["two"]) < abs(both["one"] - both["two"])


@pytest.mark.parametrize("file", ALL)
def test_the_log_and_the_seed_give_the_same_arms_again(file: StudyFile) -> None:
    allocator, log = people(file, 200, 3)
    assert verify(file, log) == 200
    again = restored(file, log)
    assert again.counts() == allocator.counts()
    assert again.arrive({"exp": "new"}) == allocator.arrive({"exp": "new"})


@pytest.mark.parametrize("file", ALL)
def test_the_log_still_replays_after_somebody_withdrew(file: StudyFile) -> None:
    _, log = people(file, 60, 4)
    forgotten = [
        replace(entry, stratum=None) if isinstance(entry, Allocated) and entry.slot == 7 else entry
        for entry in log
    ]
    assert verify(file, forgotten) == (7 if file is MINIMIZED else 60)


def test_a_log_of_another_seed_is_refused() -> None:
    _, log = people(BLOCKS, 40, 5)
    with pytest.raises(TamayaError, match=r"slot \d+ has .* in the log .the seed gives"):
        verify(study(("seed = 3", "seed = 4")), log)
    with pytest.raises(TamayaError, match="slot 1 in the log .expected 0"):
        restored(BLOCKS, [entry for entry in log if getattr(entry, "slot", 0)][:1])


@pytest.mark.parametrize("size", range(2, 9))
def test_balanced_orders_put_everything_everywhere_and_after_everything(size: int) -> None:
    orders = balanced_orders(size)
    assert all(sorted(order) == list(range(size)) for order in orders)
    places = Counter((place, value) for order in orders for place, value in enumerate(order))
    follows = Counter(pair for order in orders for pair in pairwise(order))
    assert len(places) == size * size
    assert len(set(places.values())) == 1
    assert len(follows) == size * (size - 1)
    assert len(set(follows.values())) == 1


def test_arms_of_a_person_follow_the_order_in_rounds_or_one_after_the_other() -> None:
    four = ("count = 2", "count = 4")
    within = ('design = "between"', 'design = "within"')
    rounds = ('design = "between"', 'design = "within"\nrepeat = "rounds"')
    assert treatments(study(within, four))[0].arms == ("one", "one", "two", "two")
    assert treatments(study(rounds, four))[0].arms == ("one", "two", "one", "two")


def test_decks_are_the_same_rotated_shuffled_or_fresh() -> None:
    first = Treatment(("one", "one"), 1)
    assert [deck_seed(BLOCKS, 5, Treatment(("one",)), game) for game in (1, 2)] == [1, 2]
    assert [deck_seed(CROSSED, 5, first, game) for game in (1, 2, 3)] == [2, 3, 1]
    shuffled = study(("seeds = [1, 2]", 'seeds = [1, 2, 3, 4]\norder = "shuffled"'))
    orders = {tuple(deck_seed(shuffled, s, first, g) for g in range(1, 5)) for s in range(30)}
    assert len(orders) > 10
    assert all(sorted(order) == [1, 2, 3, 4] for order in orders)
    fresh = study(('kind = "seeds"\nseeds = [1, 2]', 'kind = "fresh"'))
    seeds = [deck_seed(fresh, slot, first, game) for slot in range(20) for game in (1, 2)]
    assert len(set(seeds)) == 40


def _all(file: StudyFile) -> list[Treatment]:
    return treatments(file)
