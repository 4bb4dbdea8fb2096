"""`tamaya study`: plans and runs experiments with people."""

from __future__ import annotations

import typer

from tamaya.cli.study_analyse import analyse
from tamaya.cli.study_data import export, redeem, status, withdraw
from tamaya.cli.study_file import check, new
from tamaya.cli.study_power import power
from tamaya.cli.study_run import serve
from tamaya.cli.study_simulate import simulate

app = typer.Typer(
    help="Plan and run experiments with people, from a study file to exported tables.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
for name, command in (
    ("new", new),
    ("check", check),
    ("power", power),
    ("simulate", simulate),
    ("serve", serve),
    ("status", status),
    ("export", export),
    ("withdraw", withdraw),
    ("redeem", redeem),
    ("analyse", analyse),
):
    app.command(name)(command)
