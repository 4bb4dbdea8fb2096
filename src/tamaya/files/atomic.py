"""Atomic writes: a file is written completely or not at all, even if the process is killed."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path

from tamaya._core import TamayaError


def write_whole(path: Path, content: bytes | str) -> None:
    """Writes a temporary file in the same folder, syncs it to the disk, and renames it.

    If the path is a symbolic link, the file that it points to is replaced.

    :raises TamayaError: if the file cannot be written; an existing file is then unchanged
    """
    try:
        place = path.resolve()
        data = content.encode() if isinstance(content, str) else content
        _write_and_rename(place, data)
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:  # invalid file names and texts
        raise TamayaError(f"cannot write {str(path)!r}: {error}") from None
    _sync_folder(place.parent)


def _write_and_rename(place: Path, data: bytes) -> None:
    draft = place.with_name(f".{place.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        if place.exists() and not place.is_file():  # a device or a pipe, like /dev/stdout
            place.write_bytes(data)
            return
        _write_synced(draft, data)
        draft.replace(place)
    finally:
        with contextlib.suppress(OSError):  # it was renamed or never created
            draft.unlink()


def _write_synced(draft: Path, data: bytes) -> None:
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Makes the rename survive a power failure, on systems that can sync folders."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
