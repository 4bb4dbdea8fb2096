"""One style for all pictures: colors, figures, maps, and PNG, SVG or PDF files."""

from tamaya.plotting.colors import (
    DIFFERENCES,
    INK,
    LINES,
    OURS,
    PALE,
    PAPER,
    SCORES,
    TRUTH,
)
from tamaya.plotting.figures import KINDS, check_plot, new_figure, plainly, save, titled
from tamaya.plotting.maps import (
    MapStyle,
    color_bar,
    draw_map,
    separate_cells,
    write_numbers,
)

__all__ = [
    "DIFFERENCES",
    "INK",
    "KINDS",
    "LINES",
    "OURS",
    "PALE",
    "PAPER",
    "SCORES",
    "TRUTH",
    "MapStyle",
    "check_plot",
    "color_bar",
    "draw_map",
    "new_figure",
    "plainly",
    "save",
    "separate_cells",
    "titled",
    "write_numbers",
]
