"""The duel of Canaan et al. 2019: the best elite and Mirror Situational, 20,000 games each."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.numbers import Floats
from tamaya.plotting import OURS, PAPER
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.equivalence import GAIN, POINTS
from tamaya.reproduce.experiment import (
    Experiment,
    Judgement,
    MatchArgs,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate, paired_test, welch_test

ELITE, MIRROR = "best elite", "Mirror Situational"
AGENTS = {ELITE: "evolved:best_2019", MIRROR: "evolved:mirror_situational"}
PRINTED = {ELITE: (20.33, 0.02), MIRROR: (20.11, 0.02)}
"""mean score and standard error of 20,000 games"""
SETUP = "competition players=2"
PROGRAMS = ("2020", "2019")
"""what happens if no rule applies: a random move (2020), or the end of the game (2019)"""
LEAD = "elite minus Mirror Situational"
P_PAIRED, P_WELCH = "p, paired by deck", "p, Welch's test"
NOTES = """\
The paper plays the elite of niche (0.45, 0.8) and Mirror Situational, its authors' entry to the
2018 competition, 20,000 games each with themselves, and finds the elite better: 20.33 against
20.11, both ± 0.02. Both chromosomes are published. The rows differ in what an agent does if no rule
applies: the program of 2020 makes a random move, that of 2019 ended the game. If rows are equal,
that never happened. The paper does not say whether both agents played the same decks; ours did, so
the difference is also tested in pairs.

The papers speak of 135 rules. Their program has 105: the chromosomes use the numbers 0 to 104, and
so does everything here that follows the papers (rulebook `published`)."""


def measure(args: MatchArgs, progress: Progress) -> list[TableCell]:
    """Plays both agents with themselves, with both programs."""
    cells: list[TableCell] = []
    for number, program in enumerate(PROGRAMS):
        scores = {who: _games(args, who, program) for who in AGENTS}
        for who, points in scores.items():
            score, (mean, sem) = estimate(points), PRINTED[who]
            judged = Judgement(their_sem=sem, margin=POINTS, same=True)
            cells.append(cell("score", program, who, score, theirs=mean, **judged))
        cells += _lead(program, scores)
        progress((number + 1) / len(PROGRAMS))
    return cells


def _games(args: MatchArgs, who: str, program: str) -> Floats:
    agent = ty.as_agent(AGENTS[who])
    assert isinstance(agent, NativeAgent)
    if program == "2019":
        agent = NativeAgent(who, agent.genome, gives_up=True)
    played = ty.match(agent, agent, games=args.games, first_seed=args.first_seed, setup=SETUP)
    return played.scores.astype(np.float64)


def _lead(program: str, scores: dict[str, Floats]) -> list[TableCell]:
    paired = paired_test(scores[ELITE], scores[MIRROR])
    welch = welch_test(scores[ELITE], scores[MIRROR])
    theirs = round(PRINTED[ELITE][0] - PRINTED[MIRROR][0], 2)
    theirs_sem = math.hypot(PRINTED[ELITE][1], PRINTED[MIRROR][1])
    judged = Judgement(their_sem=theirs_sem, margin=GAIN, same=True)
    return [
        cell("lead", program, LEAD, paired.difference, theirs=theirs, **judged),
        cell("lead", program, P_PAIRED, max(paired.p, 0.0001)),
        cell("lead", program, P_WELCH, max(welch.p, 0.0001)),
    ]


def grids(result: Result) -> list[Grid]:
    """Scores, and the difference with its p-values."""
    columns = (LEAD, P_PAIRED, P_WELCH)
    return [
        Grid(
            title="Mean score with itself ± standard error (the paper's)",
            corner="program",
            header=tuple(AGENTS),
            lines=grid(result, "score", 2, PROGRAMS, tuple(AGENTS)),
        ),
        Grid(
            title="The difference (the paper's); 0.0001 stands for less",
            corner="program",
            header=columns,
            lines=grid(result, "lead", 2, PROGRAMS, columns),
            exact_digits=4,
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """Both agents with both programs, and the paper's numbers."""
    figure = pictures.figure(3.6)
    axes = figure.subplots(1, 1)
    rows = [(program, who) for program in PROGRAMS for who in AGENTS]
    cells = [result.cell("score", 2, *row) for row in rows]
    places = range(len(rows))
    axes.errorbar(
        [score.ours for score in cells],
        places,
        xerr=[1.96 * score.sem for score in cells],
        fmt="o",
        color=OURS,
        label="ours, 95 % interval",
    )
    axes.errorbar(
        [PRINTED[who][0] for _, who in rows],
        [place + 0.15 for place in places],
        xerr=[1.96 * PRINTED[who][1] for _, who in rows],
        fmt="s",
        color=PAPER,
        label="the paper's",
    )
    axes.set_yticks(places, [f"{who}, program of {program}" for program, who in rows])
    axes.set_xlabel("mean score with itself (points kept)")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="canaan2019_duel",
        paper=papers.CANAAN_2019,
        what="the duel of the best elite with Mirror Situational",
        duration="a minute",
        labels={
            "score": "score of each agent with itself",
            "lead": "best elite minus Mirror Situational",
        },
        scales={
            "tiny": MatchArgs(games=20),
            "quick": MatchArgs(games=2000),
            "paper": MatchArgs(games=20_000),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
