"""Weights files in the safetensors format, with a model card in the metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.files import SEAL, check, sealed, write_whole
from tamaya.game import TamayaError

FORMAT = "tamaya network 1"
_KINDS: dict[str, np.dtype[np.generic]] = {
    "F32": np.dtype("<f4"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U8": np.dtype("u1"),
}
_CHECKSUM = "checksum"
_MOST_HEADER = 100_000_000


@dataclass(frozen=True)
class WeightsFile:
    """The weights of a network and its model card."""

    tensors: Mapping[str, NDArray[np.generic]]
    """arrays by name"""
    about: Mapping[str, str]
    """the model card: texts by key"""

    def write(self, path: Path) -> None:
        """Writes the file atomically."""
        header: dict[str, object] = {"__metadata__": {**self.about, _CHECKSUM: SEAL}}
        at, content = 0, []
        for name, values in self.tensors.items():
            data = np.ascontiguousarray(values)
            end = at + data.nbytes
            header[name] = {
                "dtype": _kind(data),
                "shape": list(data.shape),
                "data_offsets": [at, end],
            }
            content.append(data.tobytes())
            at = end
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        write_whole(path, sealed(len(text).to_bytes(8, "little") + text + b"".join(content)))

    @classmethod
    def read(cls, path: Path) -> WeightsFile:
        """Reads a file.

        :raises TamayaError: if the file is missing, damaged, or has another format
        """
        try:
            content = path.read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            raise TamayaError(f"cannot read weights from {str(path)!r}: {error}") from None
        check(content, path)
        try:
            size = int.from_bytes(content[:8], "little")
            if size > min(_MOST_HEADER, len(content) - 8):
                raise ValueError("the header is longer than the file")
            header = json.loads(content[8 : 8 + size])
            about = header.pop("__metadata__", {})
            about.pop(_CHECKSUM, None)
            data = memoryview(content)[8 + size :]
            tensors = {name: _tensor(entry, data) for name, entry in header.items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise TamayaError(f"cannot read weights from {str(path)!r}: {error}") from None
        if about.get("format") != FORMAT:
            raise TamayaError(
                f"{str(path)!r} has the format {about.get('format')!r} (expected {FORMAT!r})"
            )
        return cls(tensors, about)


def _kind(data: NDArray[np.generic]) -> str:
    for name, kind in _KINDS.items():
        if data.dtype == kind:
            return name
    raise TamayaError(f"weights of type {data.dtype} (expected one of {', '.join(_KINDS)})")


def _tensor(entry: Mapping[str, object], data: memoryview) -> NDArray[np.generic]:
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not (isinstance(kind, str) and isinstance(shape, list) and isinstance(offsets, list)):
        raise ValueError(f"not a tensor: {entry!r}")
    begin, end = offsets
    if not 0 <= begin <= end <= len(data):
        raise ValueError("the file is cut off")
    values = np.frombuffer(data[begin:end], _KINDS[kind]).reshape(shape)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError("some weights are not finite")
    return values
