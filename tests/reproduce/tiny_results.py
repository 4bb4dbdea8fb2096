"""Hashes of what every experiment measures at scale `tiny`; run as a program, it records them.

Of experiments that train weights it also records the numbers, for processors that round matrix
products differently.

python -m tests.reproduce.tiny_results [EXPERIMENT ...]
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import math
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tamaya.reproduce import Result, TableCell, experiment, experiment_names

RECORDED = Path(__file__).with_suffix(".json")
TRAINED = RECORDED.with_name("tiny_trained_results.json")
ROUTINES = "Haswell"
"""OpenBLAS's name of the matrix routines that `tests/__init__.py` chooses"""
_LARGEST_DIFFERENCE = 4
"""in standard errors of the difference"""
_LARGEST_SHARE = 0.5
"""of a recorded number without an error"""


def cells_hash(result: str) -> str:
    """The SHA-256 of the measured cells in a result's file: nothing about its version."""
    return hashlib.sha256(result.partition('"cells"')[2].encode()).hexdigest()


def recorded_hashes() -> dict[str, str]:
    """The hash of each experiment."""
    hashes: dict[str, str] = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    return hashes


def recorded_cells(name: str) -> list[TableCell]:
    """The numbers of an experiment that trains weights."""
    return [
        TableCell(
            measure=measure,
            players=players,
            row=row,
            column=column,
            ours=math.nan if ours is None else ours,
            sem=math.nan if sem is None else sem,
        )
        for measure, players, row, column, ours, sem in json.loads(TRAINED.read_text())[name]
    ]


def matrix_routines() -> str | None:
    """OpenBLAS's name of the routines in use; None if NumPy has no OpenBLAS of its own."""
    libraries = list((Path(np.__file__).parents[1] / "numpy.libs").glob("libscipy_openblas64_*.so"))
    if not libraries:
        return None
    core_name = ctypes.CDLL(str(libraries[0])).scipy_openblas_get_corename64_
    core_name.restype = ctypes.c_char_p
    return str(core_name().decode())


def differences(measured: Sequence[TableCell], recorded: Sequence[TableCell]) -> list[str]:
    """Numbers that other rounding does not explain, and cells that only one side has.

    Estimates may differ by four standard errors, other numbers by half; counts must be equal.
    """
    if [_place(cell) for cell in measured] != [_place(cell) for cell in recorded]:
        return [f"cells: {len(measured)} measured, {len(recorded)} recorded, or other names"]
    return [
        f"{_place(ours)}: {ours.ours} ± {ours.sem}, recorded: {theirs.ours} ± {theirs.sem}"
        for ours, theirs in zip(measured, recorded, strict=True)
        if not _is_near(ours, theirs)
    ]


def _is_near(measured: TableCell, recorded: TableCell) -> bool:
    if math.isnan(measured.ours) or math.isnan(recorded.ours):
        return math.isnan(measured.ours) == math.isnan(recorded.ours)
    if math.isnan(measured.sem) != math.isnan(recorded.sem):
        return False
    distance = abs(measured.ours - recorded.ours)
    if not math.isnan(recorded.sem):
        return distance <= _LARGEST_DIFFERENCE * math.hypot(measured.sem, recorded.sem)
    is_count = recorded.ours == int(recorded.ours)
    return distance <= (0 if is_count else _LARGEST_SHARE * abs(recorded.ours))


def _place(cell: TableCell) -> tuple[str, int, str, str]:
    return cell.measure, cell.players, cell.row, cell.column


def _or_none(number: float) -> float | None:
    return None if math.isnan(number) else number


def _record(names: list[str]) -> None:
    hashes = recorded_hashes()
    trained = json.loads(TRAINED.read_text()) if TRAINED.exists() else {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            text = experiment(name).run("tiny").to_json()
        hashes[name] = cells_hash(text)
        print(name, hashes[name], flush=True)
        ordered = {known: hashes[known] for known in experiment_names() if known in hashes}
        RECORDED.write_text(json.dumps(ordered, indent=1) + "\n")
        if experiment(name).trains:
            cells = Result.from_json(text).cells
            trained[name] = [[*_place(c), _or_none(c.ours), _or_none(c.sem)] for c in cells]
            _write_trained(trained)


def _write_trained(trained: dict[str, list[list[object]]]) -> None:
    """One line for each cell."""
    texts = [
        f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in trained[name]) + "\n]"
        for name in sorted(trained)
    ]
    TRAINED.write_text("{\n" + ",\n".join(texts) + "\n}\n")


if __name__ == "__main__":
    _record(sys.argv[1:] or experiment_names())
