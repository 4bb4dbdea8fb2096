"""Verdicts about published numbers: margins, intervals and sample sizes."""

from __future__ import annotations

import math
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.reproduce import Result, experiment, experiment_names, page
from tamaya.reproduce.comparisons import comparisons
from tamaya.reproduce.equivalence import NumberDifference, with_rounding
from tamaya.reproduce.experiment import cell
from tests.truth import ROOT

DOCS = ROOT / "docs"
MAPS_OF_RUNS = "canaan2020_fig1"


def committed(name: str) -> Result:
    return Result.from_json((DOCS / "reproduction" / f"{name}.json").read_text())


@pytest.mark.parametrize(
    ("mean", "sem", "verdict"),
    [
        (0.0, 0.3, "agrees"),
        (0.4, 0.05, "agrees"),
        (0.4, 0.3, "open"),
        (-0.6, 0.3, "open"),
        (-0.6, 0.05, "differs"),
        (0.5, math.nan, "agrees"),
        (0.6, math.nan, "differs"),
        (math.nan, 0.1, "open"),
    ],
)
def test_the_whole_interval_must_lie_within_the_margin(
    mean: float, sem: float, verdict: str
) -> None:
    assert NumberDifference(mean, sem).verdict(0.5) == verdict


def test_the_same_agents_differ_by_at_most_three_standard_errors() -> None:
    number = cell("score", "iggi", "piers", 17.2, sem=0.02, theirs=17.0, their_sem=0.02, margin=0.5)
    assert number.verdict == "agrees"
    assert replace(number, same=True).verdict == "differs"


def test_a_published_number_without_an_error_is_taken_to_have_ours() -> None:
    number = cell("score", "iggi", "piers", 17.4, sem=0.2, theirs=17.0, margin=0.5)
    assert number.difference.sem == pytest.approx(0.2 * math.sqrt(2))
    assert number.verdict == "open"


def test_rounding_to_one_decimal_adds_its_error() -> None:
    assert with_rounding(0.0, 1) == pytest.approx(0.1 / math.sqrt(12))


def test_three_evolved_runs_are_compared_with_three_runs_by_welchs_interval() -> None:
    lines = {line.name: line for line in comparisons(committed("canaan2019_table1"))}
    best = lines["max score"]
    assert best.difference is not None
    assert best.difference.mean == pytest.approx(20.216 - 20.45, abs=0.001)
    assert best.difference.sem == pytest.approx(0.154, abs=0.001)  # by hand
    assert best.difference.freedom == pytest.approx(2.06, abs=0.02)
    assert (best.verdict, lines["coverage"].verdict) == ("open", "differs")


def test_a_map_is_judged_as_a_whole_over_the_niches_that_both_fill() -> None:
    lines = {line.name: line for line in comparisons(committed(MAPS_OF_RUNS))}
    assert [len(lines[f"run {number}"].cells) for number in (1, 2, 3)] == [22, 22, 22]


def test_a_line_of_many_numbers_says_how_many_are_open() -> None:
    (line,) = comparisons(committed("canaan2020_table1"))
    assert line.verdict == "agrees"
    assert re.fullmatch(r"of 60 numbers, \d+ agree, \d+ open", line.note)


def test_results_at_scale_tiny_have_no_verdict() -> None:
    result = replace(committed("canaan2020_table1"), scale="tiny")
    assert comparisons(result) == []
    assert "Nothing is published" in page.pages([result])["reproduction/canaan2020.md"]


def test_the_pages_are_what_the_committed_results_say(tmp_path: Path) -> None:
    (tmp_path / "reproduction").mkdir()
    for path in (DOCS / "reproduction").glob("*.json"):
        shutil.copy(path, tmp_path / "reproduction")
    written = page.write(tmp_path)
    assert len(written) == 8
    for path in written:
        there = DOCS / path.relative_to(tmp_path)
        assert path.read_text() == there.read_text(), "tamaya reproduce --page docs"


def test_every_number_that_differs_has_a_reason() -> None:
    text = (DOCS / "reproduction" / "not_reproduced.md").read_text()
    parts = text.split("\n## ")[1:-1]
    assert len(parts) >= 10
    for part in parts:
        assert part.rstrip().splitlines()[-1][0] != "|", part.splitlines()[0]


def test_the_first_page_names_the_results_that_are_smaller_than_the_papers() -> None:
    whole = committed("canaan2020_table1")
    full = committed("walton_rivers2017_mixed_teams")
    small = replace(full, args={**full.args, "budget": 100})
    assert "Smaller than" not in page.pages([whole, full])["reproduction.md"]
    (line,) = re.findall("Smaller than.*", page.pages([whole, small])["reproduction.md"])
    assert re.findall("#([a-z0-9_]+)", line) == [small.experiment]


def test_every_label_names_a_line_of_the_page() -> None:
    labelled = [name for name in experiment_names() if experiment(name).labels]
    assert len(labelled) >= 10
    for name in labelled:
        lines = {line.name for line in comparisons(committed(name))}
        assert set(experiment(name).labels) <= lines, name


def test_small_p_values_are_not_shown_as_zero() -> None:
    text = (DOCS / "reproduction" / "canaan2020.md").read_text()
    (line,) = re.findall(r"p-value of Welch's test \| (\S+) \| (\S+) \|", text)
    assert all(0 < float(number) < 1 for number in line)
