"""Writes the boards of our own agents into docs/benchmark.md, and draws the first one beside it.

`python -m tamaya.benchmark.ours docs/benchmark.md runs/board` plays the games, which takes many
minutes of CPU time. The folder keeps the results, and the same command resumes.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tamaya.benchmark.board import Board, boards
from tamaya.benchmark.pictures import draw_board
from tamaya.benchmark.result import BenchmarkResult
from tamaya.benchmark.run import Challenge, run_benchmark
from tamaya.benchmark.seeds import TestSeed, entry_hash
from tamaya.benchmark.tables import markdown_text
from tamaya.files import replace_section, write_whole

SEED = 2
"""the seed of all boards; our agents were not tuned on it"""


@dataclass(frozen=True)
class OurBoard:
    """A board in the documentation."""

    section: str
    """name of its section in the document"""
    track: str
    players: int
    agents: tuple[str, ...]

    def challenge(self, agent: str) -> Challenge:
        """The run of an agent."""
        return Challenge(
            agent=agent,
            entry=entry_hash(agent),
            track=self.track,
            players=self.players,
            seed=TestSeed.chosen(SEED),
            quick=True,
            bounds=True,
        )


TEN_GAMES = OurBoard(
    "board",
    "ten-games",
    2,
    (
        "internal",
        "outer",
        "iggi",
        "piers",
        "van_den_bergh",
        "tamaya",
        "companion",
        "detective",
        "elite:canaan2020-1#2,3",
        "meta:canaan2020-1#generalist",
        "meta:tamaya-1#generalist",
        "meta:canaan2020-1#published",
        "mcs(piers, iterations=50)",
        "learned:self-play",
        "learned:response",
        "cyclone:companion",
        "eger:full",
        "convention:hats",
        "convention:ladder(level=3)",
    ),
)
PEOPLE = OurBoard(
    "board people",
    "people",
    2,
    (
        "internal",
        "outer",
        "iggi",
        "piers",
        "van_den_bergh",
        "tamaya",
        "companion",
        "detective",
        "learned:self-play",
        "learned:response",
        "cyclone:companion",
        "eger:full",
        "human:all",
    ),
)
BOARDS = (TEN_GAMES, PEOPLE)


def play_board(ours: OurBoard, folder: Path) -> Board:
    """Plays our agents on a quick test set. Finished results are read from the folder."""
    home = folder / f"{ours.track}-{ours.players}"
    home.mkdir(parents=True, exist_ok=True)
    return boards(_result(ours, agent, home) for agent in ours.agents)[0]


def _result(ours: OurBoard, agent: str, folder: Path) -> BenchmarkResult:
    out = folder / f"{re.sub('[^a-z0-9]+', '-', agent.lower()).strip('-')}.json"
    if out.exists():
        return BenchmarkResult.read(out)
    return run_benchmark(ours.challenge(agent), out)


def section(board: Board) -> str:
    """The text between the markers of the document."""
    result = board.results[0]
    return (
        f"{len(board.results)} agents with {len(result.partners)} partners of "
        f"{len(board.families)} families. {markdown_text([board])}"
    )


def main(document: str, folder: str) -> None:
    """Plays the boards, rewrites their sections of the document, and draws the picture."""
    path = Path(document)
    for ours in BOARDS:
        board = play_board(ours, Path(folder))
        text = replace_section(path.read_text(encoding="utf-8"), ours.section, section(board))
        write_whole(path, text)
        if ours is TEN_GAMES:
            draw_board(board, path.with_suffix(".png"))


if __name__ == "__main__":
    main(*sys.argv[1:])
