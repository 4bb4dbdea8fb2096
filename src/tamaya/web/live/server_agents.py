"""The meta-agents that every server has: made once, from an evolved pool that is shipped."""

from __future__ import annotations

from pathlib import Path

from tamaya.game import TamayaError
from tamaya.meta import Experience

POOL = "tamaya-1"
GAMES = 100
"""of each pair, some seconds of work"""
NAME = "meta:detective"
PUBLISHED = "meta:published"
"""the published meta-agent, which learns from game to game"""


def detective(folder: Path) -> str:
    """What to call the detective for the roster; its experience is kept in a folder."""
    file = _file(folder)
    try:
        Experience.read(file)
    except (TamayaError, OSError):  # not there, or measured with rules that have changed since
        folder.mkdir(parents=True, exist_ok=True)
        Experience.train(POOL, games=GAMES).write(file)
    return f"{NAME}=meta:{file}"


def published(folder: Path) -> str:
    """The same for the published meta-agent, which goes by the detective's experience."""
    return f"{PUBLISHED}=meta:{_file(folder)}#published"


def _file(folder: Path) -> Path:
    return folder / "detective.meta"
