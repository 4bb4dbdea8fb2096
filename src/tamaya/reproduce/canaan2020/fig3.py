"""Figure 3 of Canaan et al. 2020: what the meta-agent believes of one partner, game by game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.meta import Watched, draw_belief_map, keep_outer_labels, watch
from tamaya.numbers import Floats
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.behaviour_maps import as_map, map_cells
from tamaya.reproduce.canaan2020.populations import populations
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Progress,
    Result,
    TableCell,
    register,
)
from tamaya.reproduce.grid import Grid
from tamaya.stats import Estimate

FEATURES = ("communicativeness", "information_per_play")
BELIEF = "belief when game {} begins"
TRUE_PARTNER, RECOGNIZED = "probability of the true partner", "partner recognized"
NOTES = """\
The paper shows six games with a partner in niche 4,1 (communicativeness 4, information per play 1)
of a match-up chosen at random, as a picture without numbers. Ours is the first episode of our Table
IV with the agent of that niche of population 1, in the published mode; the true niche is framed.
One episode says little, so the same is measured over all episodes with this partner: the
probability it is given, and in how many it, or an agent that makes the same move in 99 % of
positions, is believed in most.

In population 1 the belief stops between two agents: the one in niche 3,1 does the same in 98 % of
positions, and with the Generalist its two features differ by less than 0.002 from those of 4,1,
which a normal law of deviation 0.1 hardly tells apart."""


@dataclass(frozen=True, kw_only=True)
class BeliefArgs(EpisodeArgs):
    """Settings of the figure."""

    niche: tuple[int, ...] = (4, 1)
    """of the partner"""
    games: int = 6
    """games of an episode; panels show what is believed when they begin"""


def measure(args: BeliefArgs, progress: Progress) -> list[TableCell]:
    """One episode to look at, and many to count."""
    known = ty.Experience.train(populations()[0].pool, games=args.training_games)
    progress(0.5)
    partner = known.hypotheses.find(",".join(map(str, args.niche)))
    assert isinstance(partner, ty.Elite)
    seen = watch(ty.MetaAgent(known), partner.but(), games=args.games, first_seed=args.first_seed)
    many = ty.evaluate(
        ty.MetaAgent(known),
        [partner],
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        setup=known.setup,
    )
    progress(1.0)
    return [*_maps(seen, args), *_means(many, args)]


def _maps(seen: Watched, args: BeliefArgs) -> Iterator[TableCell]:
    """A map for each game; nan where nobody is."""
    there = {elite.niche for elite in seen.hypotheses.elites}
    for game in range(args.games):
        cells = map_cells(BELIEF.format(game + 1), seen.hypotheses, seen.beliefs[game].tolist())
        for cell, niche in zip(cells, np.ndindex(seen.hypotheses.grid), strict=True):
            yield cell if niche in there else _nobody(cell)


def _nobody(cell: TableCell) -> TableCell:
    """The same cell of a niche that nobody holds."""
    return TableCell(
        measure=cell.measure,
        players=cell.players,
        row=cell.row,
        column=cell.column,
        ours=math.nan,
        sem=math.nan,
    )


def _means(many: ty.Evaluation, args: BeliefArgs) -> Iterator[TableCell]:
    (name,) = many.agents
    lines: dict[str, tuple[Estimate, ...]] = {
        TRUE_PARTNER: many.identification(name),
        RECOGNIZED: many.recognized(name)[: args.games],
    }
    for row, line in lines.items():
        for game, estimate in enumerate(line):
            yield TableCell(
                measure="all episodes",
                players=2,
                row=row,
                column=str(game + 1),
                ours=estimate.mean,
                sem=estimate.sem,
            )


def grids(result: Result) -> list[Grid]:
    """What all episodes come to; the maps are in the picture."""
    cells = [cell for cell in result.cells if cell.measure == "all episodes"]
    rows = dict.fromkeys(cell.row for cell in cells)
    return [
        Grid(
            title="Over all episodes, when each game begins, ± standard error",
            corner="",
            header=tuple(f"game {cell.column}" for cell in cells if cell.row == TRUE_PARTNER),
            lines=tuple(tuple(c for c in cells if c.row == row) for row in rows),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """A map for each game, the partner's niche framed."""
    niche: tuple[int, ...] = tuple(result.args["niche"])  # type: ignore[arg-type]
    names = dict.fromkeys(c.measure for c in result.cells if c.measure != "all episodes")
    figure = pictures.figure(3.3 * -(-len(names) // 3))
    panels = figure.subplots(-(-len(names) // 3), 3, squeeze=False)
    maps: list[Floats] = [as_map(result, name) for name in names]
    for place, (axes, name) in enumerate(zip(panels.flat, names, strict=False)):
        draw_belief_map(axes, maps[place], [niche], features=FEATURES)
        axes.set_title(name, fontsize=10)
        keep_outer_labels(axes, left=place % 3 == 0, bottom=place + 3 >= len(names))
    figure.suptitle("What the meta-agent believes of its partner (red), in percent", fontsize=12)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2020_fig3",
        paper=papers.CANAAN_2020,
        what="Figure 3, how a belief about one partner grows",
        needs=("published agents",),
        duration="a minute",
        scales={
            "tiny": BeliefArgs(episodes=2, games=3, training_games=10),
            "quick": BeliefArgs(episodes=40),
            "paper": BeliefArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
