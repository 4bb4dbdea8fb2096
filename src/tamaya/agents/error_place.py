"""Finds the line of a user's code at which an error was raised."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

_TAMAYA = Path(__file__).parents[1]
_LIBRARIES = tuple(
    Path(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib", "purelib", "platlib")
)


def error_place(error: BaseException) -> str:
    """The last line of a user's file in the traceback, as ` (my_bot.py, line 12)`; or ''."""
    if isinstance(error, SyntaxError):
        return ""  # its message names file and line
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame.filename)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _is_own(filename: str) -> bool:
    path = Path(filename)
    foreign = filename.startswith("<") or path.is_relative_to(_TAMAYA)
    return not foreign and not any(path.is_relative_to(folder) for folder in _LIBRARIES)
