"""Recorded games and vectors of other programs, which are not part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("TAMAYA_TRUTH", ROOT.parent / "shared" / "data"))


def truth(name: str) -> Path:
    """A file of recorded data; skips the test if it is absent, except in CI."""
    path = FOLDER / name
    if not path.exists():
        reason = f"recorded truth {path} is absent (set TAMAYA_TRUTH to its folder)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path
