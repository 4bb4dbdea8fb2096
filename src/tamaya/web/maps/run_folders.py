"""Pools of runs that whoever runs the server shows, by ids that tell no paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.matchups.pool import RUN_FILE, shipped

_LETTER = re.compile(r"[^A-Za-z0-9_-]+")


def found(folders: Sequence[str]) -> dict[str, str]:
    """From ids to folders of runs: the folders themselves, or those within them.

    :raises TamayaError: naming a folder without runs
    """
    made: dict[str, str] = {}
    for folder in map(Path, folders):
        here = [folder] if (folder / RUN_FILE).is_file() else sorted(folder.glob(f"*/{RUN_FILE}"))
        if not here:
            raise TamayaError(f"no runs in {str(folder)!r} (expected {RUN_FILE} there or below)")
        for run in (one if one.is_dir() else one.parent for one in here):
            made[_free(run.resolve().name, made)] = str(run)
    return made


def _free(name: str, taken: dict[str, str]) -> str:
    """The folder's name as an id that nothing else has."""
    plain = _LETTER.sub("-", name).strip("-") or "run"
    wanted, number = plain, 2
    while wanted in taken or wanted in shipped():
        wanted, number = f"{plain}-{number}", number + 1
    return wanted
