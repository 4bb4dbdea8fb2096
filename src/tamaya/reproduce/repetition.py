"""Compares a result with an earlier one of the same experiment, number by number."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import dataclass
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.reproduce.experiment import Args, Result, TableCell


@dataclass(frozen=True, kw_only=True)
class Repetition:
    """How a result repeats an earlier one."""

    numbers: int
    """numbers that the earlier result has"""
    different: tuple[tuple[TableCell, TableCell | None], ...]
    """numbers that are not equal: the earlier one, and the new one if there is one"""

    @property
    def most_errors(self) -> float:
        """The largest difference in standard errors; infinite for numbers without an error."""
        return max((_errors(*pair) for pair in self.different), default=0.0)

    def __str__(self) -> str:
        if not self.different:
            return f"all {self.numbers:,} numbers are equal"
        text = f"{len(self.different):,} of {self.numbers:,} numbers differ"
        if math.isfinite(self.most_errors):
            return f"{text}, by {self.most_errors:.1f} standard errors at most"
        return text


def earlier_result(folder: Path, name: str, args: Args) -> Result:
    """The result of an experiment in a folder.

    :raises TamayaError: if there is none, or it was measured with other settings
    """
    file = folder / f"{name}.json"
    try:
        earlier = Result.from_json(file.read_text())
    except OSError as error:
        raise TamayaError(f"no earlier result {str(file)!r}: {error.strerror}") from None
    expected = json.loads(json.dumps(dataclasses.asdict(args)))
    if earlier.args != expected:
        raise TamayaError(
            f"{str(file)!r} was measured with {earlier.args} (expected {expected}, as now)"
        )
    return earlier


def repetition(result: Result, earlier: Result) -> Repetition:
    """Compares a result with an earlier one, to the decimals of files."""
    again = Result.from_json(result.to_json())
    cells = {_key(cell): cell for cell in again.cells}
    pairs = [(cell, cells.get(_key(cell))) for cell in earlier.cells]
    different = tuple((cell, new) for cell, new in pairs if new is None or not _equal(cell, new))
    return Repetition(numbers=len(pairs), different=different)


def _key(cell: TableCell) -> tuple[str, int, str, str]:
    return cell.measure, cell.players, cell.row, cell.column


def _equal(first: TableCell, second: TableCell) -> bool:
    return all(
        a == b or (math.isnan(a) and math.isnan(b))
        for a, b in ((first.ours, second.ours), (first.sem, second.sem))
    )


def _errors(earlier: TableCell, new: TableCell | None) -> float:
    if new is None or not earlier.sem > 0:
        return math.inf
    return abs(new.ours - earlier.ours) / math.hypot(earlier.sem, new.sem)
