"""Reads and writes Parquet files with a checksum that is verified before Polars reads them."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tamaya._core import TamayaError
from tamaya.extras import extra
from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed

if TYPE_CHECKING:
    import polars

_SEAL_KEY = "tamaya checksum"


def write(path: Path, frame: polars.DataFrame, notes: Mapping[str, str] | None = None) -> None:
    """Writes a frame, and notes into the file's metadata.

    :raises TamayaError: if the file cannot be written; an existing one is then unharmed
    """
    content = io.BytesIO()  # Polars itself reports a full disk with a traceback
    metadata = {**(notes or {}), _SEAL_KEY: SEAL}
    frame.write_parquet(content, compression="zstd", metadata=metadata)
    write_whole(path, sealed(content.getvalue()))


def read(path: Path, what: str = "table") -> tuple[polars.DataFrame, dict[str, str]]:
    """Reads a frame and the file's notes.

    :param what: what errors say is missing in the file
    :raises TamayaError: if the file cannot be read, is damaged, or is no Parquet file
    """
    pl = library()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TamayaError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    if not check(content, path):
        _try_in_a_child(path, what)
    try:
        notes = pl.read_parquet_metadata(io.BytesIO(content))
        return pl.read_parquet(io.BytesIO(content)), dict(notes)
    except (Exception, pl.exceptions.PanicException) as error:  # a panic is no Exception
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise TamayaError(
            f"no {what} in {str(path)!r}: it is no Parquet file, or damaged ({reason})"
        ) from None


_TRIAL = """
import sys, polars
polars.read_parquet_metadata(sys.argv[1])
polars.read_parquet(sys.argv[1])
"""


def _try_in_a_child(path: Path, what: str) -> None:
    """Lets another process read a file without a checksum first, since Polars may abort over it."""
    command = [sys.executable, "-c", _TRIAL, str(path)]
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode < 0:
        raise TamayaError(
            f"no {what} in {str(path)!r}: it is damaged (reading it ends a process with signal "
            f"{-done.returncode})"
        )


def library() -> ModuleType:
    """Polars, which is an optional extra.

    :raises TamayaError: if it is missing
    """
    with extra("tables", "tables need Polars"):
        import polars  # noqa: PLC0415
    return polars
