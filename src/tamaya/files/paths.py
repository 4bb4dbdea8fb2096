"""Questions about paths that users gave, which may be no paths at all."""

from __future__ import annotations

from pathlib import Path


def is_file(path: Path) -> bool:
    """Is there a file? Not if the name is too long or forbidden, which `Path.is_file` raises."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Is there a folder? Not if the name is too long or forbidden."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
