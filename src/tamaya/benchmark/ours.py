"""Plays the boards of our own agents and writes them into the documentation.

`python -m tamaya.benchmark.ours docs runs/board` plays all boards, which takes many minutes of CPU
time; further words choose boards by the names of their sections. The folder keeps the results, and
the same command resumes. To play a board again on partners that nobody has seen, change its seed.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tamaya.agents import ValueAgent, as_agent
from tamaya.arena import Backend
from tamaya.arena.team import refusal_text
from tamaya.benchmark.board import Board, boards
from tamaya.benchmark.pictures import draw_board
from tamaya.benchmark.protocol import track_named
from tamaya.benchmark.result import BenchmarkResult
from tamaya.benchmark.run import Challenge, run_benchmark
from tamaya.benchmark.seeds import TestSeed, entry_hash
from tamaya.benchmark.tables import markdown_text
from tamaya.files import replace_section, write_whole

AGENTS = (
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
    "learned:companion",
    "cyclone:companion",
    "eger:full",
    "mcs(piers, iterations=50)",
    "convention:hats",
    "convention:ladder(level=3)",
    "elite:canaan2020-1#2,3",
    "elite:canaan2020-3p-1#3,4",
    "elite:canaan2020-4p-1#3,3",
    "elite:canaan2020-5p-1#3,2",
    "meta:canaan2020-1#generalist",
    "meta:canaan2020-1#published",
    "meta:tamaya-1#generalist",
    "meta:canaan2020-3p-1#generalist",
    "meta:canaan2020-4p-1#generalist",
    "meta:canaan2020-5p-1#generalist",
)
"""agents of the boards of strangers; each takes part where it can play. The elites have the best
scores of their pools."""
WITH_PEOPLE = (*AGENTS[: AGENTS.index("eger:full") + 1], "detective(meets=people)", "human:all")
"""agents of the board of people"""


@dataclass(frozen=True)
class OurBoard:
    """A board in the documentation."""

    section: str
    """name of its section in the document"""
    page: str
    """the document"""
    track: str
    players: int
    seed: int
    """our agents were not tuned on it"""
    candidates: tuple[str, ...] = AGENTS
    looks: str = "once"
    """how often our agents were measured on this test set, as a word"""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that can play."""
        return tuple(name for name in self.candidates if _plays(name, self.track, self.players))

    def challenge(self, agent: str) -> Challenge:
        """The run of an agent."""
        return Challenge(
            agent=agent,
            entry=entry_hash(agent),
            track=self.track,
            players=self.players,
            seed=TestSeed.chosen(self.seed),
            quick=True,
            bounds=True,
        )


@cache
def _plays(name: str, track: str, players: int) -> bool:
    agent = as_agent(name)
    suits = not isinstance(agent, ValueAgent) or players in agent.players
    return suits and refusal_text(agent, track_named(track).setup(players)) is None


TEN_GAMES = OurBoard("board", "benchmark.md", "ten-games", 2, 21)
PEOPLE = OurBoard("board people", "benchmark.md", "people", 2, 22, WITH_PEOPLE)
MORE_PLAYERS = tuple(
    OurBoard(f"board {players}", "benchmark.md", "ten-games", players, seed)
    for players, seed in ((3, 23), (4, 24), (5, 25))
)
ZERO_SHOT = OurBoard("board zero-shot", "benchmark.md", "zero-shot", 2, 26)
BOARDS = (TEN_GAMES, ZERO_SHOT, PEOPLE, *MORE_PLAYERS)


def play_board(ours: OurBoard, folder: Path, *, on: Backend | None = None) -> Board:
    """Plays our agents on a quick test set. Finished results are read from the folder.

    :param on: backend whose workers play; by default this process
    """
    home = folder / f"{ours.track}-{ours.players}-{ours.seed}"
    home.mkdir(parents=True, exist_ok=True)
    return boards(_result(ours, agent, home, on) for agent in ours.agents)[0]


def _result(ours: OurBoard, agent: str, folder: Path, on: Backend | None) -> BenchmarkResult:
    out = folder / f"{re.sub('[^a-z0-9]+', '-', agent.lower()).strip('-')}.json"
    if out.exists():
        return BenchmarkResult.read(out)
    return run_benchmark(ours.challenge(agent), out, on=on)


def section(ours: OurBoard, board: Board) -> str:
    """The text between the markers of the document."""
    result = board.results[0]
    return (
        f"{len(board.results)} agents with {len(result.partners)} partners of "
        f"{len(board.families)} families, a test set that was used {ours.looks}. "
        f"{markdown_text([board])}"
    )


def main(documents: str, folder: str, *sections: str) -> None:
    """Plays boards, rewrites their sections of the documents, and draws the first one.

    :param sections: names of the wanted boards; by default all
    """
    for ours in BOARDS:
        if sections and ours.section not in sections:
            continue
        board = play_board(ours, Path(folder))
        path = Path(documents) / ours.page
        text = replace_section(path.read_text(encoding="utf-8"), ours.section, section(ours, board))
        write_whole(path, text)
        if ours is TEN_GAMES:
            draw_board(board, path.with_suffix(".png"))


if __name__ == "__main__":
    main(*sys.argv[1:])
