"""Names that no file can have are refused wherever users may write a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.files import cache_folder
from tamaya.meta import Experience

NO_NAMES = {"a zero byte": "a\0b", "too long": "x" * 5000}
SPECS = (
    'learned:"{}"',
    'onnx:"{}"',
    'cyclone:weights("{}")',
    'meta:"{}"',
    'elite:"{}#2,3"',
    '"{}.py:Bot"',
)
READERS: dict[str, Callable[[str], object]] = {
    "pool": ty.pool,
    "experience": Experience.read,
    "table": ty.MatchupTable.read,
    "table to continue": lambda path: ty.matchups(["piers"], games=1, out=path),
    "run": lambda path: ty.evolve(path, candidates=20, batch=10, games=2),
    "table to write": lambda path: ty.matchups(["piers"], games=1).write(Path(path)),
}


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_in_a_file_that_cannot_be_is_refused(spec: str, name: str) -> None:
    with pytest.raises(ty.TamayaError):
        ty.as_agent(spec.format(name))


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_path_that_cannot_be_is_refused(read: Callable[[str], object], name: str) -> None:
    with pytest.raises(ty.TamayaError):
        read(name)


def test_the_cache_folder_needs_no_home_if_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.setenv("TAMAYA_CACHE", "here")
    assert cache_folder() == Path("here")
    monkeypatch.delenv("TAMAYA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "shared")
    assert cache_folder() == Path("shared/tamaya")
