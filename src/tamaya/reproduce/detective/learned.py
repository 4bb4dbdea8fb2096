"""The learned response with partners of pools and families that it never met in training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.game import Seed
from tamaya.matchups import Progress as Games
from tamaya.meta import generalist
from tamaya.plotting import LINES, titled
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.detective.strangers import FAMILIES, NOISE
from tamaya.reproduce.evolved_runs import part
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Progress,
    Result,
    Scale,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, by_row
from tamaya.reproduce.processor_time import uncounted
from tamaya.stats import Estimate, estimate

RESPONSE, GENERALIST = "learned:response", "generalist"
KNOWN = "canaan2020-1"
SCORE, GAIN, WORST, BY_GAME = "score", "gain", "worst partner", "gain by game"
NOTES = """\
`learned:response` is one network that was trained with 2,570 rule lists: the pools `canaan2020-1`,
`canaan2020-2` and `wide-1`, `canaan2019-1`, and children of the agents of these pools and of
`tamaya-1` (see docs/learning.md). It remembers the games of an episode. Here it plays with agents
of three pools that were evolved after its weights were published, with seeds that nothing else
uses, and with families that were not in its training. The baseline is the paper's Generalist of
`canaan2020-1`: the agent of that pool with the highest mean score with the pool. Both play the same
decks, so gains are paired. Errors are computed over episodes, which share no deck; they do not
include the choice of pools.

The pools were evolved, and games with them played, only once. The families are no such test:
earlier experiments had measured the network with `competition`, `hle`, `intentional`, `cyclone` and
`people`, although none of these measurements changed it. The noisy partners are agents of the first
new pool that make a random move in 10 or 25 % of turns."""


@dataclass(frozen=True, kw_only=True)
class LearnedArgs(EpisodeArgs):
    """Settings of the pools and the episodes."""

    pools: tuple[Seed, ...]
    """seeds of the runs that evolve the pools"""
    candidates: int = 1_000_000
    """candidates of each run"""
    training_games: int = 2000
    """games of each pair of the known pool, to choose its Generalist"""
    folder: str = "runs/reproduce"
    """folder of the runs"""


def measure(args: LearnedArgs, progress: Progress) -> list[TableCell]:
    """Evolves the pools, and plays with them and with all families."""
    evolved = []
    for number, seed in enumerate(args.pools):
        share = part(progress, 0.4 * number / len(args.pools), 0.4 * (number + 1) / len(args.pools))
        evolved.append(_evolved(seed, args, share))
    setup = evolved[0].setup
    partners = {f"pool {seed}": pool for seed, pool in zip(args.pools, evolved, strict=True)}
    partners |= {name: ty.Pool(name, names, setup) for name, names in FAMILIES.items()}
    partners |= {f"{percent} % noise": _noisy(evolved[0], percent) for percent in NOISE}
    known = ty.Experience.train(ty.pool(KNOWN), games=args.training_games)
    contenders = {GENERALIST: generalist(known), RESPONSE: RESPONSE}
    cells: list[TableCell] = []
    for number, (name, pool) in enumerate(partners.items()):
        first, last = (0.4 + 0.6 * at / len(partners) for at in (number, number + 1))
        share = part(progress, first, last)
        cells += _facing(name, _evaluate(contenders, pool, args, share))
    return cells


def _evolved(seed: Seed, args: LearnedArgs, progress: Progress) -> ty.Pool:
    with uncounted():
        return ty.evolve(
            Path(args.folder) / f"canaan2020-{seed}",
            preset="canaan2020",
            seed=seed,
            candidates=args.candidates,
            progress=lambda now: progress(now.standing.candidates / now.total),
        ).pool()


def _noisy(pool: ty.Pool, percent: int) -> ty.Pool:
    agents = [
        NativeAgent(f"{elite.name} noise", elite.genome, noise=percent, gives_up=elite.gives_up)
        for elite in pool.elites
    ]
    return ty.Pool(f"{percent} % noise", tuple(agents), pool.setup)


def _evaluate(
    contenders: dict[str, object], partners: ty.Pool, args: LearnedArgs, progress: Progress
) -> ty.Evaluation:
    def tell(now: Games) -> None:
        progress(now.games / now.total)

    return ty.evaluate(
        contenders,
        partners,
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        progress=tell,
    )


def _facing(name: str, evaluation: ty.Evaluation) -> Iterator[TableCell]:
    yield cell(SCORE, name, GENERALIST, evaluation.score(GENERALIST))
    yield cell(SCORE, name, RESPONSE, evaluation.score(RESPONSE))
    yield cell(GAIN, name, "gain", evaluation.gain(RESPONSE, GENERALIST).difference)
    yield cell(WORST, name, "smallest gain", _worst(evaluation))
    for game, gain in enumerate(evaluation.gains_by_game(RESPONSE, GENERALIST), start=1):
        yield cell(BY_GAME, name, str(game), gain)


def _worst(evaluation: ty.Evaluation) -> Estimate:
    """The smallest gain over the Generalist with a single partner."""
    points = evaluation.scores.mean(axis=3, dtype=np.float64)
    gains = points[evaluation.place(RESPONSE)] - points[evaluation.place(GENERALIST)]
    return min((estimate(row) for row in gains), key=lambda gain: gain.mean)


_TITLES = {
    GAIN: ("Gain over the Generalist of `canaan2020-1`, mean of the episode", "{}"),
    WORST: ("Smallest gain with a single partner", "{}"),
    BY_GAME: ("Gain in each game of an episode", "game {}"),
    SCORE: ("Scores, points kept", "{}"),
}


def grids(result: Result) -> list[Grid]:
    """Gains, the worst partner, the learning curve, and the scores."""
    tables = []
    for measure, (title, header) in _TITLES.items():
        lines = tuple(by_row(result, measure).values())
        tables.append(
            Grid(
                title=f"{title}, ± standard error over episodes",
                corner="partners",
                header=tuple(header.format(cell.column) for cell in lines[0]),
                lines=lines,
            )
        )
    return tables


def draw(result: Result, file: Path) -> None:
    """The gain with each pool and family, and with its worst partner."""
    figure = pictures.figure(4.6)
    axes = figure.subplots()
    series = ((GAIN, "all partners", "o"), (WORST, "worst partner", "v"))
    for number, (measure, label, marker) in enumerate(series):
        lines = by_row(result, measure)
        axes.errorbar(
            range(len(lines)),
            [line[0].ours for line in lines.values()],
            yerr=[line[0].sem for line in lines.values()],
            fmt=marker,
            capsize=2,
            color=LINES[number],
            label=label,
        )
        axes.set_xticks(range(len(lines)), list(lines), fontsize=9)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel("points ± standard error")
    titled(axes, "Gain of learned:response over the Generalist")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    pictures.save(figure, file)


_PAPER = LearnedArgs(pools=(77101, 77102, 77103))
_SCALES: dict[Scale, LearnedArgs] = {
    "tiny": replace(
        _PAPER,
        pools=_PAPER.pools[:1],
        candidates=400,
        training_games=10,
        episodes=2,
        games=2,
        folder="runs/reproduce/tiny/learned",
    ),
    "quick": replace(_PAPER, candidates=20_000, episodes=20, folder="runs/reproduce/quick/learned"),
    "paper": _PAPER,
}

register(
    Experiment(
        name="learned_strangers",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="beyond the paper: the learned response with strangers",
        needs=("runs",),
        estimated_minutes=5,
        duration="long",
        scales=_SCALES,
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
