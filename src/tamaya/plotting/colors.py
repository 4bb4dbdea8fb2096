"""Colors of all pictures, reports and maps; all of them suit color-blind readers.

Numbers are colored by the perceptually uniform map cividis, differences by a map from orange over
white to purple, and lines by the palette of Okabe and Ito (2008).
"""

from __future__ import annotations

SCORES = "cividis"
"""Matplotlib's name of the color map of scores, shares and probabilities; dark is low"""
DIFFERENCES = "PuOr"
"""Matplotlib's name of the color map of differences; white is zero"""
LINES = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#000000",
    "#7f7f7f",
)
"""colors of lines, bars and marks, in the order in which they are used"""
OURS, PAPER = LINES[0], LINES[1]
"""our numbers, and those that a paper printed"""
TRUTH = "#d7301f"
"""frames around the true answer"""
INK, PALE, GRID, EMPTY = "#333333", "#b8bcc4", "#dddddd", "#ececec"
"""text, marks in the background, grid lines, and cells without a number"""
STOPS = (
    "#00224e",
    "#083370",
    "#35456c",
    "#4f576c",
    "#666970",
    "#7d7c78",
    "#948e77",
    "#aea371",
    "#c8b866",
    "#e5cf52",
    "#fee838",
)
"""colors of cividis from low to high, evenly spaced"""
_DARK, _LIGHT = "#000000", "#ffffff"
"""one of the two has a contrast of at least 4.5, which WCAG demands, on any color"""


def shade(share: float) -> str:
    """The color at a share of the scale, from 0 to 1."""
    at = min(max(share, 0.0), 1.0) * (len(STOPS) - 1)
    low = min(int(at), len(STOPS) - 2)
    pairs = zip(_parts(STOPS[low]), _parts(STOPS[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02x}" for a, b in pairs)


def ink_on(color: str) -> str:
    """Black or white, whichever has more contrast on a color."""
    light = _luminance(color)
    on_white, on_dark = 1.05 / (light + 0.05), (light + 0.05) / (_luminance(_DARK) + 0.05)
    return _LIGHT if on_white > on_dark else _DARK


def _parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [part / 255 for part in _parts(color)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
