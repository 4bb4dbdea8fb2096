"""The board of our own agents in the documentation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.benchmark import ours
from tamaya.benchmark.run import run_benchmark
from tamaya.files.sections import markers
from tests.truth import ROOT


def rows(board: ours.OurBoard) -> dict[str, list[str]]:
    """The cells of a documented board by agent."""
    begin, end = markers(board.section)
    text = (ROOT / "docs" / "benchmark.md").read_text().split(begin)[1].split(end)[0]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return {cells[0]: cells[1:] for cells in lines[2:]}


@pytest.mark.parametrize("board", ours.BOARDS, ids=lambda board: board.section)
def test_a_documented_board_has_all_our_agents(board: ours.OurBoard) -> None:
    assert set(rows(board)) == set(board.agents)


def test_the_main_board_has_every_kind_of_agent() -> None:
    agents = ours.TEN_GAMES.agents
    assert len(agents) >= 12
    kinds = ("elite:", "meta:", "mcs(", "learned:", "cyclone:", "eger:", "convention:")
    assert all(any(agent.startswith(kind) for agent in agents) for kind in kinds)
    assert {"detective", "companion", "meta:canaan2020-1#published", "piers"} <= set(agents)


@pytest.mark.exhaustive
def test_a_documented_score_is_what_the_agent_plays(tmp_path: Path) -> None:
    """Grows the documented test set again."""
    challenge = replace(ours.TEN_GAMES.challenge("iggi"), bounds=False)
    result = run_benchmark(challenge, tmp_path / "iggi.json", cache=tmp_path)
    assert rows(ours.TEN_GAMES)["iggi"][0] == f"{result.score.value:.2f}"
    assert rows(ours.TEN_GAMES)["iggi"][1] == f"{result.score.low:.2f} to {result.score.high:.2f}"
