"""Reads and writes NumPy archives with a checksum that is verified before NumPy reads them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya._core import TamayaError
from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed

Arrays = Mapping[str, NDArray[np.generic]]


def write(path: Path, arrays: Arrays, *, compressed: bool = False) -> None:
    """Writes arrays by name, as `numpy.savez` does.

    :raises TamayaError: if the file cannot be written; an existing file is then unchanged
    """
    content = io.BytesIO()
    save = np.savez_compressed if compressed else np.savez
    save(content, **arrays)  # type: ignore[arg-type]
    with zipfile.ZipFile(content, "a") as archive:
        archive.comment = SEAL.encode()
    write_whole(path, sealed(content.getvalue()))


def read(path: Path) -> dict[str, NDArray[np.generic]]:
    """Reads all arrays of a file.

    :raises TamayaError: if the file cannot be read, is damaged, or is not a NumPy archive
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TamayaError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    check(content, path)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except Exception as error:  # zipfile and NumPy raise many kinds of errors for damaged files
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise TamayaError(f"{str(path)!r} is damaged or not a NumPy archive ({reason})") from None
