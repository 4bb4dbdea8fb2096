"""The meta-agents that every server offers, trained once on a shipped pool."""

from __future__ import annotations

from pathlib import Path

from tamaya.game import TamayaError
from tamaya.meta import Experience

POOL = "tamaya-1"
GAMES = 100
"""training games of each pair, which take some seconds"""
NAME = "meta:detective"
PUBLISHED = "meta:published"
"""the published meta-agent, which learns only between games"""


def detective(folder: Path) -> str:
    """The detective as `NAME=SPEC`. It is trained if the folder has no experience file."""
    file = _file(folder)
    try:
        Experience.read(file)
    except (TamayaError, OSError):  # missing, or trained with other rules
        folder.mkdir(parents=True, exist_ok=True)
        Experience.train(POOL, games=GAMES).write(file)
    return f"{NAME}=meta:{file}"


def published(folder: Path) -> str:
    """The published meta-agent as `NAME=SPEC`; it uses the detective's experience."""
    return f"{PUBLISHED}=meta:{_file(folder)}#published"


def _file(folder: Path) -> Path:
    return folder / "detective.meta"
