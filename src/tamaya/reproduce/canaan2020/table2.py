"""Table II of Canaan et al. 2020: information per play of six agents with each other."""

from pathlib import Path

from tamaya.reproduce import papers, pictures
from tamaya.reproduce.canaan2020 import six_agents
from tamaya.reproduce.canaan2020.six_agents import CountedShare, TableArgs
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

INFORMATION_PER_PLAY = CountedShare("explicit_information_per_play", "hinted_at_play", "plays", 0.5)
AS_DEFINED = CountedShare("information_per_play", "known_at_play", "plays", 0.5)

PUBLISHED = {
    "iggi": (0.94, 0.98, 0.97, 0.95, 0.68, 0.95, 0.94, 0.68, 0.98, 0.92),
    "internal": (0.92, 0.96, 0.94, 0.92, 0.94, 0.93, 0.95, 0.92, 0.96, 0.94),
    "outer": (0.95, 0.96, 0.96, 0.94, 0.96, 0.95, 0.96, 0.94, 0.96, 0.95),
    "van_den_bergh": (0.77, 0.81, 0.79, 0.78, 0.69, 0.80, 0.79, 0.69, 0.81, 0.77),
    "flawed": (0.45, 0.41, 0.47, 0.46, 0.04, 0.45, 0.04, 0.04, 0.47, 0.33),
    "piers": (0.73, 0.74, 0.74, 0.77, 0.77, 0.78, 0.78, 0.73, 0.78, 0.76),
}
"""by agent, columns as in the paper: six partners, self, min, max, average"""


_NOTES = """

In the text of the paper, a played card's color or rank is also known if hints about other cards
imply it. The program behind the table counts it only if a hint touched the card, and so does our
first table. The second table follows the text. It differs by less than 0.01 everywhere, so the
printed numbers fit both."""


def measure(args: TableArgs, progress: Progress) -> list[TableCell]:
    """Measures the whole table, then once more as the text defines the feature."""
    printed = six_agents.table(args, lambda s: progress(s / 2), INFORMATION_PER_PLAY, PUBLISHED)
    return printed + six_agents.table(args, lambda s: progress((1 + s) / 2), AS_DEFINED, None)


def grids(result: Result) -> list[Grid]:
    """The table as printed, and the table by the definition in the text."""
    title = "Information per play, ours ± standard error (the paper's); bold where they disagree"
    defined = "Information per play as the text defines it, negative hints included"
    return [
        six_agents.grid_of(result, INFORMATION_PER_PLAY.name, title),
        six_agents.grid_of(result, AS_DEFINED.name, defined),
    ]


def draw(result: Result, file: Path) -> None:
    """Our table, and its difference from the paper's."""
    pictures.beside_the_paper(grids(result)[0], file)


register(
    Experiment(
        name="canaan2020_table2",
        paper=papers.CANAAN_2020,
        what="Table II, information per play of six agents with each other",
        scales=six_agents.SCALES,
        measure=measure,
        draw=draw,
        grids=grids,
        notes=six_agents.NOTES + _NOTES,
    )
)
