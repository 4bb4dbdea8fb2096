"""The board of our own agents in the documentation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.benchmark import ours
from tamaya.benchmark.board import boards
from tamaya.benchmark.run import run_benchmark
from tamaya.benchmark.tables import table
from tamaya.files.sections import markers
from tests.truth import ROOT

BOARDS = pytest.mark.parametrize("board", ours.BOARDS, ids=lambda board: board.section)


def rows(board: ours.OurBoard) -> dict[str, dict[str, str]]:
    """The cells of a documented board, by agent and heading."""
    begin, end = markers(board.section)
    text = (ROOT / "docs" / board.page).read_text().split(begin)[1].split(end)[0]
    lines = [
        [cell.strip() for cell in line[1:-1].split(" | ")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    headings, _, *cells = lines
    return {row[0]: dict(zip(headings, row, strict=True)) for row in cells}


@BOARDS
def test_a_documented_board_has_at_least_twelve_of_our_agents(board: ours.OurBoard) -> None:
    agents = set(rows(board))
    assert len(agents) >= 12
    assert agents <= set(board.candidates)


def test_agents_take_part_where_they_can_play() -> None:
    two, four = ours.TEN_GAMES, replace(ours.TEN_GAMES, players=4)
    assert "elite:canaan2020-1#2,3" in two.agents
    assert "elite:canaan2020-1#2,3" not in four.agents
    assert "elite:canaan2020-4p-1#3,3" in four.agents
    assert len(four.agents) >= 12


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_elite_on_a_board_is_the_best_of_its_pool(players: int) -> None:
    prefix = f"elite:canaan2020-{f'{players}p-' if players > 2 else ''}1#"
    (name,) = (agent for agent in ours.AGENTS if agent.startswith(prefix))
    pool = ty.pool(prefix.removeprefix("elite:").removesuffix("#"))
    best = max(pool.elites, key=lambda elite: elite.score.mean if elite.score else 0)
    assert name == prefix + best.name


def test_the_main_board_has_every_kind_of_agent() -> None:
    agents = set(rows(ours.TEN_GAMES))
    kinds = ("elite:", "meta:", "mcs(", "learned:", "cyclone:", "eger:", "convention:")
    assert all(any(agent.startswith(kind) for agent in agents) for kind in kinds)
    assert {"detective", "companion", "meta:canaan2020-1#published", "piers"} <= agents


@BOARDS
def test_the_columns_of_a_documented_board_agree(board: ours.OurBoard) -> None:
    lines = list(rows(board).values())
    scores = [float(line["score"]) for line in lines]
    bests = [float(line["of best response"].removesuffix(" %")) for line in lines]
    assert scores == sorted(scores, reverse=True)
    for line, score, share in zip(lines[1:], scores[1:], bests[1:], strict=True):
        assert float(line["behind the best"]) == pytest.approx(score - scores[0], abs=0.011)
        assert share == pytest.approx(score * bests[0] / scores[0], abs=0.2)
        low, high = map(float, line["95 % interval"].split(" to "))
        assert low < score < high


@pytest.mark.exhaustive
@BOARDS
def test_a_documented_line_is_what_the_agent_plays(board: ours.OurBoard, tmp_path: Path) -> None:
    """Grows the documented test set again."""
    challenge = replace(board.challenge("iggi"), bounds=False)
    result = run_benchmark(challenge, tmp_path / "iggi.json", cache=tmp_path)
    headings, cells = table(boards([result])[0])
    documented = rows(board)["iggi"]
    assert len(headings) >= 7
    assert {heading: documented[heading] for heading in headings} == dict(
        zip(headings, cells, strict=True)
    )
