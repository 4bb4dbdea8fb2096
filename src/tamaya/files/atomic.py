"""Writes files whole or not at all, also when the disk is full or the process is killed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tamaya._core import TamayaError


def write_whole(path: Path, content: bytes | str) -> None:
    """Writes a draft beside the file, syncs it to the disk, and renames it.

    A symbolic link stays a link: the file that it points to is replaced.

    :raises TamayaError: if that fails; an existing file is then unharmed
    """
    try:
        place = path.resolve()
        data = content.encode() if isinstance(content, str) else content
        _write_and_rename(place, data)
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:  # names and texts that no file system takes
        raise TamayaError(f"cannot write {str(path)!r}: {error}") from None
    _sync_folder(place.parent)


def _write_and_rename(place: Path, data: bytes) -> None:
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        if place.exists() and not place.is_file():  # a device or a pipe, like /dev/stdout
            place.write_bytes(data)
            return
        _write_synced(draft, data)
        draft.replace(place)
    finally:
        with contextlib.suppress(OSError):  # renamed, or never made
            draft.unlink()


def _write_synced(draft: Path, data: bytes) -> None:
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself survive a power failure, on systems that can sync folders."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
