"""Table I of Canaan et al. 2020: communicativeness of six agents with each other."""

from pathlib import Path

from tamaya.reproduce import papers, pictures
from tamaya.reproduce.canaan2020 import six_agents
from tamaya.reproduce.canaan2020.six_agents import CountedShare, TableArgs
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid

COMMUNICATIVENESS = CountedShare("communicativeness", "hints_with_token", "turns_with_hint")

PUBLISHED = {
    "iggi": (0.50, 0.36, 0.41, 0.38, 0.46, 0.42, 0.51, 0.36, 0.51, 0.43),
    "internal": (0.89, 0.88, 0.83, 0.90, 0.99, 0.87, 0.88, 0.83, 0.99, 0.89),
    "outer": (0.89, 0.89, 0.84, 0.91, 0.99, 0.85, 0.84, 0.84, 0.99, 0.89),
    "van_den_bergh": (0.63, 0.36, 0.36, 0.50, 0.52, 0.53, 0.50, 0.36, 0.63, 0.48),
    "flawed": (0.28, 0.17, 0.17, 0.36, 0.06, 0.26, 0.08, 0.06, 0.36, 0.20),
    "piers": (0.64, 0.47, 0.56, 0.53, 0.50, 0.58, 0.58, 0.47, 0.64, 0.55),
}
"""by agent, columns as in the paper: six partners, self, min, max, average"""


def measure(args: TableArgs, progress: Progress) -> list[TableCell]:
    """Measures the whole table."""
    return six_agents.table(args, progress, COMMUNICATIVENESS, PUBLISHED)


def grids(result: Result) -> list[Grid]:
    """The table as printed."""
    title = "Communicativeness, ours ± standard error (the paper's); bold where they disagree"
    return [six_agents.grid_of(result, COMMUNICATIVENESS.name, title)]


def draw(result: Result, file: Path) -> None:
    """Our table, and its difference from the paper's."""
    pictures.beside_the_paper(grids(result)[0], file)


register(
    Experiment(
        name="canaan2020_table1",
        paper=papers.CANAAN_2020,
        what="Table I, communicativeness of six agents with each other",
        scales=six_agents.SCALES,
        measure=measure,
        draw=draw,
        grids=grids,
        notes=six_agents.NOTES,
    )
)
