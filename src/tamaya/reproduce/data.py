"""Data of others that experiments compare with or measure on, and where it is looked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from tamaya.errors import MissingData

Need = Literal["HanabiData", "published agents", "runs"]
"""`runs` are runs of evolution: an experiment evolves those that are absent, which takes hours at
the papers' sizes. The others are files that this package cannot contain."""

NAMES: dict[Need, str] = {
    "HanabiData": "HanabiData",
    "published agents": "java_framework/published_elites.jsonl.gz",
}
"""below the folder that $TAMAYA_TRUTH names"""
_ABSENT: dict[Need, str] = {
    "HanabiData": "the games of the study are absent: no folder {path!r} (get "
    "github.com/yawgmoth/HanabiData and set TAMAYA_TRUTH to the folder that holds it)",
    "published agents": "the published agents are absent: no file {path!r} (set TAMAYA_TRUTH to "
    "the folder that holds java_framework/published_elites.jsonl.gz)",
}
_BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[4] / "shared" / "data"


def path_of(need: Need) -> Path:
    """Where a file or folder is looked for: below $TAMAYA_TRUTH."""
    return Path(os.environ.get("TAMAYA_TRUTH", _BESIDE_THE_CHECKOUT)) / NAMES[need]


def check(need: Need) -> None:
    """Makes sure that data is there.

    :raises MissingData: saying what is absent, where it was looked for and how to get it
    """
    if need in NAMES and not path_of(need).exists():
        raise MissingData(_ABSENT[need].format(path=str(path_of(need))))
