"""Checkpoints of training runs, written atomically and split into files of limited size."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.files import write_whole
from tamaya.files.arrays import Arrays
from tamaya.game import TamayaError

_FORMAT = "tamaya learning checkpoint 1"
PART_BYTES = 15_000_000
"""largest size of a file"""
MOST_BYTES = 60_000_000
"""largest size of a checkpoint"""


class Checkpoint:
    """The files that a run resumes from: `checkpoint.json` and the parts that it lists.

    A new checkpoint first writes its parts under new names, then replaces `checkpoint.json`. A
    process that is killed meanwhile leaves the old checkpoint intact.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path = folder / "checkpoint.json"

    def save(self, arrays: Arrays, batches: int) -> None:
        """Replaces the saved state."""
        packed = io.BytesIO()
        np.savez(packed, allow_pickle=False, **arrays)
        content = packed.getvalue()
        parts = [content[at : at + PART_BYTES] for at in range(0, len(content), PART_BYTES)]
        names = [f"checkpoint-{batches}-{place}.part" for place in range(len(parts))]
        for name, part in zip(names, parts, strict=True):
            write_whole(self._folder / name, part)
        about = {
            "format": _FORMAT,
            "batches": batches,
            "parts": names,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        write_whole(self.path, json.dumps(about, indent=1).encode())
        for old in self._folder.glob("checkpoint-*.part"):
            if old.name not in names:
                old.unlink(missing_ok=True)

    def load(self) -> dict[str, NDArray[np.generic]] | None:
        """Loads the saved state; None if there is no checkpoint.

        :raises TamayaError: if the checkpoint is damaged or has another format
        """
        if not self.path.exists():
            return None
        content = self._content()
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                return {name: arrays[name] for name in arrays.files}
        except Exception as error:  # damage makes zipfile and NumPy raise many kinds
            raise TamayaError(f"no arrays in the parts of {str(self.path)!r}: {error}") from None

    def _content(self) -> bytes:
        try:
            about = json.loads(self.path.read_text(encoding="utf-8"))
            if about["format"] != _FORMAT:
                raise TamayaError(
                    f"{str(self.path)!r} has the format {about['format']!r} (expected {_FORMAT!r})"
                )
            content = b"".join((self._folder / name).read_bytes() for name in about["parts"])
            expected, size = about["sha256"], about["bytes"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TamayaError(f"cannot read the checkpoint {str(self.path)!r}: {error}") from None
        if hashlib.sha256(content).hexdigest() != expected:
            raise TamayaError(
                f"the parts of {str(self.path)!r} are damaged: {len(content)} bytes whose checksum "
                f"is wrong (expected {size} bytes)"
            )
        return content
