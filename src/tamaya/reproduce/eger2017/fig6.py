"""Figure 6 of Eger et al. 2017: what people score in their first game with each computer."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tamaya.humans import STYLES, Sample, anova, anova_given, kendall, rank, tukey
from tamaya.reproduce import papers
from tamaya.reproduce.eger2017.study_games import (
    SCALES,
    StudyArgs,
    StudyGame,
    draw_histograms,
    histogram,
    points,
    shown,
    study_games,
)
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, grid

PRINTED = {
    "outer": Sample(79, 11.09, 4.59),
    "intentional": Sample(73, 14.99, 4.17),
    "full": Sample(72, 12.88, 5.98),
}
TUKEY = {
    ("outer", "intentional"): 0.0001,
    ("outer", "full"): 0.0715,
    ("intentional", "full"): 0.0295,
}
"""0.0001 stands for less than that"""
ROUNDING = 0.002
"""what the two printed decimals of means are worth in chances near 0.07"""
CORRELATIONS = {"goal-directed, enjoyed": ("like", 0.45), "goal-directed, skilled": ("skill", 0.52)}
ENJOYED = {
    "intentional, 13 to 17 points": ("intentional", 13, 18, 7, 33),
    "full, 13 to 17 points": ("full", 13, 18, 10, 14),
    "full, 18 points and more": ("full", 18, 26, 15, 17),
}
"""computer, points, and how many of how many people enjoyed the game"""
CELLS = {
    "Intentional and Full, 13 to 17 points": (("intentional", 13), ("full", 13), 0.0827),
    "Intentional, 13 to 17, and Full, 18 to 22": (("intentional", 13), ("full", 18), 0.05),
}
"""computers and lowest points of two cells, and the chance by Tukey's test of all cells; 0.05 is
what stands for less"""
FIRST_BAND, BAND = 3, 5
"""ranges of five points, from 3 points on; fewer points are a range of their own"""
PRINTED_CELLS = 15
"""three computers by five ranges"""
BESIDES = ("age", "bgg", "exp", "recent")
ALONE, GIVEN = "which computer", "which computer, given the rest"
ERRORS = 3

NOTES = """\
Scores are points kept when the last life is lost. The paper has 224 people, of whom 185 are in the
games published with it; the later release has 228, not all of the paper, and the part of it at hand
here has 154. So the two samples overlap, and neither holds the other: numbers are compared as if
they were apart. What can be checked exactly is Tukey's test: the paper's means and deviations give
the paper's chances. On the games at hand the three computers stand in the paper's order;
Intentional is surely better than Outer, and the other two differences are as doubtful as in the
paper. The test that keeps age, experience with board games and with Hanabi, time since the last
game and the deck constant is of type II, for people who answered all these questions. Enjoyed is 3
of 5 or more. Whether enjoyment depends on computer and score together is tested as in the paper: by
Tukey's test of all cells of computer and five points. It prints three of these cells and no error,
so the test of its counts takes the error of the games at hand and fifteen cells, and gives nearly
its 0.0827. On the games at hand the same pair does not differ, and the other one does, as there;
cells with one person are left out."""


def measure(args: StudyArgs, progress: Progress) -> list[TableCell]:
    """Scores, tests of them, and what people answered."""
    games = [game for game in study_games(args) if game.game.first]
    samples = {style: Sample.of(points(games, style)) for style in STYLES}
    cells = [*_scores(samples), *_tests(samples, games), *_correlations(games)]
    cells += [*_enjoyed(games), *_interaction(games)]
    progress(1.0)
    return [*cells, *histogram(games)]


def _scores(samples: dict[str, Sample]) -> list[TableCell]:
    cells = []
    for style, ours in samples.items():
        theirs = PRINTED[style]
        cells += [
            cell("score", style, "people", ours.size, theirs=theirs.size),
            _compared("score", (style, "mean"), (ours.mean, ours.sem), (theirs.mean, theirs.sem)),
            _compared("score", (style, "standard deviation"), _spread(ours), _spread(theirs)),
        ]
    return cells


def _spread(sample: Sample) -> tuple[float, float]:
    """The deviation, and its error if scores were normal."""
    return sample.sd, sample.sd / math.sqrt(2 * (sample.size - 1))


def _tests(samples: dict[str, Sample], games: Sequence[StudyGame]) -> list[TableCell]:
    printed, ours = tukey(PRINTED), tukey(samples)
    cells = []
    for pair, theirs in TUKEY.items():
        row, again = " and ".join(pair), shown(printed[pair])
        agrees = abs(again - theirs) <= ROUNDING
        cells += [
            cell("tukey", row, "the paper's means", again, theirs=theirs, agrees=agrees),
            cell("tukey", row, "games at hand", shown(ours[pair])),
        ]
    answered = [game for game in games if all(name in game.game.survey for name in BESIDES)]
    others = [[game.game.survey[name] for game in answered] for name in BESIDES]
    given = anova_given(
        [game.score for game in answered],
        [game.style for game in answered],
        [*others, [game.game.deal for game in answered]],
    )
    tests = ((ALONE, anova(samples), len(games)), (GIVEN, given, len(answered)))
    for row, test, people in tests:
        cells += [
            cell("anova", row, "people", people),
            cell("anova", row, "F", test.f),
            cell("anova", row, "p", shown(test.p)),
        ]
    return cells


def _correlations(games: Sequence[StudyGame]) -> list[TableCell]:
    cells = []
    for row, (question, theirs) in CORRELATIONS.items():
        both = [
            (rank(game.game.survey, "intention"), rank(game.game.survey, question))
            for game in games
        ]
        known = [(a, b) for a, b in both if a is not None and b is not None]
        test = kendall([a for a, _ in known], [b for _, b in known])
        cells += [
            cell("kendall", row, "people", test.size),
            _compared("kendall", (row, "tau"), (test.tau, test.sem), (theirs, test.sem)),
        ]
    return cells


def _enjoyed(games: Sequence[StudyGame]) -> list[TableCell]:
    cells = []
    for row, (style, low, high, part, whole) in ENJOYED.items():
        ranks = [
            rank(item.game.survey, "like")
            for item in games
            if item.style == style and low <= item.score < high
        ]
        ours = Sample.of([float(item >= 3) for item in ranks if item is not None])
        share = part / whole
        theirs = share, math.sqrt(share * (1 - share) / whole)
        cells += [
            cell("enjoyed", row, "people", ours.size, theirs=whole),
            _compared("enjoyed", (row, "share"), (ours.mean, ours.sem), theirs),
        ]
    return cells


def _interaction(games: Sequence[StudyGame]) -> list[TableCell]:
    """Tukey's test of all cells of computer and range of points, of who enjoyed the game."""
    answers: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for item in games:
        like = rank(item.game.survey, "like")
        if like is not None:
            low = FIRST_BAND + (item.score - FIRST_BAND) // BAND * BAND
            answers[item.style, low].append(float(like >= 3))
    known = {_name(cell): Sample.of(values) for cell, values in answers.items() if len(values) > 1}
    ours = {frozenset(pair): p for pair, p in tukey(known).items()}
    cells = []
    for row, (first, second, theirs) in CELLS.items():
        pair = frozenset((_name(first), _name(second)))
        cells += [
            cell("interaction", row, "the paper's counts", _from_counts(row, known), theirs=theirs),
            cell("interaction", row, "games at hand", ours.get(pair, math.nan)),
        ]
    return cells


def _name(cell: tuple[str, int]) -> str:
    return f"{cell[0]}, from {cell[1]} points"


def _from_counts(row: str, known: dict[str, Sample]) -> float:
    """The same test of the paper's counts, with the error of the games at hand.

    The paper prints three of its cells. Its other people are spread over the other twelve, which
    count only by their number and their error.
    """
    freedom = sum(sample.size - 1 for sample in known.values())
    error = sum((sample.size - 1) * sample.sd**2 for sample in known.values()) / freedom
    printed = ("intentional, 13 to 17 points", "full, 13 to 17 points", "full, 18 points and more")
    groups = {}
    for name in printed:
        part, whole = ENJOYED[name][3:]
        groups[name] = Sample(whole, part / whole, math.sqrt(error))
    left = sum(sample.size for sample in PRINTED.values())
    left -= sum(sample.size for sample in groups.values())
    others = PRINTED_CELLS - len(printed)
    filling = Sample(round(left / others), 0.5, math.sqrt(error))
    groups |= {str(number): filling for number in range(others)}
    other = printed[1 if row == next(iter(CELLS)) else 2]
    return tukey(groups)[printed[0], other]


def _compared(
    measured: str, where: tuple[str, str], ours: tuple[float, float], theirs: tuple[float, float]
) -> TableCell:
    """Numbers with their errors agree if both samples could be of the same people."""
    error = math.hypot(ours[1], theirs[1])
    agrees = None if math.isnan(error) else bool(abs(ours[0] - theirs[0]) <= ERRORS * error)
    return cell(measured, *where, ours[0], sem=ours[1], theirs=theirs[0], agrees=agrees)


def grids(result: Result) -> list[Grid]:
    """Scores, tests, and answers."""
    pairs = tuple(" and ".join(pair) for pair in TUKEY)
    tables = (
        (
            "First games (the paper's)",
            "computer",
            "score",
            STYLES,
            ("people", "mean", "standard deviation"),
        ),
        (
            "Chance of so large a difference by Tukey's test (the paper's; 0.0001 stands for less)",
            "computers",
            "tukey",
            pairs,
            ("the paper's means", "games at hand"),
        ),
        (
            "Analysis of variance of the games at hand (the paper's p are less than 0.0001)",
            "what decides the score",
            "anova",
            (ALONE, GIVEN),
            ("people", "F", "p"),
        ),
        (
            "Kendall's correlation of answers (the paper's)",
            "answers",
            "kendall",
            tuple(CORRELATIONS),
            ("people", "tau"),
        ),
        (
            "Chance of so large a difference in enjoyment by Tukey's test of all cells of computer "
            "and points (the paper's; 0.05 stands for less)",
            "cells",
            "interaction",
            tuple(CELLS),
            ("the paper's counts", "games at hand"),
        ),
        (
            "Share of people who enjoyed the game (the paper's)",
            "who",
            "enjoyed",
            tuple(ENJOYED),
            ("people", "share"),
        ),
    )
    return [
        Grid(
            title=title,
            corner=corner,
            header=columns,
            exact_digits=4,
            lines=grid(result, name, 2, rows, columns),
        )
        for title, corner, name, rows, columns in tables
    ]


def draw(result: Result, file: Path) -> None:
    """The distributions."""
    draw_histograms(result, "first games", file)


register(
    Experiment(
        name="eger2017_fig6",
        paper=papers.EGER_2017,
        what="Figure 6, people's scores in first games, and what they answered",
        joint=": ",
        same_agents=False,
        needs=("HanabiData",),
        criterion="within three standard errors of the difference of two samples; chances from "
        "the paper's own means within 0.002",
        scales=SCALES,
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
