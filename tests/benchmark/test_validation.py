"""The shipped validation sets and their bounds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.benchmark import bounds
from tamaya.benchmark.bounds import bounds_name, find_bounds
from tamaya.benchmark.choosing import Different, PartnerCandidate
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.protocol import ALIKE, FULL, QUICK, TRACKS, VALIDATION_SEED
from tamaya.benchmark.test_set import TestSet
from tamaya.benchmark.validation import FOLDER, shipped_set

SETS = sorted(FOLDER.glob("*.json"))


def shipped(file: Path) -> tuple[TestSet, bool]:
    """A shipped set, as the benchmark reads it, and whether it is quick."""
    kind, players, size = file.stem.split("-")
    track = TRACKS["people" if kind == "people" else "zero-shot"]
    budget = QUICK if size == "quick" else FULL
    partners = shipped_set(VALIDATION_SEED, track, int(players), budget)
    assert partners is not None
    return partners, size == "quick"


def test_sets_are_shipped_for_all_tracks_numbers_of_players_and_sizes() -> None:
    assert {file.stem for file in SETS} == {
        f"{kind}-{players}-{size}"
        for kind in ("standard", "people")
        for players in range(2, 6)
        for size in ("quick", "full")
    }


def has_bounds(file: Path) -> bool:
    partners, quick = shipped(file)
    return (FOLDER / bounds_name(partners, quick=quick)).exists()


def test_bounds_of_all_sets_are_shipped() -> None:
    assert all(map(has_bounds, SETS))
    assert len(list(FOLDER.glob("*.jsonl"))) == len(SETS)  # no others lie there


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_a_shipped_set_is_the_validation_set_of_its_track(file: Path, tmp_path: Path) -> None:
    partners, quick = shipped(file)
    assert partners.seed == VALIDATION_SEED
    assert partners.budget == ("quick" if quick else "full")
    track = "people" if "eger" in partners.setup else "zero-shot"
    players = int(file.stem.split("-")[1])
    grown = grow_test_set(VALIDATION_SEED, players, quick=quick, track=track, cache=tmp_path)
    assert grown == partners
    assert list(tmp_path.iterdir()) == []  # nothing had to grow


@pytest.mark.slow
@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_no_two_partners_of_a_shipped_set_move_alike_on_other_positions(file: Path) -> None:
    """The shares that exclude near-duplicates also hold on decks that did not choose."""
    partners, _ = shipped(file)
    alone = [
        PartnerCandidate(p.name, p.agents[0], "") for p in partners.partners if len(p.agents) == 1
    ]
    other = Different(12345, ty.Setup.parse(partners.setup), alone)
    moves = np.array([other.moves[candidate] for candidate in alone])
    shares = (moves[:, None] == moves[None]).mean(axis=2) - np.eye(len(alone))
    assert shares.max() <= ALIKE + 0.01  # about three standard errors of these positions


@pytest.mark.parametrize("file", [f for f in SETS if has_bounds(f)], ids=lambda file: file.stem)
def test_shipped_bounds_cover_all_partners_and_have_errors(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partners, quick = shipped(file)
    monkeypatch.setattr(bounds, "match", None)  # nothing has to be played
    bound_of = find_bounds(partners, quick=quick, cache=tmp_path)
    assert set(bound_of) == {partner.name for partner in partners.partners}
    mixed = {partner.name for partner in partners.of("mixed")}
    for bound in bound_of.values():
        # Guests of a mixed table may bomb by themselves: their conventions clash.
        assert (0 if bound.partner in mixed else 5) < bound.value <= 25
        assert 0 < bound.sem < 2
        assert bound.response
        assert bound.tried >= 8


def test_other_seeds_are_not_shipped() -> None:
    assert shipped_set(1, TRACKS["zero-shot"], 2, QUICK) is None
