"""Bounds of the benchmark: what a response that knows the partner scores."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.benchmark import bounds
from tamaya.benchmark.bounds import FULL_BOUNDS, BoundBudget, find_bounds
from tamaya.benchmark.test_set import TestPartner, TestSet
from tests.benchmark.sets import small_set

TINY = BoundBudget(
    screened=4, finalists=2, chosen=8, reported=30, generations=2, rollouts=10, searched=2
)


def set_of(*names: str, players: int = 2) -> TestSet:
    partners = tuple(TestPartner(name, "classics", (name,), "for tests") for name in names)
    return dataclasses.replace(small_set(players), partners=partners)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "QUICK_BOUNDS", TINY)


def test_nobody_answers_hat_guessing_better_than_itself(tmp_path: Path) -> None:
    partners = set_of("convention:hats", "piers")
    bound = find_bounds(partners, quick=True, cache=tmp_path)["convention:hats"]
    assert bound.response == "convention:hats"
    other_decks = ty.match(*["convention:hats"] * 2, games=500, setup=partners.setup).score
    assert abs(bound.value - other_decks.mean) < 4 * (bound.sem + other_decks.sem)


def test_a_bound_is_above_what_the_partner_scores_with_itself(tmp_path: Path) -> None:
    partners = set_of("piers", "iggi", "outer")
    bound_of = find_bounds(partners, quick=True, cache=tmp_path)
    for name in ("piers", "iggi", "outer"):
        alone = ty.match(name, name, games=300, setup=partners.setup).score
        assert bound_of[name].value > alone.mean - 2 * (bound_of[name].sem + alone.sem)
        assert bound_of[name].tried >= 8


def test_mixed_tables_have_bounds_too(tmp_path: Path) -> None:
    partners = small_set(3)
    table = dataclasses.replace(partners, partners=partners.partners[-1:])
    bound_of = find_bounds(table, quick=True, cache=tmp_path)
    assert 5 < bound_of["table 1"].value < 25


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bounds_take_about_as_many_games_for_any_number_of_players(players: int) -> None:
    budget = FULL_BOUNDS.for_players(players)
    assert 300 <= budget.reported * players < 300 + players
    assert (budget == FULL_BOUNDS) == (players == 2)


def test_choosing_and_reporting_use_different_decks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_seeds: list[tuple[int, int]] = []

    def spy(*agents: ty.Agent, games: int, first_seed: int, **options: object) -> ty.Matchup:
        first_seeds.append((first_seed, games))
        return ty.match(*agents, games=games, first_seed=first_seed, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(bounds, "match", spy)
    find_bounds(set_of("piers"), quick=True, cache=tmp_path)
    starts = sorted(dict(first_seeds))
    assert len(starts) == 3  # to screen, to choose, to report
    assert all(b - a > 1000 for a, b in pairwise(starts))


def test_bounds_are_read_from_the_cache_and_equal_when_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    partners = set_of("piers")
    first = find_bounds(partners, quick=True, cache=tmp_path)
    assert find_bounds(partners, quick=True, cache=tmp_path / "other") == first
    with next(tmp_path.glob("*.jsonl")).open("a") as file:
        file.write('{"partner": "cut o')
    monkeypatch.setattr(bounds, "match", None)
    assert find_bounds(partners, quick=True, cache=tmp_path) == first
