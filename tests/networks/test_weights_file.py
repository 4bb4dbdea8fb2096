"""Files of weights that other programs wrote, or that are damaged, are refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.networks.weights_file import FORMAT, WeightsFile

VALUES = np.array([1.0, 2.0], np.float32)
TENSOR = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def written(
    path: Path, entry: object, data: bytes = VALUES.tobytes(), *, name: str = FORMAT
) -> Path:
    """A file without a checksum, as programs other than ours write it."""
    header = json.dumps({"__metadata__": {"format": name}, "weight": entry}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + data)
    return path


def test_a_file_without_a_checksum_is_read(tmp_path: Path) -> None:
    file = WeightsFile.read(written(tmp_path / "a.safetensors", TENSOR))
    assert file.tensors["weight"].tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("entry", "data", "why"),
    [
        (TENSOR, VALUES.tobytes()[:4], "the file is cut off"),
        (TENSOR | {"data_offsets": [4, 12]}, VALUES.tobytes(), "the file is cut off"),
        (TENSOR | {"data_offsets": [8, 0]}, VALUES.tobytes(), "the file is cut off"),
        (TENSOR, np.array([1.0, np.nan], np.float32).tobytes(), "some weights are not finite"),
        (TENSOR | {"shape": "two"}, VALUES.tobytes(), "not a tensor: .*'shape': 'two'"),
        (TENSOR | {"shape": [3]}, VALUES.tobytes(), "cannot reshape"),
        (TENSOR | {"dtype": "F8"}, VALUES.tobytes(), "'F8'"),
        ({"dtype": "F32"}, VALUES.tobytes(), "'shape'"),
        ([1, 2], VALUES.tobytes(), "list"),
    ],
)
def test_a_damaged_tensor_is_refused(tmp_path: Path, entry: object, data: bytes, why: str) -> None:
    path = written(tmp_path / "a.safetensors", entry, data)
    with pytest.raises(ty.TamayaError, match=f"cannot read weights from .*a.safetensors.*{why}"):
        WeightsFile.read(path)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", ""),
        ((10**9).to_bytes(8, "little") + b"{}", "the header is longer than the file"),
        ((2).to_bytes(8, "little") + b"[]", ""),
        ((9).to_bytes(8, "little") + b"not JSON!", ""),
    ],
)
def test_a_damaged_header_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(content)
    with pytest.raises(ty.TamayaError, match=f"cannot read weights from .*{why}"):
        WeightsFile.read(path)


def test_weights_of_another_program_are_refused_by_their_format(tmp_path: Path) -> None:
    path = written(tmp_path / "a.safetensors", TENSOR, name="pt")
    with pytest.raises(ty.TamayaError, match=f"has the format 'pt' .expected '{FORMAT}'"):
        WeightsFile.read(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="cannot read weights from .*missing.safetensors"):
        WeightsFile.read(tmp_path / "missing.safetensors")


def test_weights_of_a_type_that_files_do_not_hold_are_refused(tmp_path: Path) -> None:
    file = WeightsFile({"weight": VALUES.astype(np.complex64)}, {"format": FORMAT})
    with pytest.raises(ty.TamayaError, match="weights of type complex64 .expected one of"):
        file.write(tmp_path / "a.safetensors")
