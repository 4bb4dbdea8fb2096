"""Evolution runs that the operator publishes, by ids that reveal no paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.matchups.pool import RUN_FILE, shipped

_LETTER = re.compile(r"[^A-Za-z0-9_-]+")


def run_folders(folders: Sequence[str]) -> dict[str, str]:
    """Run folders by id: the given folders, or the runs inside them.

    :raises TamayaError: if a folder contains no runs
    """
    by_id: dict[str, str] = {}
    for folder in map(Path, folders):
        runs = [folder] if (folder / RUN_FILE).is_file() else sorted(folder.glob(f"*/{RUN_FILE}"))
        if not runs:
            raise TamayaError(f"no runs in {str(folder)!r} (expected {RUN_FILE} there or below)")
        for run in (path if path.is_dir() else path.parent for path in runs):
            by_id[_unused(run.resolve().name, by_id)] = str(run)
    return by_id


def _unused(name: str, used: dict[str, str]) -> str:
    """An id from the folder's name that no other map has."""
    plain = _LETTER.sub("-", name).strip("-") or "run"
    id, number = plain, 2
    while id in used or id in shipped():
        id, number = f"{plain}-{number}", number + 1
    return id
