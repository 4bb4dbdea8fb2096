"""The board of our own agents in the documentation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.benchmark import ours
from tamaya.benchmark.run import run_benchmark
from tamaya.files.sections import markers
from tests.truth import ROOT


def rows(board: ours.OurBoard) -> dict[str, list[str]]:
    """The cells of a documented board by agent."""
    begin, end = markers(board.section)
    text = (ROOT / "docs" / board.page).read_text().split(begin)[1].split(end)[0]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return {cells[0]: cells[1:] for cells in lines[2:]}


@pytest.mark.parametrize("board", ours.BOARDS, ids=lambda board: board.section)
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


@pytest.mark.exhaustive
def test_a_documented_score_is_what_the_agent_plays(tmp_path: Path) -> None:
    """Grows the documented test set again."""
    challenge = replace(ours.TEN_GAMES.challenge("iggi"), bounds=False)
    result = run_benchmark(challenge, tmp_path / "iggi.json", cache=tmp_path)
    assert rows(ours.TEN_GAMES)["iggi"][0] == f"{result.score.value:.2f}"
    assert rows(ours.TEN_GAMES)["iggi"][1] == f"{result.score.low:.2f} to {result.score.high:.2f}"
