"""The mixed-team test at one second a move, as in the paper, for a subset of the teams.

A search that a clock limits depends on the machine, so these games cannot be repeated. Their traces
are stored instead: the numbers are computed from the traces, and every game can be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.arena import explain
from tamaya.files import write_whole
from tamaya.game import Seed
from tamaya.plotting import OURS, PALE
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.experiment import (
    Args,
    Experiment,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.search import Thought
from tamaya.stats import estimate

SEARCHES = {
    "is_mcts": "is_mcts(published=yes, {limit})",
    "predictor": "predictor(competition:{partner}, published=yes, {limit})",
}
PARTNERS = ("iggi", "van_den_bergh", "flawed")
SETUP = "competition players=2"
NOTES = """\
The paper gives its searches one second for each move; `walton_rivers2017_mixed_teams` gives them a
number of rollouts, so that its numbers can be repeated. Here is the paper's limit for a subset that
fits: two searches with three of the seven partners, two players, and few games. The whole test
would take {hours} hours of one core for the paper's five searches
(`walton_rivers2017_mixed_teams` has the hours of each). The games were played on a machine that
others used too, so a second held as many rollouts as the table says; on a free core it holds more.

A clock cannot be repeated, so the traces are stored in
`docs/reproduction/walton_rivers2017_one_second.txt`, one transcript for each game. The command
computes the numbers from these traces, in seconds; playing the 36 games took eight minutes of
processor time. Games that are not there (with other settings, or outside of a checkout) are played.
To replay a game, paste its transcript into "Import a game" of the browser app, or give it to
`ty.Transcript.parse`. Agents sit in each seat for half of the games. Scores are points kept when
the last life is lost."""
HOURS = 167
"""hours of the whole test, by the moves of `walton_rivers2017_mixed_teams`"""
STORED = Path(__file__).parents[4] / "docs" / "reproduction" / "walton_rivers2017_one_second.txt"
"""the traces behind the published numbers; only a checkout has them"""
ROLLOUTS = "rollouts "
"""what a trace says before the mean number of rollouts of a move"""


@dataclass(frozen=True, kw_only=True)
class ClockArgs(Args):
    """Settings of the test."""

    games: int = 6
    """games of each search with each partner"""
    limit: str = "seconds=1"
    """limit of each search"""
    folder: str = "runs/reproduce/one_second"
    """folder of the traces of games that are played, one file for each"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


@dataclass(frozen=True)
class Trace:
    """A game, and how many rollouts its searches had on average."""

    transcript: ty.Transcript
    rollouts: float

    def text(self) -> str:
        """The trace: a line about the rollouts, then the transcript."""
        return f"{ROLLOUTS}{self.rollouts:.0f}\n{self.transcript}"

    @classmethod
    def parse(cls, text: str) -> Trace:
        """Parses a trace and replays its game."""
        head, _, rest = text.partition("\n")
        return cls(ty.Transcript.parse(rest), float(head.removeprefix(ROLLOUTS)))


def split(text: str) -> list[Trace]:
    """The traces of a file that holds many, one after the other."""
    return [Trace.parse(ROLLOUTS + part) for part in text.split(ROLLOUTS)[1:]]


@cache
def stored() -> Mapping[tuple[object, ...], Trace]:
    """The stored traces, by players and deck."""
    all_traces = split(STORED.read_text()) if STORED.exists() else []
    return {(trace.transcript.players, trace.transcript.deck): trace for trace in all_traces}


def traces(args: ClockArgs, search: str, partner: str) -> Iterator[Trace]:
    """The games of a team. Games without a trace are played, and their traces are kept."""
    for game in range(args.games):
        seats, seed = _seats(args, search, partner, game), args.first_seed + game
        deck = tuple(ty.State.deal(seed, ty.Setup.parse(SETUP)).full_deck)
        trace = stored().get((seats, deck))
        if trace is None:
            file = Path(args.folder) / f"{search}-{partner}-{seed}.txt"
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, _played(seats, seed).text())
            trace = Trace.parse(file.read_text())
        yield trace


def _seats(args: ClockArgs, search: str, partner: str, game: int) -> tuple[str, ...]:
    """Names of the players by seat; the search sits in seat 0 in every other game."""
    tested = SEARCHES[search].format(partner=partner, limit=args.limit)
    team = tested, f"competition:{partner}"
    return team[:: 1 if game % 2 == 0 else -1]


def _played(seats: tuple[str, ...], seed: Seed) -> Trace:
    explained = explain(*seats, seed=seed, setup=SETUP)
    searched = [r.thoughts.rollouts for r in explained.reasons if isinstance(r.thoughts, Thought)]
    return Trace(explained.game.transcript, float(np.mean(searched)) if searched else 0.0)


def measure(args: ClockArgs, progress: Progress) -> list[TableCell]:
    """Reads the traces of all teams, and plays what is missing."""
    cells: list[TableCell] = []
    jobs = [(search, partner) for search in SEARCHES for partner in PARTNERS]
    for number, (search, partner) in enumerate(jobs):
        games = list(traces(args, search, partner))
        points = np.array([trace.transcript.replay().score for trace in games], np.float64)
        rollouts = np.array([trace.rollouts for trace in games])
        cells += [
            cell("score", search, partner, estimate(points)),
            cell("rollouts", search, partner, float(rollouts.mean().round())),
        ]
        progress((number + 1) / len(jobs))
    return cells


def grids(result: Result) -> list[Grid]:
    """Scores, and the rollouts of a move."""
    header = tuple(f"with {name}" for name in PARTNERS)
    titles = {
        "score": f"Mean score ± standard error, {result.args['games']} games each (points kept)",
        "rollouts": "Rollouts of a move, on average",
    }
    return [
        Grid(
            title=title,
            corner="search",
            header=header,
            lines=grid(result, measured, 2, tuple(SEARCHES), PARTNERS),
        )
        for measured, title in titles.items()
    ]


def draw(result: Result, file: Path) -> None:
    """Scores of both searches with each partner."""
    figure = pictures.figure(3.6)
    axes = figure.subplots(1, 1)
    for shift, (search, color) in zip(
        (-0.2, 0.2), zip(SEARCHES, (PALE, OURS), strict=True), strict=True
    ):
        cells = [result.cell("score", 2, search, partner) for partner in PARTNERS]
        axes.bar(
            [number + shift for number in range(len(PARTNERS))],
            [score.ours for score in cells],
            0.38,
            yerr=[score.sem for score in cells],
            color=color,
            label=search,
        )
    axes.set_xticks(range(len(PARTNERS)), [f"with {name}" for name in PARTNERS])
    axes.set_ylabel("mean score (points kept)")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="walton_rivers2017_one_second",
        paper=papers.WALTON_RIVERS_2017,
        what="the mixed-team test at one second a move, for a subset",
        duration="long",
        scales={
            "tiny": ClockArgs(games=2, limit="iterations=2", folder="runs/reproduce/tiny/clock"),
            "quick": ClockArgs(games=2, limit="seconds=0.05", folder="runs/reproduce/quick/clock"),
            "paper": ClockArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES.format(hours=HOURS),
    )
)
