"""The figures about people, measured on the public games if they exist here."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tamaya.cli import reproduce as command
from tamaya.cli.app import app
from tamaya.reproduce import MissingData, Result, experiment
from tamaya.reproduce.eger2017 import fig7
from tamaya.reproduce.eger2017.fig6 import CELLS, PRINTED, TUKEY
from tamaya.reproduce.eger2017.table2 import DEVIATIONS
from tests.humans import study
from tests.truth import ROOT

FIGURES = ("eger2017_fig6", "eger2017_fig7")


def committed(name: str) -> Result:
    return Result.from_json((ROOT / "docs" / "reproduction" / f"{name}.json").read_text())


def test_reproducing_all_measures_the_others_and_fails_without_some_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path))
    monkeypatch.setattr(command, "experiment_names", lambda: [*FIGURES, "kantack2021_table1"])
    words = ["reproduce", "all", "--scale", "tiny", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, MissingData)
    assert "2 of 3 experiments lack data" in str(done.exception)
    assert "skipped eger2017_fig6: the games of the study are absent" in done.output
    assert [file.name for file in tmp_path.glob("*.json")] == ["kantack2021_table1.json"]


@pytest.mark.parametrize("name", FIGURES)
def test_games_in_the_same_layout_are_measured_and_drawn(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path))
    study.write(tmp_path / "HanabiData", people=30)
    result = experiment(name).run("tiny")
    experiment(name).draw(result, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    games = 30 if name == "eger2017_fig6" else 33
    assert sum(cell.ours for cell in result.cells if cell.measure == "histogram") == games


def test_the_order_of_the_computers_is_the_papers() -> None:
    result = committed("eger2017_fig6")
    means = {style: result.cell("score", 2, style, "mean").ours for style in PRINTED}
    assert sorted(means, key=means.__getitem__) == ["outer", "full", "intentional"]
    assert len(result.compared) == 14
    assert [cell for cell in result.compared if cell.verdict == "differs"] == []


def test_tukeys_test_on_the_printed_means_gives_the_printed_p_values() -> None:
    result = committed("eger2017_fig6")
    for pair, theirs in TUKEY.items():
        cell = result.cell("tukey", 2, " and ".join(pair), "the paper's means")
        assert cell.verdict == "agrees"
        assert cell.theirs == theirs


def test_the_papers_test_of_cells_follows_from_its_counts_and_our_error() -> None:
    result = committed("eger2017_fig6")
    rows = {
        cell.row: cell
        for cell in result.cells
        if (cell.measure, cell.column) == ("interaction", "the paper's counts")
    }
    same_range, other_range = (rows[row] for row in CELLS)
    assert same_range.ours == pytest.approx(0.0827, abs=0.01)
    assert other_range.ours < 0.05


def test_deviations_of_table_2_agree_at_the_printed_decimal() -> None:
    result = committed("eger2017_table2")
    rows = [cell for cell in result.cells if cell.row == "deviation"]
    assert len(rows) == len(DEVIATIONS)
    assert all(round(cell.ours, 1) == pytest.approx(cell.theirs, abs=0.11) for cell in rows)
    assert {cell.verdict for cell in rows} == {"agrees"}


def test_only_the_mean_with_outer_over_all_games_differs() -> None:
    """The person who lowers it in the paper is not in our part of the games."""
    result = committed("eger2017_fig7")
    assert [cell.row for cell in result.compared if cell.verdict == "differs"] == ["outer"]
    others = result.cell("others", 2, "outer", "mean")
    assert others.ours == pytest.approx(9.53, abs=3 * others.sem)  # in the whole release


def test_people_of_very_many_games_are_left_out_and_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Person 0 of the made-up study plays four games, two with Outer; everybody else one."""
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path))
    monkeypatch.setattr(fig7, "MOST_GAMES", 3)
    study.write(tmp_path / "HanabiData", people=12)
    result = experiment("eger2017_fig7").run("tiny")
    games = {name: _games_of(result, name) for name in (fig7.ALL, fig7.OTHERS)}
    assert games == {fig7.ALL: [5, 5, 5], fig7.OTHERS: [3, 4, 4]}
    heavy = [cell for cell in result.cells if cell.measure == fig7.HEAVY]
    assert {cell.row for cell in heavy} == {"person 1"}
    assert [cell.ours for cell in heavy[:2]] == [4, pytest.approx(100 * 4 / 15)]


def _games_of(result: Result, name: str) -> list[float]:
    return [result.cell(name, 2, style, "games").ours for style in ("outer", "intentional", "full")]
