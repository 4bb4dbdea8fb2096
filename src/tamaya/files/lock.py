"""Locks files, so that two processes do not write the same one."""

from __future__ import annotations

import sys
from typing import IO

_FAR = 1 << 40
"""a place after the end of any file: Windows does not let others use a locked place"""


def lock(file: IO[str]) -> None:
    """Locks a file until it is closed.

    :raises OSError: if another process has locked it
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
