"""Figure 7 of Eger et al. 2017: people's scores with each computer over all their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from tamaya.game import Seed
from tamaya.humans import (
    MOST_GAMES,
    STYLES,
    Sample,
    clustered_difference,
    games_by_person,
    tukey,
)
from tamaya.reproduce import papers
from tamaya.reproduce.eger2017.study_games import (
    StudyArgs,
    StudyGame,
    draw_histograms,
    histogram,
    points,
    shown,
    study_games,
)
from tamaya.reproduce.equivalence import POINTS
from tamaya.reproduce.experiment import (
    Experiment,
    Judgement,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, by_row, grid
from tamaya.stats import clustered, estimate

PRINTED = {"outer": (8.12, 4.87), "full": (13.16, 5.76)}
"""mean and standard deviation; those of Intentional are not printed"""
ALL, OTHERS, HEAVY = "score", "others", "heavy"
TESTED = ("points", "Tukey's p")

NOTES = f"""\
Scores are points kept when the last life is lost. Errors are clustered by person, since a few
people played most games: in the whole release two of 228 people played 54 % of them. One of the two
is in our part of the games, the other is not. The other seems to have ended many games on purpose
(64 to 98 % of them are bombed, depending on the computer; 8 to 72 % of those of the one in our
part) and lowers the paper's means: with Outer the paper has 8.12, and the whole release without the
two has 9.53. The one in our part plays well and improves with time, which raises the means of all
games. In the paper, Intentional and Full no longer differ over all games; here they do. Tukey's
test treats games as independent, as in the paper; the errors of the differences next to it do not.
0.0001 stands for less.

The numbers of the whole release were counted in its logs. If the folder that `TAMAYA_TRUTH` names
holds a clone of all its games, this command measures them instead of our part: the means without
people of more than {MOST_GAMES} games, and how often each of these people lost the last life."""
WHY = """\
One person who lowers the paper's mean with Outer is not in our part of the games; the notes give
the numbers. Full stays open: errors are clustered by person, and few people played most games."""


@dataclass(frozen=True, kw_only=True)
class AllGamesArgs(StudyArgs):
    """Settings of the figure."""

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the study's decks."""
        return 1, 10_000


def measure(args: AllGamesArgs, progress: Progress) -> list[TableCell]:
    """Measures scores of all games, and without those of people who played very many."""
    games = study_games(args)
    counts = games_by_person(game.game for game in games)
    others = [game for game in games if counts[game.game.person] <= MOST_GAMES]
    cells = [*_scores(ALL, games), *_scores(OTHERS, others)]
    cells += [*_differences(ALL, games), *_differences(OTHERS, others)]
    heavy = [person for person, count in counts.most_common() if count > MOST_GAMES]
    for number, person in enumerate(heavy, start=1):
        cells += _habits(f"person {number}", games, person)
    progress(1.0)
    return [*cells, *histogram(games)]


def _scores(measured: str, games: Sequence[StudyGame]) -> list[TableCell]:
    cells = []
    for style in STYLES:
        scores = points(games, style)
        mean, ours = clustered(scores, _people(games, style)), Sample.of(scores)
        theirs = PRINTED.get(style) if measured == ALL else None
        judged: Judgement = {}
        if theirs:  # the same games, so most of the error is common: ours is an upper bound
            judged = {"their_sem": 0.0, "margin": POINTS, "same": True}
        cells += [
            cell(measured, style, "games", ours.size),
            cell(
                measured,
                style,
                "mean",
                mean.mean,
                sem=mean.sem,
                theirs=theirs and theirs[0],
                **judged,
            ),
            cell(measured, style, "standard deviation", ours.sd, theirs=theirs and theirs[1]),
        ]
    return cells


def _habits(row: str, games: Sequence[StudyGame], person: str) -> list[TableCell]:
    """How many games somebody played, and how often the last life was lost with each computer."""
    own = [game for game in games if game.game.person == person]
    cells = [
        cell(HEAVY, row, "games", len(own)),
        cell(HEAVY, row, "percent of all games", 100 * len(own) / len(games)),
    ]
    for style in STYLES:
        lost = estimate([100.0 * game.bombed for game in own if game.style == style])
        cells.append(cell(HEAVY, row, f"bombed with {style}, %", lost.mean, sem=lost.sem))
    return cells


def _people(games: Sequence[StudyGame], style: str) -> list[str]:
    return [game.game.person for game in games if game.style == style]


def _differences(measured: str, games: Sequence[StudyGame]) -> list[TableCell]:
    chances = tukey({style: Sample.of(points(games, style)) for style in STYLES})
    cells = []
    for first, second in combinations(STYLES, 2):
        row = f"{second} - {first}"
        difference = clustered_difference(
            points(games, second),
            _people(games, second),
            points(games, first),
            _people(games, first),
        )
        cells += [
            cell(f"{measured} difference", row, "points", difference.mean, sem=difference.sem),
            cell(f"{measured} difference", row, "Tukey's p", shown(chances[first, second])),
        ]
    return cells


def grids(result: Result) -> list[Grid]:
    """Scores and differences, with and without the people who played very many games."""
    columns = ("games", "mean", "standard deviation")
    rows = tuple(f"{second} - {first}" for first, second in combinations(STYLES, 2))
    people = f"people of more than {MOST_GAMES} games"
    titles = {ALL: "all games", OTHERS: f"without {people}"}
    scores = [
        Grid(
            title=f"Scores, {sample}" + " (the paper's)" * (name == ALL),
            corner="computer",
            header=columns,
            lines=grid(result, name, 2, STYLES, columns),
        )
        for name, sample in titles.items()
    ]
    differences = [
        Grid(
            title=f"Differences, {sample}",
            corner="computers",
            header=TESTED,
            exact_digits=4,
            lines=grid(result, f"{name} difference", 2, rows, TESTED),
        )
        for name, sample in titles.items()
    ]
    habits = by_row(result, HEAVY)
    return [*scores, *differences, *([_grid_of_habits(people, habits)] if habits else [])]


def _grid_of_habits(people: str, rows: Mapping[str, Sequence[TableCell]]) -> Grid:
    lines = tuple(tuple(line) for line in rows.values())
    return Grid(
        title=people.capitalize(),
        corner="person",
        header=tuple(cell.column for cell in lines[0]),
        lines=lines,
        digits=1,
        exact_digits=1,
    )


def draw(result: Result, file: Path) -> None:
    """The distributions."""
    draw_histograms(result, "games", file)


register(
    Experiment(
        name="eger2017_fig7",
        paper=papers.EGER_2017,
        what="Figure 7, people's scores over all games",
        needs=("HanabiData",),
        groups={"score": "row"},
        labels={
            "outer": "mean score with Outer",
            "full": "mean score with Full",
        },
        scales={
            "tiny": AllGamesArgs(people=40),
            "quick": AllGamesArgs(),
            "paper": AllGamesArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
        why=WHY,
    )
)
