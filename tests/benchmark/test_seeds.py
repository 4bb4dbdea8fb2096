"""Official and unofficial seeds of the benchmark."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tamaya.benchmark.seeds import TestSeed, entry_hash, files_in
from tamaya.errors import TamayaError


def test_the_official_seed_is_the_hash_of_beacon_and_entry() -> None:
    # printf 4d2ba78...15ad | sha256sum, the first 16 digits; the entry is sha256sum of abc
    entry = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    seed = TestSeed.official(" 4d2\n", entry)
    assert seed.seed == 0xFCDFA2AD483C5CBA >> 1
    assert seed.status == "official"


def test_chosen_seeds_are_not_official() -> None:
    assert TestSeed.chosen(42).status == "unofficial"
    assert TestSeed.chosen(0).status == "validation"


def test_bad_seeds_and_beacons_are_refused() -> None:
    with pytest.raises(TamayaError, match="seed = -1"):
        TestSeed.chosen(-1)
    with pytest.raises(TamayaError, match="not a value of a beacon: ' '"):
        TestSeed.official(" ", "00")


def test_an_entry_is_the_content_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("abc")
    name = f"noisy(5, {tmp_path}/bot.py:Bot(path={tmp_path}/missing.pt))"
    assert files_in(name) == (tmp_path / "bot.py",)
    digest = hashlib.sha256(hashlib.sha256(b"abc").digest()).hexdigest()
    assert entry_hash(name) == digest
    (tmp_path / "bot.py").write_text("abd")
    assert entry_hash(name) != digest


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("bot.py", 'remote:"python {}"(seconds=5)'),
        ("bot.py", "remote:python {}"),
        ("bot.py", 'limited(5, "{}:Bot")'),
        ("my bot.py", 'limited(5, "{}:Bot")'),
        ("my bot.py", "remote:\"python '{}'\"(events=yes)"),
        ("my pool.json", 'elite:"{}#2,3"'),
    ],
)
def test_files_in_quotes_are_part_of_an_entry(file: str, name: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text("abc")
    assert files_in(name.format(tmp_path / file)) == (tmp_path / file,)


def test_an_entry_without_files_is_its_definition() -> None:
    assert entry_hash("piers") == entry_hash("piers") != entry_hash("iggi")
    with pytest.raises(TamayaError, match="nobody"):
        entry_hash("nobody")


def test_a_missing_file_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match="cannot read '.*weights"):
        entry_hash("piers", (tmp_path / "weights",))
