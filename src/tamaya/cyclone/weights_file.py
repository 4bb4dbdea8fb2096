"""Weights as files that people read: a TOML table, and above it how they were found."""

from __future__ import annotations

import os
from pathlib import Path

from tamaya.agents.cyclone import MISPLAY, WEIGHED, Weights
from tamaya.game import TamayaError


def weights_text(weights: Weights, note: list[str]) -> str:
    """The file: comment lines, then a line for each factor."""
    lines = [f"# {line}".rstrip() for line in note]
    for name in WEIGHED:
        value = list(weights.misplay) if name == MISPLAY else weights.by_factor[name]
        lines.append(f"{name} = {value!r}")
    return "\n".join(lines) + "\n"


def write_weights(path: Path, weights: Weights, note: list[str]) -> None:
    """Writes beside the place and then moves there, so that no half is seen.

    :raises TamayaError: if the file cannot be written
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(weights_text(weights, note), "utf-8")
        draft.replace(path)
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def note_of(text: str) -> list[str]:
    """The comment lines at the top of a file of weights."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" "))
    return lines
