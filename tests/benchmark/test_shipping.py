"""Makes the shipped files again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from tamaya.benchmark import bounds, shipping, validation
from tamaya.benchmark.bounds import QUICK_BOUNDS, bounds_name, find_bounds
from tamaya.benchmark.protocol import QUICK, VALIDATION_SEED, track_named
from tamaya.benchmark.validation import FOLDER, shipped_set
from tests.benchmark.sets import small_set


@pytest.fixture
def bounds_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bounds of a quick set in a copy of the shipped files; the cache is empty."""
    copy = shutil.copytree(FOLDER, tmp_path / "shipped")
    for module in (bounds, shipping, validation):
        monkeypatch.setattr(module, "FOLDER", copy)
    monkeypatch.setattr(shipping, "ALL", (shipping.Kind("people", 2, "quick"),))
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    partners = shipped_set(VALIDATION_SEED, track_named("people"), 2, QUICK)
    assert partners is not None
    return copy / bounds_name(partners, quick=True)


def ship_one_set() -> None:
    shipping.main("people", "2", "quick")


def ship_with_workers() -> None:
    """What `all` does, with threads in place of processes."""
    with ThreadPoolExecutor(2) as pool:
        shipping.ship_all(pool)


WAYS = pytest.mark.parametrize("ship", [ship_one_set, ship_with_workers])


@WAYS
def test_shipping_again_keeps_bounds_that_are_not_in_the_cache(
    ship: Callable[[], None], bounds_file: Path
) -> None:
    before = bounds_file.read_bytes()
    ship()
    assert bounds_file.read_bytes() == before


@WAYS
def test_shipping_joins_shipped_and_cached_bounds(
    ship: Callable[[], None], bounds_file: Path, tmp_path: Path
) -> None:
    before = bounds_file.read_bytes()
    lines = before.splitlines(keepends=True)
    assert len(lines) > 2
    cached = tmp_path / "cache" / "benchmark" / bounds_file.name
    cached.parent.mkdir(parents=True)
    cached.write_bytes(b"".join(lines[2:]))
    bounds_file.write_bytes(b"".join(lines[:2]))
    ship()
    assert bounds_file.read_bytes() == before


@pytest.mark.exhaustive
def test_processes_find_the_same_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = replace(QUICK_BOUNDS, screened=2, chosen=4, reported=6, generations=1, searched=2)
    monkeypatch.setattr(bounds, "QUICK_BOUNDS", tiny)
    partners = small_set(3)
    here = find_bounds(partners, quick=True, cache=tmp_path / "here")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        workers = shipping.Processes(pool)
        assert find_bounds(partners, quick=True, cache=tmp_path / "there", on=workers) == here


def test_all_validation_sets_are_shipped() -> None:
    assert {f"{kind.track}-{kind.players}-{kind.size}" for kind in shipping.ALL} == {
        file.stem.replace("standard", "zero-shot") for file in FOLDER.glob("*.json")
    }
