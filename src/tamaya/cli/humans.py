"""`tamaya humans`: imports and studies games of people."""

from __future__ import annotations

import typer

from tamaya.cli.humans_clone import clone
from tamaya.cli.humans_import import import_
from tamaya.cli.humans_map import map_
from tamaya.cli.humans_partner import partner
from tamaya.cli.humans_play import play
from tamaya.cli.humans_score import score
from tamaya.cli.humans_show import show

app = typer.Typer(
    help="Import games of people, show them, model people and compare agents with them.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
for name, command in (
    ("import", import_),
    ("show", show),
    ("score", score),
    ("play", play),
    ("map", map_),
    ("clone", clone),
    ("partner", partner),
):
    app.command(name)(command)
