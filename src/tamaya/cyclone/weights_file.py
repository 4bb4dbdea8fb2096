"""Reads and writes weight files: a TOML table with provenance in comments."""

from __future__ import annotations

from pathlib import Path

from tamaya.agents.families.cyclone import MISPLAY, WEIGHED, Weights
from tamaya.files import write_whole


def weights_text(weights: Weights, note: list[str]) -> str:
    """The text of a weights file: comment lines, then one line for each factor."""
    lines = [f"# {line}".rstrip() for line in note]
    for name in WEIGHED:
        value = list(weights.misplay) if name == MISPLAY else weights.by_factor[name]
        lines.append(f"{name} = {value!r}")
    return "\n".join(lines) + "\n"


def write_weights(path: Path, weights: Weights, note: list[str]) -> None:
    """Writes a weights file, whole or not at all.

    :raises TamayaError: if the file cannot be written
    """
    write_whole(path, weights_text(weights, note))


def note_of(text: str) -> list[str]:
    """The comment lines at the top of a weights file."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" "))
    return lines
