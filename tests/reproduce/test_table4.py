"""Table IV of Canaan et al. 2020: the published populations, and our meta-agent with them."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.numbers import Floats
from tamaya.reproduce import MissingData, Result, data
from tamaya.reproduce.canaan2020 import table4
from tamaya.reproduce.canaan2020.populations import Population, populations
from tamaya.reproduce.canaan2020.table4 import AGAIN, BY_TABLE, GAIN, SCORE, TRUE_PARTNER
from tamaya.reproduce.comparisons import comparisons
from tests.truth import ROOT, SAMPLE, truth

COMMITTED = Result.from_json((ROOT / "docs/reproduction/canaan2020_table4.json").read_text())


OWN = Result.from_json((ROOT / "docs/reproduction/canaan2020_table4_own.json").read_text())


def test_both_tables_have_welchs_p_values_of_all_nine_scenarios() -> None:
    for result in (COMMITTED, OWN):
        values = [c.ours for c in result.cells if c.measure == "p-value of Welch's test"]
        assert len(values) == 2 * 9
        assert all(0 <= value <= 1 for value in values)


@pytest.fixture(scope="module")
def published() -> list[Population]:
    path = truth("java_framework/published_elites.jsonl.gz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAMAYA_TRUTH", str(path.parents[1]))
        return populations()


def test_the_generalists_of_the_published_tables_are_those_of_the_program(
    published: list[Population],
) -> None:
    tables = [population.table for population in published if population.table is not None]
    assert [table.generalist for table in tables] == ["2,3", "1,4", "2,3"]
    means = [table.scores.mean(axis=1).max() for table in tables]
    assert means == pytest.approx([12.77, 11.84, 13.79], abs=0.005)


def test_a_population_without_its_files_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table never measures fewer populations instead."""
    folder = tmp_path / "java_framework"
    shutil.copytree(SAMPLE / "java_framework", folder)
    third = folder / "published_elites_5x5_run3.jsonl.gz"
    third.unlink()
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path))
    assert len(populations()) == 3, "a checkout has its own copy"
    monkeypatch.setattr(data, "_FOLDERS", (tmp_path,))
    with pytest.raises(MissingData, match=f"absent: no file '{third}'"):
        populations()


@pytest.mark.exhaustive
def test_our_training_is_as_near_to_the_published_tables_as_to_itself_on_other_decks(
    published: list[Population],
) -> None:
    for population in published:
        table = population.table
        assert table is not None
        ours, again = (ty.Experience.train(population.pool, first_seed=seed) for seed in (0, 400))
        assert ours.generalist == table.generalist
        assert apart(ours.scores, table.scores) < 1.5 * apart(ours.scores, again.scores)
        for name, values in table.features.items():
            measured = ours.features[name]
            assert apart(measured, values) < 1.5 * apart(measured, again.features[name])
            assert np.array_equal(np.isnan(measured), np.isnan(values))


def apart(ours: Floats, theirs: Floats) -> float:
    """Mean distance over all entries that are not nan."""
    return float(np.nanmean(np.abs(ours - theirs)))


def test_learning_curves_are_drawn(tmp_path: Path) -> None:
    table4.draw(COMMITTED, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("measure", [SCORE, GAIN, AGAIN, BY_TABLE])
def test_scores_and_gains_are_those_of_the_paper(measure: str) -> None:
    """All but one: the Oracle of population 1 with population 3, which the page names."""
    assert COMMITTED.args["episodes"] == 200
    cells = [cell for cell in COMMITTED.compared if cell.measure == measure]
    assert len(cells) >= 6
    differing = {(cell.row, cell.column) for cell in cells if cell.verdict == "differs"}
    assert differing == ({("1, oracle", "3")} if measure in (SCORE, GAIN) else set())
    lines = {line.name: line.verdict for line in comparisons(COMMITTED)}
    assert lines[measure] == ("differs" if differing else "agrees")


@pytest.mark.parametrize("run", ["1", "2"])
def test_adaptive_stands_between_generalist_and_oracle(run: str) -> None:
    adaptive, oracle = (
        COMMITTED.cell(GAIN, 2, f"{run}, {agent}", run) for agent in ("adaptive", "oracle")
    )
    assert adaptive.ours > 5 * adaptive.sem
    assert oracle.ours - adaptive.ours > 5 * oracle.sem


@pytest.mark.parametrize("run", ["1", "2"])
def test_the_truth_becomes_likelier_in_every_game(run: str) -> None:
    cells = [c for c in COMMITTED.cells if c.measure == TRUE_PARTNER and c.row == run]
    known = [cell.ours for cell in cells]
    assert known == sorted(known)
    assert known[-1] > 0.4
