"""Checks output paths before a long computation, and creates folders."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from tamaya._core import TamayaError
from tamaya.extras import extra


def check_writable(*paths: Path | None) -> None:
    """Checks that files can be written; ignores None.

    :raises TamayaError: quoting the path that cannot be written
    """
    for path in paths:
        if path is not None:
            _check(path, path)


def check_folder(folder: Path) -> None:
    """Checks that files can be written in a folder, which need not exist yet.

    :raises TamayaError: quoting the folder in which nothing can be written
    """
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    _check(folder, place / "file")


def make_folder(folder: Path) -> None:
    """Creates a folder and its parents, unless it exists.

    :raises TamayaError: quoting the folder that cannot be created
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TamayaError(f"cannot create {str(folder)!r}: {error.strerror or error}") from None
    except ValueError as error:  # invalid file names
        raise TamayaError(f"cannot create {str(folder)!r}: {error}") from None


def check_picture(*paths: Path | None) -> None:
    """Checks that pictures can be drawn with Matplotlib and written; ignores None.

    :raises MissingExtraError: if Matplotlib is not installed
    :raises TamayaError: quoting the path that cannot be written
    """
    if any(path is not None for path in paths):
        with extra("tables", "pictures need Matplotlib"):
            import matplotlib  # noqa: F401, PLC0415
    check_writable(*paths)


def _check(named: Path, path: Path) -> None:
    """Creates and removes a file beside a path: permissions alone do not tell everything.

    :param named: what the error quotes
    """
    try:
        place = path.resolve()
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if place.exists() and not place.is_file():  # a device or a pipe, like /dev/stdout
            return
        draft = place.with_name(f".{place.name}.{os.getpid()}.check")
        draft.touch()
        draft.unlink()
    except OSError as error:
        raise TamayaError(f"cannot write {str(named)!r}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:  # invalid file names
        raise TamayaError(f"cannot write {str(named)!r}: {error}") from None
