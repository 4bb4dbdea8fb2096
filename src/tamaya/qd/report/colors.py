"""Colors of scores: the perceptually uniform map cividis, which suits color-blind readers."""

from __future__ import annotations

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
"""colors from low to high, evenly spaced"""
_DARK, _LIGHT = "#14161a", "#ffffff"


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
