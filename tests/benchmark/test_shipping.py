"""Makes the shipped files again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tamaya.benchmark import bounds, shipping, validation
from tamaya.benchmark.bounds import bounds_name
from tamaya.benchmark.protocol import QUICK, VALIDATION_SEED, track_named
from tamaya.benchmark.validation import FOLDER, shipped_set


@pytest.fixture
def bounds_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bounds of a quick set in a copy of the shipped files; the cache is empty."""
    copy = shutil.copytree(FOLDER, tmp_path / "shipped")
    for module in (bounds, shipping, validation):
        monkeypatch.setattr(module, "FOLDER", copy)
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    partners = shipped_set(VALIDATION_SEED, track_named("people"), 2, QUICK)
    assert partners is not None
    return copy / bounds_name(partners, quick=True)


def test_shipping_again_keeps_bounds_that_are_not_in_the_cache(bounds_file: Path) -> None:
    before = bounds_file.read_bytes()
    shipping.ship("people", 2, "quick")
    assert bounds_file.read_bytes() == before


def test_shipping_joins_shipped_and_cached_bounds(bounds_file: Path, tmp_path: Path) -> None:
    before = bounds_file.read_bytes()
    lines = before.splitlines(keepends=True)
    assert len(lines) > 2
    cached = tmp_path / "cache" / "benchmark" / bounds_file.name
    cached.parent.mkdir(parents=True)
    cached.write_bytes(b"".join(lines[2:]))
    bounds_file.write_bytes(b"".join(lines[:2]))
    shipping.ship("people", 2, "quick")
    assert bounds_file.read_bytes() == before
