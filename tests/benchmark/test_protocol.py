"""The protocol of the benchmark."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tamaya.benchmark import protocol
from tamaya.networks import families


def test_shipped_networks_of_the_pool_are_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    networks: dict[str, list[Path]] = {name: [] for name in ("companion", "pool-1", "pool-2")}
    monkeypatch.setattr(families, "shipped", lambda: networks)
    spec = importlib.util.spec_from_file_location(protocol.__name__, protocol.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    pool = [name for name in copy.LEARNED.candidates if "pool" in name]
    assert pool == ["learned:pool-1", "learned:pool-2"]
    assert "learned:companion" not in copy.LEARNED.candidates
