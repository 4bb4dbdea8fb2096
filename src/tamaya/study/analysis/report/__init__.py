"""The report of an analysis: one HTML page that needs nothing else, and one JSON file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tamaya.errors import TamayaError
from tamaya.files import make_folder, write_whole
from tamaya.study.analysis.analysis import Analysis
from tamaya.study.analysis.report.page import page

HTML, JSON, PDF = "report.html", "analysis.json", "report.pdf"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PRINT_SECONDS = 60


def write_report(analysis: Analysis, title: str, folder: Path, *, pdf: bool = False) -> list[Path]:
    """Writes the report and all numbers into a folder, which is created if it is absent.

    :param pdf: also print the page to PDF, with the system's Chromium
    :raises TamayaError: if the folder cannot be written, or the page cannot be printed
    """
    make_folder(folder)
    paths = [folder / HTML, folder / JSON]
    write_whole(paths[0], page(analysis, title))
    write_whole(paths[1], analysis.to_json())
    if pdf:
        _print(paths[0], folder / PDF)
        paths.append(folder / PDF)
    return paths


def _print(html: Path, pdf: Path) -> None:
    browser = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise TamayaError(f"a PDF needs Chromium (looked for {', '.join(_BROWSERS)})")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command = [browser, *options, f"--print-to-pdf={pdf.resolve()}", html.resolve().as_uri()]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_PRINT_SECONDS)
    except (subprocess.SubprocessError, OSError) as error:
        raise TamayaError(f"{browser} could not print the page: {error}") from None
    if not pdf.exists():
        raise TamayaError(f"{browser} printed no page")
