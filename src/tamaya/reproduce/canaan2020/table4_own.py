"""Table IV of Canaan et al. 2020 for our own three pools, each trained on and all of them met."""

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
Our pools `canaan2020-1` to `-3` come from three runs of the paper's algorithm, a million candidates
each, so this is the whole Table IV, nine scenarios, for other populations than the published ones,
which are in `canaan2020_table4`. Agents, decks and errors are those of that table. Three scenarios
are with the population trained on (rows and columns of one name), six with another one, of which
the oracle knows only the niche. The paper's order, Random Response far below the Generalist, then
the adaptive agent, then the Oracle, holds in all nine, though twice the Oracle is ahead by no more
than an error; in the paper the adaptive agent trained on population 2 falls short of its Generalist
with population 1."""


def measure(args: EpisodeArgs, progress: Progress) -> list[TableCell]:
    """Nine scenarios."""
    return measure_all(shipped(), args, progress)


def grids(result: Result) -> list[Grid]:
    """Scores, gains over the Generalist, and learning curves."""
    return table4.grids(result, "± standard error over episodes")


register(
    Experiment(
        name="canaan2020_table4_own",
        paper=papers.CANAAN_2020,
        what="Table IV for our own three pools",
        duration="long",
        scales=table4.SCALES,
        measure=measure,
        draw=table4.draw,
        grids=grids,
        notes=NOTES,
    )
)
