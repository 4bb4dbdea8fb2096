"""Two meta-agents that play with each other, a question that Canaan et al. 2020 leave open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.meta import Detective, MetaAgent, meta_agent
from tamaya.plotting import LINES, PALE, titled
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.canaan2020.populations import SETUP, populations
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, by_row
from tamaya.stats import estimate, paired_difference

KINDS = ("generalist", "published", "detective")
TABLES = ("same", "different")
"""`same`: both agents know population 1; `different`: the second knows population 2"""
SUMMARY, BY_GAME, CHANGED = "summary", "score by game", "response changed by game"
SCORE, GAIN = "score", "gain over generalists"
BETWEEN, WITHIN, BACK = "changes between games", "changes within games", "back and forth"
NOTES = """\
Two agents of one kind play episodes with each other. Each takes the other for one of its
hypotheses, which never change their play, so both are wrong as soon as the other learns. With
`same` experience both know the published population 1; with `different` the second agent knows the
published population 2. Generalists never learn; gains over them are paired by deck. The table
counts three kinds of changes for each seat: `changes between games` is the share of games, after
the first, that start with another response than the previous game; `changes within games` is the
number per game; `back and forth` is the share of games that return to the response of the game
before last.

With the same experience both agents start as the same Generalist, which plays well with itself, so
there is little to gain. The Generalists of different populations play badly together, and two
learners adapt to each other."""


@dataclass(frozen=True, eq=False)
class PairEpisodes:
    """Episodes of one pair of agents."""

    scores: NDArray[np.float64]
    """[episodes, games]"""
    began: NDArray[np.int64]
    """response of each seat at the start of each game: [episodes, games, seats]"""
    within: NDArray[np.int64]
    """number of changes within each game: [episodes, games, seats]"""

    @property
    def changed(self) -> NDArray[np.bool_]:
        """Which games after the first start with another response: [episodes, games - 1, seats]."""
        return np.not_equal(self.began[:, 1:], self.began[:, :-1])

    @property
    def back(self) -> NDArray[np.bool_]:
        """Which games return to the response before last: [episodes, games - 2, seats]."""
        as_before_last = np.equal(self.began[:, 2:], self.began[:, :-2])
        return np.logical_and(self.changed[:, 1:], as_before_last)


def meet(kind: str, known: tuple[ty.Experience, ty.Experience], args: EpisodeArgs) -> PairEpisodes:
    """Plays all episodes of two agents of a kind."""
    shape = args.episodes, args.games, 2
    met = PairEpisodes(np.zeros(shape[:2]), np.zeros(shape, np.int64), np.zeros(shape, np.int64))
    agents = [meta_agent(experience, kind) for experience in known]
    for episode in range(args.episodes):
        first = args.first_seed + episode * args.games
        played = ty.match(*agents, games=args.games, first_seed=first, setup=SETUP)
        met.scores[episode] = played.scores
        for seat, agent in enumerate(agents):
            assert isinstance(agent, MetaAgent | Detective)
            names = agent.experience.responses.names
            for game in range(args.games):
                chosen = [choice.response for choice in agent.choices if choice.game == game + 1]
                met.began[episode, game, seat] = names.index(chosen[0])
                met.within[episode, game, seat] = len(chosen) - 1
    return met


def measure(args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Measures each kind with the same and with different experience."""
    first, second = (
        ty.Experience.train(population.pool, games=args.training_games)
        for population in populations()[:2]
    )
    progress(0.1)
    cells: list[TableCell] = []
    for number, table in enumerate(TABLES):
        known = first, (first if table == "same" else second)
        met: dict[str, PairEpisodes] = {}
        for place, kind in enumerate(KINDS):
            met[kind] = meet(kind, known, args)
            progress(0.1 + 0.9 * (number * len(KINDS) + place + 1) / (len(KINDS) * len(TABLES)))
        for kind in KINDS:
            cells += _cells(f"{kind}, {table}", met[kind], met["generalist"])
    return cells


def _cells(row: str, met: PairEpisodes, plain: PairEpisodes) -> Iterator[TableCell]:
    by_episode = met.scores.mean(axis=1)
    yield cell(SUMMARY, row, SCORE, estimate(by_episode))
    yield cell(SUMMARY, row, GAIN, paired_difference(by_episode, plain.scores.mean(axis=1)))
    for name, changes in ((BETWEEN, met.changed), (WITHIN, met.within), (BACK, met.back)):
        yield cell(SUMMARY, row, name, estimate(changes.mean(axis=(1, 2), dtype=np.float64)))
    for game in range(met.scores.shape[1]):
        yield cell(BY_GAME, row, str(game + 1), estimate(met.scores[:, game]))
        if game:
            changed = met.changed[:, game - 1].mean(axis=1, dtype=np.float64)
            yield cell(CHANGED, row, str(game + 1), estimate(changed))


def _lines(result: Result, measure: str) -> dict[str, tuple[TableCell, ...]]:
    """The cells of a measure by row; Generalists, which never change, have no row of changes."""
    lines = by_row(result, measure)
    if measure == CHANGED:
        lines = {row: line for row, line in lines.items() if not row.startswith("generalist")}
    return lines


def grids(result: Result) -> list[Grid]:
    """The summary, then scores and changes game by game."""
    titles = {
        SUMMARY: "Two agents of one kind: points kept, and changes of a seat in each game",
        BY_GAME: "Score in each game of an episode",
        CHANGED: "Share of seats that start a game with another response than the previous game",
    }
    tables = []
    for measure, title in titles.items():
        lines = _lines(result, measure)
        names = [cell.column for cell in next(iter(lines.values()))]
        header = names if measure == SUMMARY else [f"game {name}" for name in names]
        tables.append(
            Grid(
                title=f"{title}, ± standard error over episodes",
                header=tuple(header),
                corner="kind, experience",
                lines=tuple(lines.values()),
            )
        )
    return tables


def draw(result: Result, file: Path) -> None:
    """Scores and changes of response in each game."""
    figure = pictures.figure(5.4)
    panels = zip(figure.subplots(1, 2), (BY_GAME, CHANGED), strict=True)
    colors = dict(zip(KINDS, (PALE, *LINES[:2]), strict=True))
    for axes, measure in panels:
        for row, line in _lines(result, measure).items():
            kind, table = row.split(", ")
            linestyle = "-" if table == "same" else "--"
            pictures.curve(axes, line, color=colors[kind], label=row, linestyle=linestyle)
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    left, right = figure.axes
    titled(left, "Mean score, points kept ± standard error")
    titled(right, "Share of seats that changed their response")
    right.set_ylim(bottom=0)
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False, fontsize=9)
    pictures.save(figure, file)


register(
    Experiment(
        name="two_adaptive",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="two meta-agents that play with each other, which the paper leaves open",
        needs=("published agents",),
        duration="long",
        scales={
            "tiny": EpisodeArgs(episodes=2, games=3, training_games=10),
            "quick": EpisodeArgs(episodes=30),
            "paper": EpisodeArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
