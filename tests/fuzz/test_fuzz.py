"""Inputs that once failed are handled now, and new inputs too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.runner import Hang, fuzz, time_limit
from tests.fuzz.target import CORPUS, MODULES, RESOURCES, TARGETS, Target, corpus, load
from tests.truth import ROOT

load(*MODULES)
KEPT = [(name, path) for name in TARGETS for path in corpus(name)]


@pytest.fixture(scope="module", autouse=True)
def _resources() -> Iterator[None]:
    with RESOURCES:
        yield


def ids(kept: list[tuple[str, Path]]) -> list[str]:
    return [f"{name}-{path.name}" for name, path in kept]


QUICK = [entry for entry in KEPT if not TARGETS[entry[0]].slow]
SLOW = [entry for entry in KEPT if TARGETS[entry[0]].slow]


@pytest.mark.parametrize(("name", "path"), QUICK, ids=ids(QUICK))
def test_what_was_once_mishandled_is_handled(name: str, path: Path) -> None:
    with time_limit(TARGETS[name].seconds):
        TARGETS[name].accepts(path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path"), SLOW, ids=ids(SLOW))
def test_what_was_once_mishandled_in_seconds_is_handled(name: str, path: Path) -> None:
    TARGETS[name].accepts(path.read_bytes())


def test_every_folder_of_the_corpus_has_a_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} <= TARGETS.keys()


@pytest.mark.slow
def test_fuzzing_finds_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make test-all` continues for ten minutes, with the slow targets."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["fuzz", "--seconds", "6", "--quick"])
    code = main()
    assert code == 0, capsys.readouterr().out


def test_bugs_and_hangs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a fuzzer that ignores all failures would pass."""
    monkeypatch.setattr("tests.fuzz.runner.CORPUS", tmp_path)

    def fails(data: bytes) -> None:
        raise KeyError(data)

    def hangs(data: bytes) -> None:
        while True:
            pass

    for run, complaint, limit in ((fails, "KeyError: b'x'", 120), (hangs, Hang.__name__, 0.05)):
        target = Target("bad", "nothing", lambda rng: b"x", run, seconds=limit)
        count = fuzz(target, 120.0, 0, tmp_path / "current")
        assert count.inputs == 1
        assert complaint in count.failure
    assert [path.read_bytes() for path in (tmp_path / "bad").iterdir()] == [b"x"]
