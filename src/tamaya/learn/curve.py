"""The learning curve: one row per batch."""

from __future__ import annotations

import io
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamaya.extras import extra
from tamaya.game import TamayaError
from tamaya.learn.ppo import Standing

if TYPE_CHECKING:
    import polars

COLUMNS = ("batch", "turns", "seconds", *(field.name for field in fields(Standing)))


class Curve:
    """A table with the columns `COLUMNS` and one row per batch."""

    def __init__(self, rows: NDArray[np.float64] | None = None) -> None:
        self._rows: list[tuple[float, ...]] = [] if rows is None else list(map(tuple, rows))

    def add(self, batch: int, turns: int, seconds: float, standing: Standing) -> None:
        """Adds the row of a batch."""
        self._rows.append((batch, turns, seconds, *astuple(standing)))

    @property
    def rows(self) -> NDArray[np.float64]:
        """All rows, float64 [batches, columns]."""
        return np.array(self._rows, np.float64).reshape(-1, len(COLUMNS))

    def column(self, name: str, last: int | None = None) -> NDArray[np.float64]:
        """The values of a column, or only the newest `last` of them."""
        rows = self.rows if last is None else np.array(self._rows[-last:], np.float64)
        values: NDArray[np.float64] = rows[:, COLUMNS.index(name)]
        return values

    def recent(self, name: str, games: int = 20_000) -> float:
        """The mean of a column over the last finished games."""
        total = weight = 0.0
        finished, place = COLUMNS.index("finished"), COLUMNS.index(name)
        for row in reversed(self._rows):
            if row[finished] > 0:
                total, weight = total + row[place] * row[finished], weight + row[finished]
            if weight >= games:
                break
        return total / weight if weight else float("nan")

    def to_csv(self) -> bytes:
        """The table as CSV with a header line."""
        text = io.StringIO()
        np.savetxt(text, self.rows, "%.8g", ",", header=",".join(COLUMNS), comments="")
        return text.getvalue().encode()

    @classmethod
    def read(cls, path: Path) -> Curve:
        """Reads a file of `to_csv`.

        :raises TamayaError: if the file is not a learning curve
        """
        try:
            header, *lines = path.read_text(encoding="utf-8").splitlines()
            rows = [[float(word) for word in line.split(",")] for line in lines]
        except (OSError, ValueError) as error:
            raise TamayaError(f"cannot read the learning curve {str(path)!r}: {error}") from None
        if tuple(header.split(",")) != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
            raise TamayaError(f"not a learning curve: {str(path)!r} (expected {','.join(COLUMNS)})")
        return cls(np.array(rows, np.float64).reshape(-1, len(COLUMNS)))

    def frame(self) -> polars.DataFrame:
        """The curve as a table (needs Polars)."""
        with extra("tables", "tables need Polars"):
            import polars as pl  # noqa: PLC0415
        rows = self.rows
        return pl.DataFrame(
            {
                name: rows[:, i].astype(np.int64) if name in ("batch", "turns") else rows[:, i]
                for i, name in enumerate(COLUMNS)
            }
        )
