"""`tamaya pool`: pools of evolved agents, one command each."""

from __future__ import annotations

import typer

from tamaya.cli.pool_choose import choose, sample
from tamaya.cli.pool_diff import diff
from tamaya.cli.pool_merge import merge
from tamaya.cli.pool_metrics import metrics
from tamaya.cli.pool_show import show
from tamaya.cli.pool_simplify import simplify

app = typer.Typer(
    help="Look at pools of evolved agents, and make others of them.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
for name, command in (
    ("show", show),
    ("merge", merge),
    ("filter", choose),
    ("sample", sample),
    ("diff", diff),
    ("simplify", simplify),
    ("metrics", metrics),
):
    app.command(name)(command)
