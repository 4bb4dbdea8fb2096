"""Two meta-agents that meet each other, which Canaan et al. 2020 leave open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.meta import Detective, MetaAgent, meta_agent
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.canaan2020.populations import SETUP, populations
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Progress,
    Result,
    TableCell,
    register,
)
from tamaya.reproduce.grid import Grid
from tamaya.stats import Estimate, estimate, paired_difference

KINDS = ("generalist", "published", "detective")
TABLES = ("same", "different")
"""have both learned from population 1, or the second one from population 2?"""
SUMMARY, BY_GAME, CHANGED = "summary", "score by game", "response changed by game"
SCORE, GAIN = "score", "gain over generalists"
BETWEEN, WITHIN, BACK = "changes between games", "changes within games", "back and forth"
NOTES = """\
Two agents of one kind play episodes with each other; each takes the other for one of its
hypotheses, which never change, so both are wrong as soon as the other learns. With `same`
experience both know population 1, with `different` the second one knows population 2, both of them
published. Generalists never learn: gains over them are paired, deck by deck. Changes are counted
for each seat: games (of those after the first) that begin with another response than the one
before, changes within a game, and games that begin with the response of the game before last and
not with that of the last: back and forth.

With the same experience both begin as the same Generalist, which plays well with itself: there is
little to gain. Generalists of different populations fit badly, and two learners find each other."""


@dataclass(frozen=True, eq=False)
class Met:
    """Episodes of one pair of agents."""

    scores: NDArray[np.float64]
    """[episodes, games]"""
    began: NDArray[np.int64]
    """the response each seat began a game with: [episodes, games, seats]"""
    within: NDArray[np.int64]
    """changes within a game, likewise"""

    @property
    def changed(self) -> NDArray[np.bool_]:
        """Which games after the first begin with another response: [episodes, games - 1, seats]."""
        return np.not_equal(self.began[:, 1:], self.began[:, :-1])

    @property
    def back(self) -> NDArray[np.bool_]:
        """Which games from the third on go back: [episodes, games - 2, seats]."""
        again = np.equal(self.began[:, 2:], self.began[:, :-2])
        return np.logical_and(self.changed[:, 1:], again)


def meet(kind: str, known: tuple[ty.Experience, ty.Experience], args: EpisodeArgs) -> Met:
    """Plays all episodes of two agents of a kind."""
    shape = args.episodes, args.games, 2
    met = Met(np.zeros(shape[:2]), np.zeros(shape, np.int64), np.zeros(shape, np.int64))
    agents = [meta_agent(one, kind) for one in known]
    for episode in range(args.episodes):
        first = args.first_seed + episode * args.games
        played = ty.match(*agents, games=args.games, first_seed=first, setup=SETUP)
        met.scores[episode] = played.scores
        for seat, agent in enumerate(agents):
            assert isinstance(agent, MetaAgent | Detective)
            names = agent.experience.responses.names
            for game in range(args.games):
                chosen = [one.response for one in agent.choices if one.game == game + 1]
                met.began[episode, game, seat] = names.index(chosen[0])
                met.within[episode, game, seat] = len(chosen) - 1
    return met


def measure(args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Each kind, with the same and with different experience."""
    first, second = (
        ty.Experience.train(population.pool, games=args.training_games)
        for population in populations()[:2]
    )
    progress(0.1)
    cells: list[TableCell] = []
    for number, table in enumerate(TABLES):
        known = first, (first if table == "same" else second)
        met: dict[str, Met] = {}
        for place, kind in enumerate(KINDS):
            met[kind] = meet(kind, known, args)
            progress(0.1 + 0.9 * (number * len(KINDS) + place + 1) / (len(KINDS) * len(TABLES)))
        for kind in KINDS:
            cells += _cells(f"{kind}, {table}", met[kind], met["generalist"])
    return cells


def _cells(row: str, met: Met, plain: Met) -> Iterator[TableCell]:
    by_episode = met.scores.mean(axis=1)
    yield _cell(SUMMARY, row, SCORE, estimate(by_episode))
    yield _cell(SUMMARY, row, GAIN, paired_difference(by_episode, plain.scores.mean(axis=1)))
    for name, what in ((BETWEEN, met.changed), (WITHIN, met.within), (BACK, met.back)):
        yield _cell(SUMMARY, row, name, estimate(what.mean(axis=(1, 2), dtype=np.float64)))
    for game in range(met.scores.shape[1]):
        yield _cell(BY_GAME, row, str(game + 1), estimate(met.scores[:, game]))
        if game:
            changed = met.changed[:, game - 1].mean(axis=1, dtype=np.float64)
            yield _cell(CHANGED, row, str(game + 1), estimate(changed))


def _cell(measure: str, row: str, column: str, ours: Estimate) -> TableCell:
    return TableCell(
        measure=measure, players=2, row=row, column=column, ours=ours.mean, sem=ours.sem
    )


def _lines(result: Result, measure: str) -> dict[str, tuple[TableCell, ...]]:
    cells = [cell for cell in result.cells if cell.measure == measure]
    if measure == CHANGED:
        cells = [cell for cell in cells if not cell.row.startswith("generalist")]  # never do
    rows = dict.fromkeys(cell.row for cell in cells)
    return {row: tuple(cell for cell in cells if cell.row == row) for row in rows}


def grids(result: Result) -> list[Grid]:
    """What it comes to, then game by game."""
    titles = {
        SUMMARY: "Two agents of one kind: points kept, and changes of a seat in each game",
        BY_GAME: "Score in each game of an episode",
        CHANGED: "Share of seats that begin a game with another response than the last",
    }
    grids_of_page = []
    for measure, title in titles.items():
        lines = _lines(result, measure)
        names = [cell.column for cell in next(iter(lines.values()))]
        header = names if measure == SUMMARY else [f"game {name}" for name in names]
        grids_of_page.append(
            Grid(
                title=f"{title}, ± standard error over episodes",
                header=tuple(header),
                corner="kind, experience",
                lines=tuple(lines.values()),
            )
        )
    return grids_of_page


def draw(result: Result, file: Path) -> None:
    """Scores and changes of response in each game."""
    figure = pictures.figure(5.4)
    panels = zip(figure.subplots(1, 2), (BY_GAME, CHANGED), strict=True)
    colors = dict(zip(KINDS, ("#666666", "#225ea8", "#d95f02"), strict=True))
    for axes, measure in panels:
        for row, line in _lines(result, measure).items():
            kind, table = row.split(", ")
            axes.errorbar(
                [int(c.column) for c in line],
                [c.ours for c in line],
                yerr=[c.sem for c in line],
                capsize=2,
                marker="o",
                markersize=4,
                color=colors[kind],
                label=row,
                linestyle="-" if table == "same" else "--",
            )
        axes.set_xlabel("game of the episode")
        axes.set_xticks([int(cell.column) for cell in line])
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    left, right = figure.axes
    left.set_title("Mean score, points kept ± standard error", fontsize=11)
    right.set_title("Share of seats that changed their response", fontsize=11)
    right.set_ylim(bottom=0)
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False, fontsize=9)
    pictures.save(figure, file)


register(
    Experiment(
        name="two_adaptive",
        paper=papers.CANAAN_2020,
        what="two meta-agents that meet each other, which the paper leaves open",
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
