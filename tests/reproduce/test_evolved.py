"""Statements of the papers about evolved pools, checked on our runs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tamaya as ty
from tamaya.reproduce import Result
from tamaya.reproduce.behaviour_maps import as_map, full_map, map_cells
from tamaya.reproduce.canaan2019 import fig3 as canaan2019_fig3
from tamaya.reproduce.canaan2019.printed_maps import SELF_PLAY, TIMES_BEST, WITH_ALL
from tamaya.reproduce.canaan2020 import fig1 as canaan2020_fig1
from tamaya.reproduce.evolved_runs import Printed, run_cell
from tamaya.reproduce.grid import Grid
from tamaya.reproduce.three_runs import RUNS
from tests.pools import elite, pool
from tests.reproduce.test_experiments import committed


def number(name: str, measure: str, row: str, column: str = "run 1") -> float:
    return committed(name).cell(measure, 2, row, column).ours


def test_the_maps_in_the_code_are_those_of_the_paper() -> None:
    """The paper's text: 326 niches, highest 20.51 at (0.45, 0.8), means 6.69 and 8.20."""
    assert (SELF_PLAY > 0).sum() == 326
    assert SELF_PLAY.argmax() == 20 * 9 + 16
    assert SELF_PLAY.max() == pytest.approx(20.51)
    assert round(float(SELF_PLAY.mean()), 2) == 6.69
    assert round(float(SELF_PLAY[SELF_PLAY > 0].mean()), 2) == 8.20
    assert np.array_equal(WITH_ALL > 0, SELF_PLAY > 0)
    assert round(float(WITH_ALL[WITH_ALL > 0].mean()), 2) == 6.62  # 6.64 in the text
    assert TIMES_BEST.sum() == 326
    assert canaan2019_fig3.regions(TIMES_BEST)[canaan2019_fig3.ISLAND] == 10


def test_the_published_5x5_maps_have_the_means_of_the_text() -> None:
    for place, published in enumerate(canaan2020_fig1.MAPS):
        assert published.max() == canaan2020_fig1.SUMMARY["max score"].by_run[place]
        mean = published[published > 0].mean()
        printed = canaan2020_fig1.SUMMARY["mean of covered niches"].by_run[place]
        assert round(float(mean), 2) == pytest.approx(printed)


def test_a_counted_number_agrees_inside_the_range_of_all_runs_and_a_margin() -> None:
    printed = Printed((8.0, 9.0), 0.5)
    assert [printed.agrees(ours) for ours in (7.4, 7.5, 8.5, 9.5, 9.6, math.nan)] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]


def test_counted_numbers_are_shown_without_an_error() -> None:
    counted = run_cell(("run", "run 1", "coverage"), 340.0, Printed((326.0,), 8.0))
    estimated = run_cell(("run", "run 1", "mean"), ty.Estimate(7.96, 0.03, 10))
    shown = Grid(
        title="t", corner="run", header=("coverage", "mean"), lines=((counted, estimated),)
    )
    assert shown.markdown()[-2] == "| run 1 | **340 (326)** | 7.96 ± 0.03 |"


def test_maps_become_cells_and_maps_again() -> None:
    agents = pool(elite(0, 1), elite(4, 4))
    numbers = [ty.Estimate(2.0, 0.1, 10), ty.Estimate(5.0, 0.1, 10)]
    published = np.zeros((5, 5))
    published[4, 4] = 9.0
    cells = map_cells("score", agents, numbers, published, margin=0.5)
    result = Result(
        experiment="x", scale="tiny", args={}, version="", seeds=(0, 0), cells=tuple(cells)
    )
    assert np.array_equal(as_map(result, "score"), full_map(agents, [2.0, 5.0]))
    assert np.array_equal(as_map(result, "score", theirs=True), published)
    assert len(result.compared) == 1, "niches that both maps fill are compared"
    assert {cell.row for cell in cells} == {"0", "0.2", "0.4", "0.6", "0.8"}


def test_agents_score_more_the_nearer_their_niches_are() -> None:
    curve = [cell.ours for cell in committed("canaan2019_fig4").cells if cell.measure == "score"]
    assert curve == sorted(curve, reverse=True)


def test_counterparts_lose_little_and_share_few_rules() -> None:
    loss = number("canaan2019_cross_run", "counterparts", "all three", "crossed minus self-play")
    assert -0.2 < loss < 0
    differ = number("canaan2019_cross_run", "counterparts", "all three", "rules that differ")
    assert differ > 13


def test_the_niches_that_only_our_runs_fill_are_poor() -> None:
    """The page says: at most 3.2 points and communicativeness below 0.3."""
    result = committed("canaan2019_fig1")
    ours = as_map(result, "self-play")
    only_ours = (ours > 0) & (SELF_PLAY == 0)
    assert only_ours.sum() == 14
    assert ours[only_ours].max() < 3.2
    assert np.argwhere(only_ours)[:, 0].max() < 6


def test_the_same_three_niches_stay_empty() -> None:
    result = committed("canaan2020_fig1")
    for run in RUNS:
        assert np.array_equal(as_map(result, run) == 0, canaan2020_fig1.MAPS[0] == 0)
