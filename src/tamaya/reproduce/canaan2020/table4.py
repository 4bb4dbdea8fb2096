"""Table IV of Canaan et al. 2020: the meta-agent with known and unknown partners."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import tamaya as ty
from tamaya.matchups import Progress as Games
from tamaya.meta import Contender, Oracle, generalist, random_response
from tamaya.plotting import LINES, titled
from tamaya.reproduce import equivalence, papers, pictures
from tamaya.reproduce.canaan2020.populations import Population, populations
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Judgement,
    Progress,
    Result,
    Scale,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, by_row
from tamaya.stats import Estimate

AGENTS = ("oracle", "adaptive", "generalist", "random response", "as written")
"""the paper's four, and the adaptive agent by the paper's equations instead of its program"""
PRINTED = {
    ("1", "oracle"): (13.42, 12.83, 13.39), ("1", "adaptive"): (13.16, 12.58, 13.49),
    ("1", "generalist"): (12.94, 12.49, 13.67), ("1", "random response"): (8.85, 8.48, 9.17),
    ("2", "oracle"): (12.40, 12.80, 13.04), ("2", "adaptive"): (12.32, 12.23, 13.07),
    ("2", "generalist"): (12.52, 11.90, 13.11), ("2", "random response"): (8.27, 8.02, 8.75),
    ("3", "oracle"): (13.18, 12.50, 14.00), ("3", "adaptive"): (13.04, 12.35, 13.99),
    ("3", "generalist"): (13.06, 12.41, 13.91), ("3", "random response"): (9.02, 8.81, 9.58),
}  # fmt: skip
"""by training population and agent: the paper's scores with populations 1, 2 and 3"""
WELCH = "p-value of Welch's test"
TESTS = (("oracle", "adaptive"), ("adaptive", "generalist"))
"""the two differences that the paper tests"""
PRINTED_P = {("1", "1"): 0.0002, ("2", "2"): 0.0002, ("3", "3"): 0.2}
"""by training population and partners: p is below (1 and 2) or above (3) this number"""
LEAST_P, SIGNIFICANT = 0.0001, 0.05
RUN_AGAIN = {
    ("1", "generalist"): 12.65, ("1", "adaptive"): 12.91, ("1", "oracle"): 13.23,
    ("2", "generalist"): 11.88, ("2", "adaptive"): 12.41, ("2", "oracle"): 12.89,
}  # fmt: skip
"""the original program, run again for 15 episodes on other decks"""
RUN_AGAIN_SEM = 0.17
SCORE, GAIN, AGAIN, BY_TABLE = "score", "gain", "score, run again", "score by the published table"
GAIN_BY_GAME, TRUE_PARTNER = "gain of adaptive by game", "true partner by game"

NOTES = """\
The partners are the published elites of all three populations. `canaan2020_table4_own` is the same
table for our own three pools. Rows name the training population, columns the population of the
partners. As in the program, each update uses all evidence of the episode again and compares it with
the features expected beside the current response; `as written` follows the paper's text and uses
only the evidence since the previous update. All agents play the same decks, so gains over the
Generalist are paired. The paper gives no errors. Its episodes spread by half a point, as ours do,
so we assume that its scores have our errors, and that its gains have the errors of independent
samples. The published program has no code for Random Response; ours draws a response for each game.

The paper tests two differences by Welch's test between episodes as independent samples: with the
population trained on, p < 0.0002 for populations 1 and 2, and p > 0.2 for population 3. A p-value
agrees if both are below 0.05, or both above. Our agents share decks, so the paired gains above are
the sharper test."""

WHY = """\
One of 36 scores differs, and the gain that follows from it: the Oracle that was trained on
population 1 scores 13.59 with population 3, and the paper prints 13.39, 3.5 standard errors of the
difference less. The agents and the training are those of the 35 numbers that agree. We do not know
the reason."""


def measure(args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Trains on each population and plays with all of them."""
    return measure_all(populations(), args, progress)


def measure_all(met: list[Population], args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Trains on each of these populations and plays with all of them."""
    cells: list[TableCell] = []
    steps = len(met) * (len(met) + 1)
    for number, trained in enumerate(met):
        done = number * (len(met) + 1)
        known = ty.Experience.train(trained.pool, games=args.training_games)
        for place, partners in enumerate(met):
            share = _Share(progress, done + place, steps)
            evaluation = _evaluate(args, known, partners, AGENTS, share)
            cells += _cells(evaluation, trained, partners)
        share = _Share(progress, done + len(met), steps)
        if trained.table is not None:
            by_table = _evaluate(args, trained.table, trained, AGENTS[:3], share)
            cells += _by_table(by_table, trained)
        share.tell(1.0)
    return cells


@dataclass(frozen=True)
class _Share:
    """Reports the progress of one of several steps as a share of the whole."""

    progress: Progress
    step: int
    steps: int

    def __call__(self, now: Games) -> None:
        self.tell(now.games / now.total)

    def tell(self, share: float) -> None:
        self.progress((self.step + share) / self.steps)


def contenders(known: ty.Experience) -> dict[str, Contender]:
    """The agents of the table."""
    return {
        "oracle": Oracle(known),
        "adaptive": ty.MetaAgent(known, "published"),
        "generalist": generalist(known),
        "random response": random_response(known),
        "as written": ty.MetaAgent(known, "as_written"),
    }


def _evaluate(
    args: EpisodeArgs, known: ty.Experience, met: Population, names: tuple[str, ...], share: _Share
) -> ty.Evaluation:
    chosen = {name: contenders(known)[name] for name in names}
    return ty.evaluate(
        chosen,
        met.pool,
        setup=met.pool.setup,
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        progress=share,
    )


def _cells(evaluation: ty.Evaluation, trained: Population, met: Population) -> Iterator[TableCell]:
    published = trained.is_published and met.is_published
    for agent in AGENTS:
        printed = _printed(trained, met, agent) if published else None
        score = evaluation.score(agent)
        yield _cell(SCORE, trained, agent, met.name, score, printed, score.sem)
        rerun = RUN_AGAIN.get((trained.name, agent)) if trained is met and published else None
        if rerun is not None:
            yield _cell(AGAIN, trained, agent, met.name, score, rerun, RUN_AGAIN_SEM)
        if agent != "generalist":
            base = _printed(trained, met, "generalist") if published else None
            theirs = None if printed is None or base is None else round(printed - base, 2)
            paired, independent = (
                test(agent, "generalist") for test in (evaluation.gain, evaluation.welch)
            )
            yield _cell(
                GAIN,
                trained,
                agent,
                met.name,
                paired.difference,
                theirs,
                independent.difference.sem,
            )
    for agent, over in TESTS:
        yield _welch(evaluation, trained, met, agent, over)
    if trained is met:
        yield from _curves(evaluation, trained)


def _welch(
    evaluation: ty.Evaluation, trained: Population, met: Population, agent: str, over: str
) -> TableCell:
    """The p-value of the paper's test: it compares episodes as independent samples."""
    p = evaluation.welch(agent, over).p
    published = trained.is_published and met.is_published
    theirs = PRINTED_P.get((trained.name, met.name)) if published else None
    agrees = None if theirs is None else (p < SIGNIFICANT) == (theirs < SIGNIFICANT)
    row = _row(trained.name, f"{agent} over {over}")
    return cell(WELCH, row, met.name, max(p, LEAST_P), theirs=theirs, agrees=agrees)


def _curves(evaluation: ty.Evaluation, trained: Population) -> Iterator[TableCell]:
    gains = evaluation.gains_by_game("adaptive", "generalist")
    for game, (gain, known) in enumerate(
        zip(gains, evaluation.identification("adaptive"), strict=True)
    ):
        yield _cell(GAIN_BY_GAME, trained, "", str(game + 1), gain)
        yield _cell(TRUE_PARTNER, trained, "", str(game + 1), known)


def _by_table(evaluation: ty.Evaluation, trained: Population) -> Iterator[TableCell]:
    for agent in evaluation.agents:
        score = evaluation.score(agent)
        printed = _printed(trained, trained, agent)
        yield _cell(BY_TABLE, trained, agent, trained.name, score, printed, score.sem)


def _printed(trained: Population, met: Population, agent: str) -> float | None:
    row = PRINTED.get((trained.name, agent))
    return None if row is None else row[int(met.name) - 1]


def _cell(  # noqa: PLR0913, PLR0917
    measure: str,
    trained: Population,
    agent: str,
    column: str,
    ours: Estimate,
    theirs: float | None = None,
    their_sem: float = math.nan,
) -> TableCell:
    judged: Judgement = {}
    if theirs is not None:
        margin = equivalence.GAIN if measure == GAIN else equivalence.POINTS
        error = equivalence.with_rounding(their_sem, 2)
        judged = {"their_sem": error, "margin": margin, "same": True}
    return cell(measure, _row(trained.name, agent), column, ours, theirs=theirs, **judged)


def _row(trained: str, agent: str) -> str:
    return f"{trained}, {agent}" if agent else trained


def grids(
    result: Result, with_theirs: str = "ours ± standard error over episodes (the paper's)"
) -> list[Grid]:
    """The table as printed, gains, comparisons with the program and its table, and curves."""
    titles = {
        SCORE: f"Mean score, points kept, {with_theirs}",
        GAIN: f"Gain over the Generalist, paired, {with_theirs}",
        AGAIN: "Mean score with the population trained on, ours ± standard error (the original "
        f"program run again for 15 episodes, ± {RUN_AGAIN_SEM})",
        BY_TABLE: f"Mean score with the published match-up table as experience, {with_theirs}",
        WELCH: "p-value of Welch's test between the episodes of two agents, as in the paper (the "
        f"paper's bound); {LEAST_P} stands for less",
        GAIN_BY_GAME: "Gain of the adaptive agent over the Generalist in each game of an episode",
        TRUE_PARTNER: "Probability of the true partner at the start of each game of an episode",
    }
    return [grid for measure, title in titles.items() for grid in _grids(result, measure, title)]


def _grids(result: Result, measure: str, title: str) -> Iterator[Grid]:
    """The grid of a measure, or one grid for each set of columns if rows have different ones."""
    rows = by_row(result, measure)
    columns = dict.fromkeys(tuple(cell.column for cell in row) for row in rows.values())
    by_game = measure in (GAIN_BY_GAME, TRUE_PARTNER)
    for header in columns:
        lines = [row for row in rows.values() if tuple(cell.column for cell in row) == header]
        yield Grid(
            title=title if len(columns) == 1 else f"{title}, population {header[0]}",
            corner="trained on, agent" if not by_game else "population",
            header=tuple(f"game {name}" if by_game else f"with {name}" for name in header),
            lines=tuple(lines),
            exact_digits=4 if measure == WELCH else 2,
        )


def draw(result: Result, file: Path) -> None:
    """Curves of the adaptive agent over an episode: gain, and probability of the true partner."""
    figure = pictures.figure(5.2)
    panels = zip(figure.subplots(1, 2), (GAIN_BY_GAME, TRUE_PARTNER), strict=True)
    for axes, measure in panels:
        for number, (name, cells) in enumerate(by_row(result, measure).items()):
            pictures.curve(axes, cells, color=LINES[number], label=f"population {name}")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    left, right = figure.axes
    titled(left, "Gain of the adaptive agent over the Generalist")
    left.set_ylabel("points ± standard error")
    titled(right, "Probability given to the true partner")
    left.axhline(0, color="black", linewidth=0.8)
    right.set_ylim(0, 1)
    left.legend(frameon=False)
    pictures.save(figure, file)


SCALES: Mapping[Scale, EpisodeArgs] = {
    "tiny": EpisodeArgs(episodes=2, games=4, training_games=10),
    "quick": EpisodeArgs(episodes=20),
    "paper": EpisodeArgs(),
}

register(
    Experiment(
        name="canaan2020_table4",
        paper=papers.CANAAN_2020,
        what="Table IV, the meta-agent with known and unknown partners",
        source="the paper, and its program run again",
        criterion="p-values: on the same side of 0.05",
        needs=("published agents",),
        duration="a minute",
        labels={
            "score": "mean score",
            "score, run again": "mean score (the original program, run again)",
            "gain": "gain over the Generalist",
            "score by the published table": "mean score, trained on the published match-up table",
        },
        scales=SCALES,
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
