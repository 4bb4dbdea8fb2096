"""Locks run folders and saves checkpoints."""

from __future__ import annotations

import fcntl
from dataclasses import fields
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from tamaya.files import arrays
from tamaya.game import TamayaError
from tamaya.qd.archive import Elites

_FORMAT = "tamaya checkpoint 1"


class Lock:
    """Keeps a second process out of a run folder."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / ".lock").open("w")
        except OSError as error:
            raise TamayaError(
                f"cannot write in {str(folder)!r}: {error.strerror or error}"
            ) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise TamayaError(f"another process is at work in {str(folder)!r}") from None

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


class Checkpoint:
    """The file that a run goes on from."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "checkpoint.npz"

    def save(
        self,
        elites: Elites,
        batches: int,
        borders: NDArray[np.float64],
        progress: NDArray[np.float64],
    ) -> None:
        """Replaces the saved state."""
        state = {
            "format": np.array(_FORMAT),
            "batches": np.array(batches),
            "borders": borders,
            "progress": progress,
        }
        elite_arrays = {field.name: getattr(elites, field.name) for field in fields(Elites)}
        arrays.write(self.path, state | elite_arrays)

    def load(
        self,
    ) -> tuple[Elites, int, NDArray[np.float64], NDArray[np.float64]] | None:
        """The saved state; None if there is none.

        :raises TamayaError: if the file is damaged
        """
        if not self.path.exists():
            return None
        try:
            saved = arrays.read(self.path)
            if str(saved["format"]) != _FORMAT:
                raise ValueError(f"format {str(saved['format'])!r}")
            elites = Elites(*(saved[field.name] for field in fields(Elites)))  # type: ignore[arg-type]
            borders, progress = (saved[key].astype(np.float64) for key in ("borders", "progress"))
            return elites, int(saved["batches"]), borders, progress
        except Exception as error:  # arrays that are missing or of another kind
            raise TamayaError(
                f"damaged checkpoint {str(self.path)!r}: {error} (remove it to begin anew; other "
                "files of the folder are unharmed)"
            ) from None
