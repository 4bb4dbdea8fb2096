"""Writes the report of a run: one HTML page that needs no network and no scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tamaya.files import write_whole
from tamaya.qd.report.findings import findings
from tamaya.qd.report.page import page

if TYPE_CHECKING:
    from tamaya.qd.run import Run

FILE = "report.html"


def write_report(run: Run) -> Path:
    """Writes the report into the run's folder. Equal runs get equal reports.

    :raises TamayaError: if the run has no pool yet, or the folder cannot be written
    """
    text, path = page(findings(run)), run.folder / FILE
    write_whole(path, text)
    return path
