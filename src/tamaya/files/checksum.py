"""Checksums inside files, which detect damage before a library reads the content.

The file contains the text `tamaya-sha256:` and 64 hexadecimal digits: the SHA-256 of the whole file
with zeros in place of these digits. The file stays valid for other programs: Parquet files have the
text in their key-value metadata, NumPy archives in the comment of the ZIP file.

A checksum detects damage. It does not protect against deliberate changes.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from tamaya._core import TamayaError

_MARK = b"tamaya-sha256:"
_ZEROS = b"0" * 64
SEAL = (_MARK + _ZEROS).decode()
"""the text that a writer puts into the file; `sealed` fills in the digits"""


def sealed(content: bytes) -> bytes:
    """Fills in the checksum of a file that contains `SEAL`."""
    start = content.rindex(SEAL.encode()) + len(_MARK)
    digest = hashlib.sha256(content).hexdigest().encode()
    return content[:start] + digest + content[start + len(_ZEROS) :]


def check(content: bytes, path: Path) -> bool:
    """Compares the content of a file with its checksum; returns False if it has none (old files).

    :raises TamayaError: if the content does not match the checksum
    """
    mark = content.rfind(_MARK)
    if mark < 0:
        return False
    start = mark + len(_MARK)
    end = start + len(_ZEROS)
    blank = content[:start] + _ZEROS + content[end:]
    if hashlib.sha256(blank).hexdigest().encode() != content[start:end]:
        raise TamayaError(
            f"{str(path)!r} is damaged: its content does not match its checksum (expected the "
            "file as tamaya wrote it; copy or download it again)"
        )
    return True
