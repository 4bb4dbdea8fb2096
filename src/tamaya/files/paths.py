"""Checks of paths that never raise, even for invalid names, and the cache folder."""

from __future__ import annotations

import os
from pathlib import Path


def is_file(path: Path) -> bool:
    """Does the file exist? False for names that are invalid or too long, where `Path` raises."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Does the folder exist? False for names that are invalid or too long."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def cache_folder() -> Path:
    """The folder of files that can be computed again: $TAMAYA_CACHE, or the user's cache folder."""
    own, shared = (os.environ.get(name) for name in ("TAMAYA_CACHE", "XDG_CACHE_HOME"))
    if own:
        return Path(own)
    return (Path(shared) if shared else Path.home() / ".cache") / "tamaya"
