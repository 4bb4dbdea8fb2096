"""Run folders: one owner at a time, and states that are either whole or not there."""

from __future__ import annotations

import fcntl
import io
import os
import zipfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from tamaya.game import TamayaError
from tamaya.qd.archive import Elites

_FORMAT = "tamaya checkpoint 1"


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Writes beside the place, makes sure it is on the disk, and moves it there.

    :raises TamayaError: if that fails; what was there before is unharmed
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(draft)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


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
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._file.close()


class Checkpoint:
    """The file that a run goes on from."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "checkpoint.npz"

    def save(
        self, elites: Elites, batches: int, borders: NDArray[np.float64],
        progress: NDArray[np.float64],
    ) -> None:  # fmt: skip
        """Replaces the saved state."""
        arrays = {field.name: getattr(elites, field.name) for field in fields(Elites)}
        packed = io.BytesIO()
        np.savez(packed, format=np.array(_FORMAT), batches=np.array(batches), borders=borders,
                 progress=progress, **arrays)  # fmt: skip
        write_whole(self.path, lambda draft: _written(draft, packed.getvalue()))

    def load(
        self,
    ) -> tuple[Elites, int, NDArray[np.float64], NDArray[np.float64]] | None:
        """The saved state; None if there is none.

        :raises TamayaError: if the file is damaged
        """
        if not self.path.exists():
            return None
        try:
            with np.load(self.path) as saved:
                if str(saved["format"]) != _FORMAT:
                    raise ValueError(f"format {str(saved['format'])!r}")
                elites = Elites(*(saved[field.name] for field in fields(Elites)))
                return elites, int(saved["batches"]), saved["borders"], saved["progress"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise TamayaError(
                f"damaged checkpoint {str(self.path)!r}: {error} (remove it to begin anew; other "
                "files of the folder are unharmed)"
            ) from None


def _written(draft: Path, content: bytes) -> None:
    with draft.open("wb") as file:
        file.write(content)
