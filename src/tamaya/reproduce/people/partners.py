"""Which agents play best with models of people that no agent was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import Agent, as_agent
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
from tamaya.plotting import INK, OURS, PAPER
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

GROUPS = 3
SETUP = "eger"
GROWN = ("companion(version=1)", "cyclone:companion", "learned:companion")
"""agents trained with models of the first half of the people"""
STYLES = tuple(
    f"cyclone:{style}(form={form})"
    for style in ("self_play", "human_complementary", "human_like")
    for form in ("table1", "code")
)
PUBLISHED = ("eger:intentional", "eger:full", "eger:outer", "piers", *STYLES)
THEMSELVES = "the same model"
PARTNERS = (EVERYBODY, *(f"group {number}" for number in range(1, GROUPS + 1)))
BY_PEOPLE, WORST = "groups, by people", "worst group"
COLUMNS = (*PARTNERS, BY_PEOPLE, WORST)
AHEAD = "ahead of the best published agent"
NOTES = f"""\
People of the public study of Eger et al. 2017 with at most {MOST_GAMES} games are divided into two
random halves. `companion(version=1)`, a rule list, `cyclone:companion`, weights of Cyclone, and
`learned:companion`, a network, were trained with models of the first half. Here the partners are
models of the second half: one of all people, and {GROUPS} of groups of people with similar choices.
Every agent plays the same decks with them, half of the games in each seat, under the rules of the
study; scores are points kept. `groups, by people` is the mean of the groups, weighted by their
people. The second table shows the difference from the best published agent of each column, paired
by deck.

Kantack's claim that one should train for one's partner rather than for oneself holds, but not for
his weights: the human-complementary style, trained for one person's style, scores less with these
models than the self-play style. Cyclone trained with models of people scores more than all
published styles, the rule list evolved for them scores even more, and the network most of all. The
smallest group has few people and a few hundred decisions, so its model says little about them; it
is a difficult partner all the same."""


@dataclass(frozen=True, kw_only=True)
class PartnerArgs(StudyArgs):
    """Settings of the games."""

    epochs: int = Lesson.epochs
    """epochs of training a model"""
    games: int = 8000
    """games of each agent with each model, half in each seat"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


def measure(args: PartnerArgs, progress: Progress) -> list[TableCell]:
    """Trains the models and plays with them."""
    models = other_half(args)
    people = [models[name].provenance.people for name in PARTNERS]
    cells = [
        cell("people", name, "people", count) for name, count in zip(PARTNERS, people, strict=True)
    ]
    cells += [
        cell("people", name, "decisions", models[name].provenance.decisions) for name in PARTNERS
    ]
    scores: dict[str, Floats] = {}
    agents = (*GROWN, *PUBLISHED, THEMSELVES)
    for number, name in enumerate(agents):
        scores[name] = np.array(
            [
                _games(args, None if name == THEMSELVES else as_agent(name), models[partner])
                for partner in PARTNERS
            ]
        )
        cells += _line("score", name, scores[name], people)
        progress((number + 1) / len(agents))
    for name in GROWN:
        cells += _ahead(name, scores, people)
    return cells


def other_half(args: PartnerArgs) -> dict[str, PersonModel]:
    """Models of the people that no agent was trained on."""
    _, others = halves(human_games(args.people), most=MOST_GAMES)
    about = Provenance(
        what="people", data="HanabiData", people=0, decisions=0, lesson={}, version=ty.__version__
    )
    models = clones(others, groups=GROUPS, about=about, lesson=Lesson(epochs=args.epochs))
    return {name.replace("cluster", "group "): model for name, model in models.items()}


def _games(args: PartnerArgs, agent: Agent | None, model: PersonModel) -> Floats:
    half = args.games // 2
    scores = []
    for seat in (0, 1):
        pair: list[Agent] = [HumanAgent(model, name="model"), HumanAgent(model, name="model")]
        if agent is not None:
            pair[seat] = agent
        matchup = ty.match(*pair, games=half, first_seed=args.first_seed + seat * half, setup=SETUP)
        scores.append(matchup.scores.astype(np.float64))
    return np.concatenate(scores)


def _weighted(scores: Floats, people: list[int]) -> Floats:
    return np.average(scores[1:], axis=0, weights=people[1:])


def _line(measured: str, name: str, scores: Floats, people: list[int]) -> list[TableCell]:
    rows = [*scores, _weighted(scores, people), scores[1:][scores[1:].mean(axis=1).argmin()]]
    estimates = [estimate(row) for row in rows]
    return [
        cell(measured, name, column, score.mean, sem=score.sem)
        for column, score in zip(COLUMNS, estimates, strict=True)
    ]


def _ahead(name: str, scores: dict[str, Floats], people: list[int]) -> list[TableCell]:
    """The difference from the best published agent of each column, paired by deck."""
    cells = []
    for place, column in enumerate(COLUMNS):
        own, best = (_column(scores, names, place, people) for names in ((name,), PUBLISHED))
        lead = estimate(own - best)
        cells.append(cell(AHEAD, name, column, lead.mean, sem=lead.sem))
    return cells


def _column(
    scores: dict[str, Floats], names: tuple[str, ...], place: int, people: list[int]
) -> Floats:
    """Scores of all games of the best of these agents in a column."""
    if place < len(PARTNERS):
        rows = [scores[name][place] for name in names]
    elif COLUMNS[place] == BY_PEOPLE:
        rows = [_weighted(scores[name], people) for name in names]
    else:
        rows = [min(scores[name][1:], key=lambda row: float(row.mean())) for name in names]
    return max(rows, key=lambda row: float(row.mean()))


def grids(result: Result) -> list[Grid]:
    """Scores, differences, and the people behind the models."""
    agents = (*GROWN, *PUBLISHED, THEMSELVES)
    return [
        Grid(
            title="Mean score with models of people (points kept)",
            corner="agent",
            header=COLUMNS,
            lines=grid(result, "score", 2, agents, COLUMNS),
        ),
        Grid(
            title="Points ahead of the best published agent of the column",
            corner="agent",
            header=COLUMNS,
            lines=grid(result, AHEAD, 2, GROWN, COLUMNS),
        ),
        Grid(
            title="People behind the models",
            corner="model",
            header=("people", "decisions"),
            lines=grid(result, "people", 2, PARTNERS, ("people", "decisions")),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """A bar for each agent with all people, and a mark for each group."""
    figure = pictures.figure(5.4)
    axes = figure.subplots(1, 1)
    agents = sorted(
        (*GROWN, *PUBLISHED, THEMSELVES),
        key=lambda name: result.cell("score", 2, name, EVERYBODY).ours,
    )
    colors = [PAPER if name in GROWN else OURS for name in agents]
    cells = [result.cell("score", 2, name, EVERYBODY) for name in agents]
    axes.barh(range(len(agents)), [cell.ours for cell in cells], color=colors, height=0.66)
    for number, score in enumerate(cells):
        axes.annotate(f"{score.ours:.2f}", (0.15, number), color="white", va="center", fontsize=9)
    for group, mark in zip(PARTNERS[1:], "o^s", strict=True):
        axes.scatter(
            [result.cell("score", 2, name, group).ours for name in agents],
            range(len(agents)),
            marker=mark,
            s=34,
            color="white",
            edgecolors=INK,
            zorder=3,
            label=group,
        )
    axes.set_yticks(range(len(agents)), agents)
    axes.set_xlabel(
        "mean score with models of people, points kept (bars: all people; orange: agents trained "
        "with models of others)"
    )
    axes.legend(loc="lower right", frameon=True, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="people_partners",
        paper=papers.OWN,
        beyond=True,
        what="which agents play best with models of people",
        needs=("HanabiData",),
        trains=True,
        duration="long",
        scales={
            "tiny": PartnerArgs(epochs=1, games=20),
            "quick": PartnerArgs(games=1000),
            "paper": PartnerArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
