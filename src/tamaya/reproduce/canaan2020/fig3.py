"""Figure 3 of Canaan et al. 2020: the meta-agent's beliefs about one partner, game by game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.meta import Watched, draw_belief_map, keep_outer_labels, watch
from tamaya.numbers import Floats
from tamaya.plotting import titled
from tamaya.qd.metrics import ask
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.behaviour_maps import as_map, map_cells
from tamaya.reproduce.canaan2020.populations import populations
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

FEATURES = ("communicativeness", "information_per_play")
BELIEF = "belief when game {} begins"
TRUE_PARTNER, RECOGNIZED = "probability of the true partner", "partner recognized"
ALL_EPISODES = "all episodes"
DOUBLE, EQUAL_MOVES = "most similar agent", "equal moves"
APART = {"communicativeness": "communicativeness", "information_per_play": "information per play"}
_GAMES_ASKED = 5
"""games of self-play of each agent in which moves are compared"""
NOTES = """\
The paper shows six games with a partner in niche 4,1 (communicativeness 4, information per play 1)
of a match-up chosen at random, as a picture without numbers. Our picture shows the first episode of
our Table IV with the agent of that niche in population 1, in the published mode; the true niche is
framed. One episode says little, so the table measures all episodes with this partner: the
probability of the true partner, and how often the likeliest hypothesis is the partner or makes the
same move in 99 % of positions.

In population 1 the belief stays divided between two agents. The second table shows the agent that
is most similar to the partner: the share of positions in which both make the same move, and how far
their features with the Generalist lie apart. A normal density of deviation 0.1 can hardly tell the
two apart."""


@dataclass(frozen=True, kw_only=True)
class BeliefArgs(EpisodeArgs):
    """Settings of the figure."""

    niche: tuple[int, ...] = (4, 1)
    """niche of the partner"""
    games: int = 6
    """games of an episode; panels show the beliefs at the start of each"""


def measure(args: BeliefArgs, progress: Progress) -> list[TableCell]:
    """Records one episode for the picture, and evaluates many for the table."""
    known = ty.Experience.train(populations()[0].pool, games=args.training_games)
    progress(0.5)
    partner = known.hypotheses.find(",".join(map(str, args.niche)))
    assert isinstance(partner, ty.Elite)
    watched = watch(
        ty.MetaAgent(known), partner.but(), games=args.games, first_seed=args.first_seed
    )
    evaluation = ty.evaluate(
        ty.MetaAgent(known),
        [partner],
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        setup=known.setup,
    )
    progress(1.0)
    return [*_maps(watched, args), *_means(evaluation, args), *_double(known, partner)]


def _double(known: ty.Experience, partner: ty.Elite) -> Iterator[TableCell]:
    """The agent that makes the partner's moves most often, and how far its features lie apart."""
    elites, own = known.hypotheses.elites, known.hypotheses.elites.index(partner)
    moves = ask(known.hypotheses, known.suspects, games=_GAMES_ASKED).moves
    shares = (moves == moves[own]).mean(axis=1)
    other = max((n for n in range(len(elites)) if n != own), key=lambda n: float(shares[n]))
    row = "niche " + ",".join(map(str, elites[other].niche))
    yield cell(DOUBLE, row, EQUAL_MOVES, float(shares[other]))
    for feature in FEATURES:
        values = known.features[feature][known.responses.names.index(known.generalist)]
        yield cell(DOUBLE, row, APART[feature], float(abs(values[own] - values[other])))


def _maps(watched: Watched, args: BeliefArgs) -> Iterator[TableCell]:
    """A map for each game; empty niches are nan."""
    pool = watched.hypotheses
    held_niches = {elite.niche for elite in pool.elites}
    for game in range(args.games):
        cells = map_cells(BELIEF.format(game + 1), pool, watched.beliefs[game].tolist())
        for belief, niche in zip(cells, np.ndindex(pool.grid), strict=True):
            yield belief if niche in held_niches else replace(belief, ours=math.nan, sem=math.nan)


def _means(evaluation: ty.Evaluation, args: BeliefArgs) -> Iterator[TableCell]:
    (name,) = evaluation.agents
    lines = {
        TRUE_PARTNER: evaluation.identification(name),
        RECOGNIZED: evaluation.recognized(name)[: args.games],
    }
    for row, line in lines.items():
        for game, estimate in enumerate(line):
            yield cell(ALL_EPISODES, row, str(game + 1), estimate)


def grids(result: Result) -> list[Grid]:
    """The numbers of all episodes, and the partner's double; the maps are in the picture."""
    lines = by_row(result, ALL_EPISODES)
    return [
        Grid(
            title="Over all episodes, at the start of each game, ± standard error",
            corner="",
            header=tuple(f"game {cell.column}" for cell in lines[TRUE_PARTNER]),
            lines=tuple(lines.values()),
        ),
        Grid(
            title="The agent most similar to the partner",
            corner="agent",
            header=(EQUAL_MOVES, *(f"{name}, difference" for name in APART.values())),
            lines=tuple(by_row(result, DOUBLE).values()),
            exact_digits=4,
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """A map for each game, with the partner's niche framed."""
    niche: tuple[int, ...] = tuple(result.args["niche"])  # type: ignore[arg-type]
    tables = (ALL_EPISODES, DOUBLE)
    names = dict.fromkeys(c.measure for c in result.cells if c.measure not in tables)
    figure = pictures.figure(3.3 * -(-len(names) // 3))
    panels = figure.subplots(-(-len(names) // 3), 3, squeeze=False)
    maps: list[Floats] = [as_map(result, name) for name in names]
    for place, (axes, name) in enumerate(zip(panels.flat, names, strict=False)):
        draw_belief_map(axes, maps[place], [niche], features=FEATURES)
        titled(axes, name)
        keep_outer_labels(axes, left=place % 3 == 0, bottom=place + 3 >= len(names))
    title = "Beliefs of the meta-agent about its partner (red), in percent"
    figure.suptitle(title, fontsize=12)
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
