"""The learning curve: one row for each batch, as CSV while training, as Parquet afterwards."""

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
    """Rows of `COLUMNS`."""

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
        """One column, or the end of it."""
        rows = self.rows if last is None else np.array(self._rows[-last:], np.float64)
        values: NDArray[np.float64] = rows[:, COLUMNS.index(name)]
        return values

    def recent(self, name: str, games: int = 20_000) -> float:
        """Mean over the last finished games of a column that is a mean over games."""
        total = weight = 0.0
        finished, place = COLUMNS.index("finished"), COLUMNS.index(name)
        for row in reversed(self._rows):
            if row[finished] > 0:
                total, weight = total + row[place] * row[finished], weight + row[finished]
            if weight >= games:
                break
        return total / weight if weight else float("nan")

    def to_csv(self) -> bytes:
        """Text with a line of names."""
        text = io.StringIO()
        np.savetxt(text, self.rows, "%.8g", ",", header=",".join(COLUMNS), comments="")
        return text.getvalue().encode()

    @classmethod
    def read(cls, path: Path) -> Curve:
        """Reads what `to_csv` wrote.

        :raises TamayaError: if the file is not such a curve
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
