"""Test sets of the benchmark, grown from a seed."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.benchmark import growing
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.protocol import QUICK, TRACKS, PartnerFamily
from tamaya.benchmark.test_set import TestSet
from tamaya.errors import TamayaError

TINY = dataclasses.replace(QUICK, candidates=600, evolution_games=4, partners=2)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "QUICK", TINY)


@pytest.fixture(scope="module")
def three_players(tmp_path_factory: pytest.TempPathFactory) -> TestSet:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "QUICK", TINY)
        return grow_test_set(5, 3, quick=True, cache=tmp_path_factory.mktemp("cache"))


def test_a_set_has_partners_of_all_families_that_can_play(three_players: TestSet) -> None:
    families = [family.name for family in TRACKS["zero-shot"].families]
    assert list(three_players.families) == families
    assert len(families) >= 6
    assert all(1 <= len(three_players.of(family)) <= 2 for family in families)


def test_every_partner_plays_a_game_with_a_challenger(three_players: TestSet) -> None:
    for partner in three_players.partners:
        team = (ty.as_agent("piers"), *partner.others(3))
        assert ty.match(*team, games=1, setup=three_players.setup).games == 1


def test_partners_share_no_agents(three_players: TestSet) -> None:
    """Otherwise they would not be independent samples, and intervals would be too narrow."""
    alone = [p.agents[0] for p in three_players.partners if p.family not in ("noisy", "mixed")]
    noisy = [p.agents[0].partition(", ")[2][:-1] for p in three_players.of("noisy")]
    guests = [agent for p in three_players.of("mixed") for agent in p.agents]
    assert len(noisy) == 2
    assert not set(noisy) & {*alone, *guests}
    assert len(set(guests)) == len(guests) == 4
    # Of the families with few agents everybody is a partner, and so guests come from there too.
    few = {p.agents[0] for f in ("learned", "conventions") for p in three_players.of(f)}
    assert not set(guests) & (set(alone) - few)


def test_evolved_partners_score_with_themselves(three_players: TestSet) -> None:
    for family in ("evolved", "evolved-published"):
        for partner in three_players.of(family):
            games = ty.match(*partner.agents * 3, games=200, setup=three_players.setup)
            assert games.score.mean > 9, partner.name


def test_the_same_seed_gives_the_same_bytes_after_an_interruption(
    three_players: TestSet, tmp_path: Path
) -> None:
    def interrupt(step: str, done: int, total: int) -> None:
        if step == "evolving evolved-published" and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grow_test_set(5, 3, quick=True, cache=tmp_path, tell=interrupt)
    steps: list[tuple[str, int]] = []
    again = grow_test_set(
        5, 3, quick=True, cache=tmp_path, tell=lambda step, done, total: steps.append((step, done))
    )
    assert again.text == three_players.text
    assert not [step for step in steps if step[0] == "evolving evolved"]  # it was finished


PROGRAM = """
import dataclasses, os, sys
from pathlib import Path
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
from tamaya.benchmark import growing
from tamaya.benchmark.protocol import QUICK
growing.QUICK = dataclasses.replace(QUICK, candidates=200, evolution_games=4, partners=2)
print(growing.grow_test_set(5, 2, quick=True, cache=Path(sys.argv[2])).text)
"""


def grown_elsewhere(cores: int, hash_seed: int, folder: Path) -> str:
    """The text of a small set that another process grows on some cores."""
    command = [sys.executable, "-c", PROGRAM, str(cores), str(folder)]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment
    ).stdout


@pytest.mark.exhaustive
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs to limit the cores")
def test_processes_with_other_numbers_of_cores_grow_the_same_bytes(tmp_path: Path) -> None:
    first = grown_elsewhere(1, 1, tmp_path / "one")
    assert "evolved" in first
    assert grown_elsewhere(2, 2, tmp_path / "two") == first


@pytest.mark.exhaustive
def test_the_shipped_validation_set_grows_again_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "QUICK", QUICK)
    shipped = grow_test_set(0, 2, quick=True, cache=tmp_path)
    assert not list(tmp_path.iterdir())  # it was read, not grown
    monkeypatch.setattr(growing, "shipped_set", lambda *_: None)
    assert grow_test_set(0, 2, quick=True, cache=tmp_path).text == shipped.text


def test_a_finished_set_is_read_from_the_cache(tmp_path: Path) -> None:
    first = grow_test_set(1, 2, quick=True, track="people", cache=tmp_path)
    steps: list[str] = []
    again = grow_test_set(
        1, 2, quick=True, track="people", cache=tmp_path, tell=lambda step, *_: steps.append(step)
    )
    assert again == first
    assert steps == []
    other = grow_test_set(2, 2, quick=True, track="people", cache=tmp_path)
    assert other.hash != first.hash


def test_near_duplicates_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = PartnerFamily("twins", "two names of one agent", ("piers", "noisy(0, piers)", "flawed"))
    track = dataclasses.replace(TRACKS["zero-shot"], families=(twins,))
    monkeypatch.setattr(growing, "track_named", lambda name: track)
    monkeypatch.setattr(growing, "QUICK", dataclasses.replace(TINY, partners=3))
    grown = grow_test_set(3, 2, quick=True, cache=tmp_path)
    assert len(grown.partners) == 2
    assert "flawed" in [partner.name for partner in grown.partners]
    assert len(grown.dropped) == 1
    assert "100.0% of moves" in grown.dropped[0]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text('{"format": "tamaya benchmark test set 1"}')
    with pytest.raises(TamayaError, match="set.json' is not a test set"):
        TestSet.read(tmp_path / "set.json")


def test_impossible_numbers_and_tracks_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match="6 players"):
        grow_test_set(0, 6, cache=tmp_path)
    with pytest.raises(TamayaError, match=r"no track 'both' \(expected zero-shot, ten-games"):
        grow_test_set(0, 2, track="both", cache=tmp_path)
