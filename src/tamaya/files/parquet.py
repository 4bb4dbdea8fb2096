"""Reads and writes Parquet files with a checksum that is verified before Polars reads them."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tamaya._core import TamayaError
from tamaya.errors import MissingExtraError
from tamaya.extras import extra
from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed

if TYPE_CHECKING:
    import polars

_SEAL_KEY = "tamaya checksum"


def write(
    path: Path, make: Callable[[], polars.DataFrame], notes: Mapping[str, str] | None = None
) -> None:
    """Writes a data frame, with notes in the file's metadata.

    :param make: makes the frame; Polars may lack memory or threads for that too
    :raises TamayaError: if the file cannot be written; an existing file is then unchanged
    """
    content = io.BytesIO()  # write_whole reports a full disk better than Polars does
    metadata = {**(notes or {}), _SEAL_KEY: SEAL}
    try:
        make().write_parquet(content, compression="zstd", metadata=metadata)
    except TamayaError:
        raise
    except (Exception, library().exceptions.PanicException) as error:  # out of memory or threads
        raise TamayaError(f"cannot write {str(path)!r}: {_first_line(error)}") from None
    write_whole(path, sealed(content.getvalue()))


def read(path: Path, content_name: str = "table") -> tuple[polars.DataFrame, dict[str, str]]:
    """Reads a data frame and the notes of the file.

    :param content_name: what error messages call the content
    :raises TamayaError: if the file cannot be read, is damaged, or is not a Parquet file
    """
    pl = library()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TamayaError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    if not check(content, path):
        _try_in_a_child(path, content_name)
    try:
        notes = pl.read_parquet_metadata(io.BytesIO(content))
        return pl.read_parquet(io.BytesIO(content)), dict(notes)
    except (Exception, pl.exceptions.PanicException) as error:  # a panic is not an Exception
        reason = _first_line(error)
        raise TamayaError(
            f"no {content_name} in {str(path)!r}: it is damaged or not a Parquet file ({reason})"
        ) from None


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


_TRIAL = """
import sys, polars
polars.read_parquet_metadata(sys.argv[1])
polars.read_parquet(sys.argv[1])
"""


def _try_in_a_child(path: Path, content_name: str) -> None:
    """Reads a file without a checksum in a child process first: damage can make Polars abort."""
    command = [sys.executable, "-c", _TRIAL, str(path)]
    trial = subprocess.run(command, check=False, capture_output=True)
    if trial.returncode < 0:
        raise TamayaError(
            f"no {content_name} in {str(path)!r}: it is damaged (Polars ends with signal "
            f"{-trial.returncode})"
        )


def library() -> ModuleType:
    """Imports Polars, an optional library.

    :raises TamayaError: if it is not installed
    """
    with extra("tables", "tables need Polars"):
        import polars  # noqa: PLC0415
    return polars


def is_installed() -> bool:
    """Whether Polars is installed. Imports it now, so that Ctrl-C interrupts no later import."""
    try:
        library()
    except MissingExtraError:
        return False
    return True
