"""Intentional with a learned model of people as its Predict step, with models of other people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import Agent, ForesightAgent, as_agent
from tamaya.game import Seed
from tamaya.humans import (
    EVERYBODY,
    MOST_GAMES,
    HumanAgent,
    Lesson,
    PersonModel,
    Provenance,
    clones,
    halves,
)
from tamaya.numbers import Floats
from tamaya.plotting import LINES, PALE, titled
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

GROUPS = 3
PARTNERS = (EVERYBODY, *(f"group {number}" for number in range(1, GROUPS + 1)))
STYLES = ("intentional", "full")
RULE, OTHERS, PARTNER = "published rule", "model of other people", "model of the partner itself"
PREDICTS = (RULE, OTHERS, PARTNER)
SCORE, STRICT, BOMBED = "score", "strict score", "bombed"
AHEAD = "points ahead of the published rule"
NOTES = f"""\
Intentional predicts how its partner reacts to each hint. The published program has a rule for
this step: the partner plays every touched card that may be playable, and discards every touched
card that may be useless. `eger:intentional(predict=human:all)` asks a learned model of people
instead, and gives the hint whose expected reaction is worth most; `eger:full(predict=...)` also
reads hints like Full.

A move against the goals costs 3 points, and a hint must be worth half a point. Other settings
hardly matter. With a model of the first half of the people as partner and as Predict step,
Intentional scores 15.77 with these settings, 15.89 and 15.94 with costs of 8 and 16, and 15.79 and
15.68 if a hint must be worth nothing and a whole point (± 0.07, 2,000 games). For a cost of 8:
`tamaya humans clone HanabiData --half 1 --folds 0 --groups 1 --out first`, then
`tamaya match 'eger:intentional(predict=human:first/all.npz, cost=8)' human:first/all.npz
--setup eger --games 1000`, and the agents in the other order with `--first-seed 1000`.

People of the public study with at most {MOST_GAMES} games are divided into two random halves. The
partners are models of the second half: one of all people, and {GROUPS} of groups with similar
choices. `{OTHERS}` predicts with a model of the first half, so nobody whom it has learned from
plays. `{PARTNER}` predicts with the very model that the partner is; no real agent can know it, and
the row only shows how much a perfect model of the next move could gain. Every agent plays the same
decks, half of the games in each seat, under the rules of the study. Differences are paired by
deck."""


@dataclass(frozen=True, kw_only=True)
class PredictArgs(StudyArgs):
    """Settings of the games."""

    epochs: int = Lesson.epochs
    """epochs of training a model"""
    games: int = 1000
    """games of each agent with each model, half in each seat"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


def models(args: PredictArgs) -> tuple[PersonModel, dict[str, PersonModel]]:
    """A model of the first half of the people, and models of the second half."""
    first, second = halves(human_games(args.people), most=MOST_GAMES)
    about = Provenance(
        what="people", data="HanabiData", people=0, decisions=0, lesson={}, version=ty.__version__
    )
    lesson = Lesson(epochs=args.epochs)
    others = clones(first, groups=1, about=about, lesson=lesson)[EVERYBODY]
    partners = clones(second, groups=GROUPS, about=about, lesson=lesson)
    return others, {name.replace("cluster", "group "): m for name, m in partners.items()}


def measure(args: PredictArgs, progress: Progress) -> list[TableCell]:
    """Trains the models and plays with them."""
    others, partners = models(args)
    cells = [
        cell("people", name, column, count)
        for name in PARTNERS
        for column, count in (
            ("people", partners[name].provenance.people),
            ("decisions", partners[name].provenance.decisions),
        )
    ]
    jobs = [(style, name) for style in STYLES for name in PARTNERS]
    for number, (style, name) in enumerate(jobs):
        partner = HumanAgent(partners[name], name="partner")
        games: dict[str, Floats] = {}
        for predict in PREDICTS:
            model = partner if predict == PARTNER else HumanAgent(others, name="others")
            games[predict] = _games(args, _agent(style, predict, model), partner)
            cells += _scores(f"{style}, {predict}", name, games[predict])
        for predict in PREDICTS[1:]:
            lead = estimate(games[predict][0] - games[RULE][0])
            cells.append(cell(AHEAD, f"{style}, {predict}", name, lead))
        progress((number + 1) / len(jobs))
    return cells


def _agent(style: str, predict: str, model: HumanAgent) -> Agent:
    return as_agent(f"eger:{style}") if predict == RULE else ForesightAgent(style, model)


def _games(args: PredictArgs, agent: Agent, partner: HumanAgent) -> Floats:
    """Points and strict scores: [2, games]."""
    half, scores = args.games // 2, []
    for seat, pair in enumerate(((agent, partner), (partner, agent))):
        first = args.first_seed + seat * half
        matchup = ty.match(*pair, games=half, first_seed=first, setup="eger")
        scores.append(np.array([matchup.scores, matchup.strict_scores], np.float64))
    return np.concatenate(scores, axis=1)


def _scores(row: str, column: str, games: Floats) -> list[TableCell]:
    bombed = 100 * (games[0] != games[1]).astype(np.float64)
    return [
        cell(measured, row, column, estimate(values))
        for measured, values in ((SCORE, games[0]), (STRICT, games[1]), (BOMBED, bombed))
    ]


ROWS = tuple(f"{style}, {predict}" for style in STYLES for predict in PREDICTS)
LEADS = tuple(f"{style}, {predict}" for style in STYLES for predict in PREDICTS[1:])


def grids(result: Result) -> list[Grid]:
    """Scores, leads, and the people behind the models."""
    titles = {
        SCORE: "Mean score ± standard error with models of people (points kept)",
        STRICT: "The same, bombed games count 0",
        BOMBED: "Percent of games in which the last life was lost",
    }
    tables = [
        Grid(title=title, corner="agent", header=PARTNERS, lines=grid(result, m, 2, ROWS, PARTNERS))
        for m, title in titles.items()
    ]
    leads = Grid(
        title="Points ahead of the same agent with the published rule, paired by deck",
        corner="agent",
        header=PARTNERS,
        lines=grid(result, AHEAD, 2, LEADS, PARTNERS),
    )
    columns = ("people", "decisions")
    people = Grid(
        title="People behind the models of the partners",
        corner="model",
        header=columns,
        lines=grid(result, "people", 2, PARTNERS, columns),
    )
    return [tables[0], leads, *tables[1:], people]


def draw(result: Result, file: Path) -> None:
    """A panel for each style: scores by partner, one bar for each way to predict."""
    figure = pictures.figure(4.4)
    colors = dict(zip(PREDICTS, (PALE, *LINES[:2]), strict=True))
    for axes, style in zip(figure.subplots(1, 2, sharey=True), STYLES, strict=True):
        for place, predict in enumerate(PREDICTS):
            cells = [result.cell(SCORE, 2, f"{style}, {predict}", name) for name in PARTNERS]
            where = [number + 0.27 * (place - 1) for number in range(len(PARTNERS))]
            axes.bar(
                where,
                [score.ours for score in cells],
                0.25,
                yerr=[score.sem for score in cells],
                color=colors[predict],
                label=predict,
            )
        axes.set_xticks(range(len(PARTNERS)), PARTNERS)
        titled(axes, f"eger:{style}")
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    pictures.save(figure, file)


register(
    Experiment(
        name="eger2017_predict",
        paper=papers.EGER_2017,
        beyond=True,
        what="Intentional with a learned model of people as its Predict step",
        needs=("HanabiData",),
        trains=True,
        duration="long",
        scales={
            "tiny": PredictArgs(epochs=1, games=8),
            "quick": PredictArgs(games=300),
            "paper": PredictArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
