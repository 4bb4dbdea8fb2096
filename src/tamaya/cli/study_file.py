"""`tamaya study new` and `tamaya study check`: writes and checks study files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.options import AsJson
from tamaya.errors import TamayaError
from tamaya.extras import extra
from tamaya.files import write_whole

File = Annotated[Path, typer.Argument(metavar="FILE", help="Study file.", show_default=False)]


def new(
    file: File,
    template: Annotated[
        str, typer.Option(help="Template: eger2017, kantack2021 or adaptation.")
    ] = "adaptation",
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a complete, commented study file to start from.

    Example: [bold]tamaya study new pilot.toml --template eger2017[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import templates  # noqa: PLC0415

    text = templates.template(template)
    if file.exists() and not force:
        raise TamayaError(f"{str(file)!r} already exists (--force replaces it)")
    write_whole(file, text)
    typer.echo(f"wrote {file}: edit it, then run tamaya study check {file}")


def check(file: File, as_json: AsJson = False) -> None:
    """Check a study file, and show what a participant goes through and who plays with whom.

    Example: [bold]tamaya study check pilot.toml[/]
    """
    with extra("web", "studies need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.study.overview import overview, overview_as_dict  # noqa: PLC0415

    study = reading.read(file)
    if as_json:
        typer.echo(json.dumps(overview_as_dict(study), indent=2, ensure_ascii=False))
    else:
        typer.echo(overview(study))
