"""`tamaya pool`: shows, filters, merges and measures pools of agents."""

from __future__ import annotations

import typer

from tamaya.cli.pool_choose import choose, sample
from tamaya.cli.pool_diff import diff
from tamaya.cli.pool_merge import merge
from tamaya.cli.pool_metrics import metrics
from tamaya.cli.pool_show import show
from tamaya.cli.pool_simplify import simplify
from tamaya.cli.pool_widen import widen

app = typer.Typer(
    help="Show, filter, merge, compare and measure pools of evolved agents.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
for name, command in (
    ("show", show),
    ("merge", merge),
    ("filter", choose),
    ("sample", sample),
    ("widen", widen),
    ("diff", diff),
    ("simplify", simplify),
    ("metrics", metrics),
):
    app.command(name)(command)
