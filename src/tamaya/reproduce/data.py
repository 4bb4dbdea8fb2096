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
    "HanabiData": "the games of the study are absent: no folder {path!r} (get "
    "github.com/yawgmoth/HanabiData and set TAMAYA_TRUTH to the folder that holds it; in a "
    "checkout, python -m tests.truth.human_part selects the games behind our pages)",
    "published agents": "the published agents are absent: no file {path!r} (set TAMAYA_TRUTH to "
    "tests/truth/data of a checkout, or to another folder that holds "
    "java_framework/published_elites.jsonl.gz)",
}
_CHECKOUT = Path(__file__).resolve().parents[3]
_FOLDERS = (_CHECKOUT.parent / "shared" / "data", _CHECKOUT / "tests" / "truth" / "data")
"""where a checkout of the sources may have data; the second folder is part of it"""


def path_of(need: Need) -> Path:
    """The path of a file or folder below $TAMAYA_TRUTH, or else in the checkout."""
    named = os.environ.get("TAMAYA_TRUTH")
    paths = [folder / NAMES[need] for folder in ([Path(named)] if named else _FOLDERS)]
    return next((path for path in paths if path.exists()), paths[0])


def check(need: Need) -> None:
    """Checks that data exists.

    :raises MissingData: if it is absent; the message says where it was expected and how to get it
    """
    if need in NAMES and not path_of(need).exists():
        raise MissingData(_ABSENT[need].format(path=str(path_of(need))))


def beside(need: Need, name: str) -> Path:
    """A file in the folder of this data, or else in that of the checkout's own part.

    :raises MissingData: if the data or the file is absent
    """
    check(need)
    folders = path_of(need).parent, (_FOLDERS[-1] / NAMES[need]).parent
    paths = [folder / name for folder in folders]
    first = next((path for path in paths if path.exists()), None)
    if first is None:
        raise MissingData(_ABSENT[need].format(path=str(paths[0])))
    return first
