"""Executes the notebooks of `examples` and stores their output: python -m website.notebooks

Stored notebooks contain no times, counts or machine names, so that equal results give equal files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"


def read(path: Path) -> Any:
    """A stored notebook."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def executed(path: Path, folder: Path) -> Any:
    """The notebook with the output of a new run in a folder."""
    notebook = read(path)
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=where).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
    notebook.metadata = {"language_info": {"name": "python"}}
    return notebook


def text_outputs(notebook: Any) -> list[str]:
    """Everything that the cells printed, one text per cell."""
    return [
        "".join(output.get("text", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


if __name__ == "__main__":
    for file in sorted(EXAMPLES.glob("*.ipynb")):
        nbformat.write(executed(file, EXAMPLES), file)  # type: ignore[no-untyped-call]
        print(file.name, file.stat().st_size // 1024, "kB", file=sys.stderr)
