"""Finds the data that experiments need and this package cannot contain."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from tamaya.errors import MissingData

Need = Literal["HanabiData", "published agents", "runs"]
"""`runs` are evolution runs. An experiment evolves missing runs itself, which takes hours at the
papers' sizes. The others are files that this package cannot contain."""

NAMES: dict[Need, str] = {
    "HanabiData": "HanabiData",
    "published agents": "java_framework/published_elites.jsonl.gz",
}
"""paths below the folder of the data"""
_ABSENT: dict[Need, str] = {
    "HanabiData": "the games of the study are absent: {where} (git clone "
    "https://github.com/yawgmoth/HanabiData, and set TAMAYA_TRUTH to the folder that holds "
    "HanabiData; in a checkout, python -m tests.truth.human_part HanabiData runs/truth selects the "
    "games behind our pages)",
    "published agents": "the published agents are absent: {where} (set TAMAYA_TRUTH to "
    "tests/truth/data of a checkout, or to another folder that holds "
    "java_framework/published_elites.jsonl.gz)",
}
_CHECKOUT = Path(__file__).resolve().parents[3]
_FOLDERS = (_CHECKOUT.parent / "shared" / "data", _CHECKOUT / "tests" / "truth" / "data")
"""where a checkout of the sources may have data; the second folder is part of it"""


def path_of(need: Need) -> Path:
    """The path of a file or folder below $TAMAYA_TRUTH, or else in the checkout."""
    paths = [folder / NAMES[need] for folder in _folders()]
    return next((path for path in paths if path.exists()), paths[0])


def _folders() -> tuple[Path, ...]:
    """Folders to look in, in this order. A wrong name is not replaced by another folder."""
    named = _named()
    if named is None:
        return _FOLDERS
    return (named, _FOLDERS[-1]) if named.is_dir() else (named,)


def _named() -> Path | None:
    named = os.environ.get("TAMAYA_TRUTH")
    return Path(named) if named else None


def check(need: Need) -> None:
    """Checks that data exists.

    :raises MissingData: if it is absent; the message says where it was expected and how to get it
    """
    if need in NAMES and not path_of(need).exists():
        raise _missing(need, path_of(need))


def beside(need: Need, name: str) -> Path:
    """A file in the folder of this data, or else in that of the checkout's own part.

    :raises MissingData: if the data or the file is absent
    """
    check(need)
    folders = path_of(need).parent, (_FOLDERS[-1] / NAMES[need]).parent
    paths = [folder / name for folder in folders]
    first = next((path for path in paths if path.exists()), None)
    if first is None:
        raise _missing(need, paths[0])
    return first


def _missing(need: Need, path: Path) -> MissingData:
    kind = "file" if path.suffix else "folder"
    where = "TAMAYA_TRUTH is not set" if _named() is None else f"no {kind} {str(path)!r}"
    return MissingData(_ABSENT[need].format(where=where))
