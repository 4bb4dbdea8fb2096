"""Checks of paths that never raise, even for invalid names."""

from __future__ import annotations

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
