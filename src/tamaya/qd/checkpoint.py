"""Locks run folders and saves checkpoints."""

from __future__ import annotations

import contextlib
from dataclasses import fields
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from tamaya.files import arrays
from tamaya.files.lock import lock
from tamaya.game import TamayaError
from tamaya.qd.archive import Elites

_FORMAT = "tamaya checkpoint 1"


class Lock:
    """Keeps a second process out of a run folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / ".lock").open("w")
        except (OSError, ValueError) as error:  # ValueError: a name that no folder can have
            is_file = isinstance(error, FileExistsError)
            reason = "it is a file" if is_file else getattr(error, "strerror", None) or error
            raise TamayaError(f"cannot write in {str(folder)!r}: {reason}") from None
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise TamayaError(f"another process is running in {str(folder)!r}") from None

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def discard(self, *names: str) -> None:
        """Removes these files, the lock, and the folder if nothing else is in it."""
        self._file.close()
        for name in (*names, ".lock"):
            (self._folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._folder.rmdir()


class EvolutionCheckpoint:
    """The file from which an evolution run resumes."""

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
        """Returns the saved elites, batches, borders and progress; None without a file.

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
        except Exception as error:  # an array is missing or has another type
            raise TamayaError(
                f"damaged checkpoint {str(self.path)!r}: {error} (remove it to start again; the "
                "other files of the folder are intact)"
            ) from None
