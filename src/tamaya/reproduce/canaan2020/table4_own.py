"""Table IV of Canaan et al. 2020 for our own three pools."""

from __future__ import annotations

from tamaya.reproduce import papers
from tamaya.reproduce.canaan2020 import table4
from tamaya.reproduce.canaan2020.populations import shipped
from tamaya.reproduce.canaan2020.table4 import measure_all
from tamaya.reproduce.experiment import (
    EpisodeArgs,
    Experiment,
    Progress,
    Result,
    TableCell,
    register,
)
from tamaya.reproduce.grid import Grid

NOTES = """\
Our pools `canaan2020-1` to `-3` come from three runs of the paper's algorithm with a million
candidates each. So this is the whole Table IV, with nine scenarios, for our populations; the
published ones are in `canaan2020_table4`. Agents, decks and errors are those of that table. In
three scenarios the partners come from the training population (row and column have the same name);
in six they come from another one, and the Oracle knows only their niche. In the paper's order,
Random Response is far below the Generalist, then come the adaptive agent and the Oracle. This order
holds in all nine scenarios, though twice the Oracle's lead is no larger than its error. In the
paper, the adaptive agent trained on population 2 scores less than its Generalist with population
1."""


def measure(args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Measures nine scenarios."""
    return measure_all(shipped(), args, progress)


def grids(result: Result) -> list[Grid]:
    """Scores, gains over the Generalist, and learning curves."""
    return table4.grids(result, "± standard error over episodes")


register(
    Experiment(
        name="canaan2020_table4_own",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="Table IV for our own three pools",
        duration="long",
        scales=table4.SCALES,
        measure=measure,
        draw=table4.draw,
        grids=grids,
        notes=NOTES,
    )
)
