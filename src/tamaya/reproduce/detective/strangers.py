"""Our meta-agent with partners of its own pool, of other pools and of other families."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.game import Seed, TamayaError
from tamaya.matchups import Progress as Games
from tamaya.matchups import pool_names
from tamaya.meta import Detective, Growth, Oracle, generalist, grow
from tamaya.plotting import LINES, titled
from tamaya.reproduce import papers, pictures
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

PLAIN = ("generalist", "adaptive", "oracle")
"""agents of the paper: their responses are agents of the pool they were trained on"""
GROWN = ("grown generalist", "detective", "grown oracle")
"""our agents: their responses were evolved for that pool"""
CLASSIC = ("internal", "outer", "iggi", "piers", "van_den_bergh", "flawed")
FAMILIES = {
    "competition": tuple(f"competition:{name}" for name in CLASSIC),
    "ours": (*CLASSIC, "tamaya"),
    "hle": tuple(f"hle:{name}" for name in CLASSIC),
    "intentional": ("eger:outer", "eger:intentional", "eger:full"),
    "cyclone": ("cyclone:human_like", "cyclone:human_complementary", "cyclone:self_play"),
    "people": ("human:all", "human:cluster1", "human:cluster2", "human:cluster3"),
}
"""partners that are in no pool"""
NOISE = (10, 25)
"""percentages of random moves of noisy partners"""
GAIN, OVER_GROWN, TOGETHER = "gain", "gain over grown generalist", "together"
FAMILY, FAMILY_GROWN, WORST = "family", "family over grown generalist", "family, worst partner"
BY_GAME, RECOGNIZED = "gain by game", "recognized"
NOTES = """\
Each pool comes from one run of the preset `canaan2020`, and each agent is trained on one pool
alone. Its hypotheses are that pool's agents, children of these, random rule lists, and some agents
that were evolved for all of them, as were its responses (`tamaya meta grow`). Its experience holds
only games between these agents. Then it plays with agents of the same pool, of the two other pools,
and of families that are in no pool. It also plays with noisy partners: agents of its own pool that
make a random move in 10 or 25 % of turns.

The Generalist, the adaptive agent and the Oracle are those of the paper, whose responses are agents
of the pool. The grown Generalist always plays the response with the highest mean over all
hypotheses; the grown Oracle knows the partner (or, from another pool, its niche). The difference
between the two Generalists is the gain from growing responses, and the detective's gain over the
grown Generalist is the gain from recognizing partners. All agents play the same decks, so gains are
paired. Errors are computed over episodes, which share no deck.

The pools were evolved only for this table, with seeds that were fixed before and with a preset that
is independent of all settings here. Responses for them were grown, and games with them played, only
once. All settings had been chosen before: on the pools `canaan2020-1` to `-3` (`strangers_design`)
and on the pools of earlier tests of the same kind (seeds 21 to 23 and 31 to 33), with partners from
these pools, from `tamaya-1`, `wide-1` and `canaan2019-1`, and from the families below. In these
tests, earlier designs that the package no longer contains lost more points with single partners of
the families than the detective does."""


@dataclass(frozen=True, kw_only=True)
class StrangerArgs(EpisodeArgs):
    """Settings of the pools, the growth and the episodes."""

    pools: tuple[Seed, ...]
    """seeds of the runs that evolve the pools"""
    candidates: int = 1_000_000
    """candidates of each run"""
    groups: int = 4
    """groups of partners, at most"""
    grown: int = 20_000
    """candidates for each group and rulebook"""
    generations: int = 120
    """generations of the better Generalist"""
    children: int = 3
    """made-up children of each agent of a pool"""
    random: int = 60
    """made-up partners with random rules"""
    rulebooks: tuple[str, ...] = ("tamaya", "published")
    training_games: int = 2000
    """games of each pair in an experience"""
    folder: str = "runs/reproduce"
    """folder of the runs"""


@dataclass(frozen=True)
class Trained:
    """A pool, and the experiences trained on it."""

    pool: ty.Pool
    plain: ty.Experience
    """the pool's agents as hypotheses and responses"""
    grown: ty.Experience
    """with made-up hypotheses and evolved responses"""

    @classmethod
    def of(cls, seed: Seed, args: StrangerArgs, progress: Progress) -> Trained:
        """Evolves the pool, grows responses and trains experiences, except those that exist."""
        place = Path(args.folder)
        pool = _evolved(seed, args, part(progress, 0.0, 0.5))
        growth = grow(
            pool,
            place / f"responses-{seed}",
            most_groups=args.groups,
            candidates=args.grown,
            generations=args.generations,
            children=args.children,
            random=args.random,
            rulebooks=args.rulebooks,
            training_games=args.training_games,
        )
        progress(0.9)
        plain = ty.Experience.train(pool, games=args.training_games)
        grown = _trained(
            place / f"responses-{seed}" / "detective.meta", growth, args.training_games
        )
        return cls(pool, plain, grown)

    def contenders(self) -> dict[str, object]:
        """The agents that are compared."""
        return {
            "generalist": generalist(self.plain),
            "adaptive": ty.MetaAgent(self.plain, "published"),
            "oracle": Oracle(self.plain),
            "grown generalist": generalist(self.grown),
            "detective": Detective(self.grown),
            "grown oracle": Oracle(self.grown, "grown oracle"),
        }

    def noisy(self, percent: int) -> ty.Pool:
        """The pool's agents, with this percentage of random moves."""
        agents = [
            NativeAgent(f"{elite.name} noise", elite.genome, noise=percent, gives_up=elite.gives_up)
            for elite in self.pool.elites
        ]
        return ty.Pool(f"{percent} % noise", tuple(agents), self.pool.setup)


def _trained(file: Path, growth: Growth, games: int) -> ty.Experience:
    """Trains an experience with the grown agents, or reads it if the file holds it."""
    if file.exists():
        with suppress(TamayaError):  # the file is damaged, or its agents play differently now
            known = ty.Experience.read(file)
            saved = known.hypotheses.elites, known.responses.elites, known.games
            if saved == (growth.hypotheses.elites, growth.responses.elites, games):
                return known
    known = ty.Experience.train(growth.hypotheses, growth.responses, games=games)
    known.write(file)
    return known


def _evolved(seed: Seed, args: StrangerArgs, progress: Progress) -> ty.Pool:
    """The pool of a run, from the package if it holds that pool."""
    name = f"canaan2020-{seed}"
    if name in pool_names():
        pool = ty.pool(name)
        if pool.made.get("candidates") == args.candidates:
            return pool
    with uncounted():
        return ty.evolve(
            Path(args.folder) / name,
            preset="canaan2020",
            seed=seed,
            candidates=args.candidates,
            progress=lambda now: progress(now.standing.candidates / now.total),
        ).pool()


def measure(args: StrangerArgs, progress: Progress) -> list[TableCell]:
    """Trains on each pool, and plays with all pools and families."""
    count = len(args.pools)
    trained = []
    for number, seed in enumerate(args.pools):
        share = part(progress, 0.4 * number / count, 0.4 * (number + 1) / count)
        trained.append(Trained.of(seed, args, share))
    cells: list[TableCell] = []
    evaluations: dict[tuple[int, int], ty.Evaluation] = {}
    for number, learned in enumerate(trained):
        share = part(progress, 0.4 + 0.6 * number / count, 0.4 + 0.6 * (number + 1) / count)
        for place, other in enumerate(trained):
            step = part(share, 0.5 * place / count, 0.5 * (place + 1) / count)
            evaluations[number, place] = _evaluate(learned, other.pool, PLAIN + GROWN, args, step)
            cells += _scenario(evaluations[number, place], args.pools[number], args.pools[place])
        cells += _families(learned, args, args.pools[number], part(share, 0.5, 1.0))
        cells += _recognized(evaluations[number, number], args.pools[number])
    cells += _together(evaluations)
    return cells


def _evaluate(
    trained: Trained,
    partners: ty.Pool,
    names: Sequence[str],
    args: StrangerArgs,
    progress: Progress,
) -> ty.Evaluation:
    def tell(now: Games) -> None:
        progress(now.games / now.total)

    chosen = {name: agent for name, agent in trained.contenders().items() if name in names}
    return ty.evaluate(
        chosen,
        partners,
        setup=partners.setup,
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        progress=tell,
    )


def _scenario(evaluation: ty.Evaluation, trained: Seed, met: Seed) -> Iterator[TableCell]:
    yield cell(GAIN, f"{trained}, generalist (score)", str(met), evaluation.score("generalist"))
    for name in (*PLAIN[1:], *GROWN):
        gain = evaluation.gain(name, "generalist").difference
        yield cell(GAIN, f"{trained}, {name}", str(met), gain)
    over = evaluation.gain("detective", "grown generalist").difference
    yield cell(OVER_GROWN, str(trained), str(met), over)


def _families(
    trained: Trained, args: StrangerArgs, seed: Seed, progress: Progress
) -> Iterator[TableCell]:
    pools = {name: ty.Pool(name, names, trained.pool.setup) for name, names in FAMILIES.items()}
    pools |= {f"{percent} % noise": trained.noisy(percent) for percent in NOISE}
    names = ("generalist", "grown generalist", "detective")
    for number, (name, partners) in enumerate(pools.items()):
        step = part(progress, number / len(pools), (number + 1) / len(pools))
        evaluation = _evaluate(trained, partners, names, args, step)
        yield cell(FAMILY, str(seed), name, evaluation.gain("detective", "generalist").difference)
        over = evaluation.gain("detective", "grown generalist").difference
        yield cell(FAMILY_GROWN, str(seed), name, over)
        yield cell(WORST, str(seed), name, _worst(evaluation))


def _worst(evaluation: ty.Evaluation) -> Estimate:
    """The smallest gain over the Generalist with a single partner."""
    points = evaluation.scores.mean(axis=3, dtype=np.float64)
    gains = points[evaluation.place("detective")] - points[evaluation.place("generalist")]
    return min((estimate(row) for row in gains), key=lambda gain: gain.mean)


def _recognized(evaluation: ty.Evaluation, seed: Seed) -> Iterator[TableCell]:
    for game, share in enumerate(evaluation.recognized("detective")):
        yield cell(RECOGNIZED, str(seed), str(game), share)


def _together(evaluations: Mapping[tuple[int, int], ty.Evaluation]) -> Iterator[TableCell]:
    """Gains over all pools together. Episodes with equal numbers have equal decks."""
    places = {
        "the same pool": [evaluation for at, evaluation in evaluations.items() if at[0] == at[1]],
        "another pool": [evaluation for at, evaluation in evaluations.items() if at[0] != at[1]],
    }
    for row, chosen in places.items():
        if not chosen:
            continue
        for name in (*PLAIN[1:], *GROWN):
            yield cell(TOGETHER, row, name, estimate(_gains(chosen, name).mean(axis=1)))
        for name in GROWN[1:]:
            curve = _gains(chosen, name)
            for game in range(curve.shape[1]):
                yield cell(BY_GAME, f"{row}, {name}", str(game + 1), estimate(curve[:, game]))


def _gains(evaluations: Sequence[ty.Evaluation], name: str) -> NDArray[np.float64]:
    """Gains over the Generalist, mean over scenarios and partners: [episodes, games]."""
    rows = []
    for evaluation in evaluations:
        points = evaluation.scores.mean(axis=1, dtype=np.float64)
        rows.append(points[evaluation.place(name)] - points[evaluation.place("generalist")])
    mean: NDArray[np.float64] = np.mean(rows, axis=0)
    return mean


_TITLES = {
    TOGETHER: ("Gain over the Generalist of the paper, all pools together", "partners of", "{}"),
    GAIN: (
        "Gain over the Generalist of the paper, points kept, paired",
        "trained on, agent",
        "with {}",
    ),
    OVER_GROWN: (
        "Gain of the detective over the Generalist with the same responses",
        "trained on",
        "with {}",
    ),
    FAMILY: (
        "Gain of the detective over the Generalist of the paper with other families",
        "trained on",
        "{}",
    ),
    FAMILY_GROWN: (
        "Gain of the detective over the Generalist with the same responses, with other families",
        "trained on",
        "{}",
    ),
    WORST: (
        "Smallest gain over the Generalist of the paper with a single partner of the family",
        "trained on",
        "{}",
    ),
    RECOGNIZED: (
        "Share of episodes with the training pool in which the likeliest hypothesis is "
        "the partner, or makes the same move in 99 % of positions",
        "trained on",
        "after game {}",
    ),
    BY_GAME: (
        "Gain over the Generalist of the paper in each game of an episode",
        "partners of",
        "game {}",
    ),
}


def grids(result: Result) -> list[Grid]:
    """The means over all pools, then each scenario."""
    tables = []
    for measure, (title, corner, header) in _TITLES.items():
        lines = tuple(by_row(result, measure).values())
        tables.append(
            Grid(
                title=f"{title}, ± standard error over episodes",
                corner=corner,
                header=tuple(header.format(cell.column) for cell in lines[0]),
                lines=lines,
            )
        )
    return tables


def draw(result: Result, file: Path) -> None:
    """Gains in each game, and with each family."""
    figure = pictures.figure(5.4)
    left, right = figure.subplots(1, 2, width_ratios=(2, 3))
    for number, (row, line) in enumerate(by_row(result, BY_GAME).items()):
        linestyle = ("-", ":")[number % 2]
        pictures.curve(left, line, color=LINES[number // 2], label=row, linestyle=linestyle)
    left.set_ylabel("points ± standard error")
    titled(left, "Gain over the Generalist in each game")
    left.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 0.03))
    families = tuple(by_row(result, FAMILY).values())
    for number, line in enumerate(families):
        at = np.arange(len(line)) + 0.25 * (number - (len(families) - 1) / 2)
        right.errorbar(
            at,
            [c.ours for c in line],
            yerr=[c.sem for c in line],
            fmt="o",
            capsize=2,
            markersize=4,
            color=LINES[2 + number],
            label=f"trained on {line[0].row}",
        )
    right.set_xticks(range(len(families[0])), [cell.column for cell in families[0]], fontsize=9)
    titled(right, "Gain with families that are not among its hypotheses")
    right.legend(frameon=False)
    for axes in (left, right):
        axes.axhline(0, color="black", linewidth=0.8)
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    pictures.save(figure, file)


def scales(pools: tuple[Seed, ...]) -> dict[Scale, StrangerArgs]:
    """Settings of each scale, for runs with these seeds."""
    folder = "runs/reproduce/{}/strangers"
    return {
        "tiny": StrangerArgs(
            pools=pools[:1],
            candidates=400,
            groups=1,
            grown=40,
            generations=1,
            children=1,
            random=3,
            rulebooks=("published",),
            training_games=10,
            episodes=2,
            games=2,
            folder=folder.format("tiny"),
        ),
        "quick": StrangerArgs(
            pools=pools,
            candidates=20_000,
            groups=3,
            grown=2000,
            episodes=20,
            folder=folder.format("quick"),
        ),
        "paper": StrangerArgs(pools=pools),
    }


register(
    Experiment(
        name="strangers",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="beyond the paper: our meta-agent with strangers",
        needs=("runs",),
        estimated_minutes=160,
        duration="long",
        scales=scales((41, 42, 43)),
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
