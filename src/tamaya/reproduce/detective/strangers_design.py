"""Our meta-agent with strangers, on the pools that its settings were chosen on."""

from __future__ import annotations

from tamaya.reproduce import papers
from tamaya.reproduce.detective import strangers
from tamaya.reproduce.experiment import Experiment, register

NOTES = """\
This is the experiment `strangers` on the pools that come with the package. Doubts, caution, made-up
partners and the growth of responses were chosen by games with these pools, with those of earlier
tests and with the families below, on other decks. So these numbers were known during the design;
`strangers` is the test."""

register(
    Experiment(
        name="strangers_design",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="beyond the paper: our meta-agent with the pools it was designed on",
        needs=("runs",),
        estimated_minutes=160,
        duration="long",
        scales=strangers.scales((1, 2, 3)),
        measure=strangers.measure,
        draw=strangers.draw,
        grids=strangers.grids,
        notes=NOTES,
    )
)
