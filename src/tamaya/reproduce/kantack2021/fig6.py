"""Figure 6 of Kantack 2021: Cyclone and other agents with people, here with models of people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.game import Seed
from tamaya.humans import EVERYBODY, MOST_GAMES, HumanAgent, Lesson, Provenance, clones, halves
from tamaya.numbers import Floats
from tamaya.plotting import INK, OURS, PAPER
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.eger2017.study_games import StudyArgs, human_games
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid
from tamaya.stats import estimate

CYCLONE = "Cyclone"
STAND_INS = {
    "cyclone:human_complementary(form=table1)": CYCLONE,
    "cyclone:human_complementary(form=code)": "Cyclone, as its program plays",
    "learned:response": "in place of SAD (off-belief): a network trained for many partners",
    "learned:self-play": "in place of Rainbow: a network trained with itself",
    "convention:ladder(level=3)": "in place of Fireflower: conventions for hints",
    "mcs(piers, iterations=300)": "in place of Fireflower: search",
    "eger:intentional": "for comparison: Intentional",
    "piers": "for comparison: a rule list",
}
"""agents, and whose places they take: SAD, Rainbow and Fireflower are not part of Tamaya"""
PRINTED = 16.5
"""mean score of Cyclone with 21 people"""
COLUMNS = ("points", "strict", "bombed, %")
NOTES = """\
In the figure, 21 people play with Cyclone (its human-complementary style), SAD in its off-belief
version, Rainbow and Fireflower. We have neither these people nor the last three agents, so **this
is another experiment with the same question**: the partners are models of people of the study of
Eger et al. 2017 (the half that no shipped agent was trained on), and our own agents stand in the
places of the absent ones, as the table says. They are not these agents, and their scores say
nothing about them. The rules are those of the challenge: standard, two players. The text gives two
numbers of the figure: Cyclone scored 16.5 with people, and 4 points more than off-belief SAD.

Models of people lose their last life more often than most people would, because they draw each move
at random; so the strict score, where such games count 0, is much lower than the points."""


@dataclass(frozen=True, kw_only=True)
class ChallengeArgs(StudyArgs):
    """Settings of the games."""

    epochs: int = Lesson.epochs
    """epochs of training the model of people"""
    games: int = 4000
    """games of each agent, half in each seat"""
    search_games: int = 400
    """games of a searching agent"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


def measure(args: ChallengeArgs, progress: Progress) -> list[TableCell]:
    """Plays every agent with a model of people that no agent was trained on."""
    _, others = halves(human_games(args.people), most=MOST_GAMES)
    about = Provenance(
        what="people", data="HanabiData", people=0, decisions=0, lesson={}, version=ty.__version__
    )
    model = clones(others, groups=1, about=about, lesson=Lesson(epochs=args.epochs))[EVERYBODY]
    partner = HumanAgent(model, name="people")
    cells: list[TableCell] = []
    for number, (name, place) in enumerate(STAND_INS.items()):
        points, strict = _games(args, name, partner)
        bombed = 100 * (points != strict).astype(np.float64)
        theirs = PRINTED if place == CYCLONE else None
        cells += [
            cell("score", name, "points", estimate(points), theirs=theirs),
            cell("score", name, "strict", estimate(strict), theirs=theirs),
            cell("score", name, "bombed, %", estimate(bombed)),
            cell("games", name, "games", len(points)),
        ]
        progress((number + 1) / len(STAND_INS))
    return cells


def _games(args: ChallengeArgs, name: str, partner: HumanAgent) -> tuple[Floats, Floats]:
    games = args.search_games if name.startswith("mcs") else args.games
    half, scores = games // 2, []
    for seat, pair in enumerate(((name, partner), (partner, name))):
        first = args.first_seed + seat * half
        played = ty.match(*pair, games=half, first_seed=first, setup="standard players=2")
        scores.append(np.array([played.scores, played.strict_scores], np.float64))
    both = np.concatenate(scores, axis=1)
    return both[0], both[1]


def grids(result: Result) -> list[Grid]:
    """A line for each agent; the second table says whose place it takes."""
    agents = tuple(STAND_INS)
    places = [
        TableCell(
            measure="games",
            players=2,
            row=f"`{name}`: {place}",
            column="games",
            ours=result.cell("games", 2, name, "games").ours,
            sem=float("nan"),
        )
        for name, place in STAND_INS.items()
    ]
    return [
        Grid(
            title="Mean score ± standard error with a model of people (the paper's, with people)",
            corner="agent",
            header=COLUMNS,
            lines=grid(result, "score", 2, agents, COLUMNS),
        ),
        Grid(
            title="Whose place each agent takes",
            corner="agent",
            header=("games",),
            lines=tuple((place,) for place in places),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """A bar for each agent with its 95 % interval, and the paper's mean of Cyclone."""
    figure = pictures.figure(4.6)
    axes = figure.subplots(1, 1)
    cells = [result.cell("score", 2, name, "points") for name in STAND_INS]
    own = [place.startswith(CYCLONE) for place in STAND_INS.values()]
    colors = [PAPER if mine else OURS for mine in own]
    axes.barh(
        range(len(cells)),
        [score.ours for score in cells],
        xerr=[1.96 * score.sem for score in cells],
        color=colors,
        height=0.66,
    )
    labels = [f"{name}\n{place}" for name, place in STAND_INS.items()]
    axes.set_yticks(range(len(cells)), labels, fontsize=7.5)
    axes.invert_yaxis()
    axes.axvline(PRINTED, color=INK, linestyle=":", label="Cyclone with people, the paper")
    axes.set_xlabel("mean score with a model of people, 95 % interval (points kept)")
    axes.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1, 1))
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="kantack2021_fig6",
        paper=papers.KANTACK_2021,
        what="Figure 6, agents with people (here: models of people and stand-in agents)",
        source="the paper, with people",
        same_agents=False,
        needs=("HanabiData",),
        trains=True,
        duration="long",
        scales={
            "tiny": ChallengeArgs(epochs=1, games=8, search_games=2),
            "quick": ChallengeArgs(games=600, search_games=60),
            "paper": ChallengeArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
