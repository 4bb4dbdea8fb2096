"""Figures and axes of one style, and files that depend only on what is drawn."""

from __future__ import annotations

import textwrap
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tamaya.errors import TamayaError
from tamaya.extras import extra
from tamaya.files import check_picture, write_whole
from tamaya.plotting.colors import GRID, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: dict[str, dict[str, None]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""file types, with the metadata to leave out so that equal pictures give equal files"""
_LETTERS = 11.5
"""letters of a title of 11 points that fit into an inch"""


def check_plot(*paths: Path | None) -> None:
    """Checks before the work begins that pictures can be drawn and written; ignores None.

    :raises TamayaError: if a file type is unknown, Matplotlib is missing, or a file cannot be
        written
    """
    for path in paths:
        if path is not None and path.suffix.lower() not in KINDS:
            raise TamayaError(f"cannot draw {str(path)!r} (expected a .png, .svg or .pdf file)")
    check_picture(*paths)


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; sizes are in inches of 100 pixels.

    :raises TamayaError: if Matplotlib is missing
    """
    with extra("tables", "pictures need Matplotlib"):
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    layout = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.12)
    return Figure(figsize=(width, height), dpi=100, layout=layout, facecolor="white")


def plainly(axes: Axes) -> None:
    """Gives axes a light grid, small labels and no frame at the top and right."""
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9, labelcolor=INK, color=INK)


def titled(axes: Axes, title: str, *, size: float = 11.0) -> None:
    """Writes a title, on as many lines as the width of the axes needs."""
    place = axes.get_subplotspec()
    columns = 1 if place is None else place.get_gridspec().ncols
    figure = axes.get_figure(root=True)
    assert figure is not None
    inches = figure.get_size_inches()[0] / columns
    letters = int(_LETTERS * 11 / size * (inches - 0.9))
    lines = [textwrap.fill(line, max(12, letters)) for line in title.split("\n")]
    axes.set_title("\n".join(lines), fontsize=size, color=INK, pad=8)


def save(figure: Figure, path: Path, *, dpi: float | str = "figure", tight: bool = False) -> Path:
    """Writes a PNG, SVG or PDF file; equal figures give equal files.

    :param tight: fits the picture to what is drawn
    :raises TamayaError: if the file type is unknown, or the file cannot be written
    """
    from matplotlib import rc_context  # noqa: PLC0415

    check_plot(path)
    kind, content = path.suffix.lower(), BytesIO()
    with rc_context({"svg.hashsalt": "tamaya", "svg.fonttype": "none"}):
        figure.savefig(
            content,
            format=kind[1:],
            dpi=dpi,
            metadata=KINDS[kind],
            facecolor="white",
            bbox_inches="tight" if tight else None,
            pad_inches=0.25,
        )
    write_whole(path, content.getvalue())
    return path
