"""Draws suits, cards and text with Pillow, in the colors of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from tamaya.web.http.static_pages import STATIC

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Rgb = tuple[int, int, int]

TABLE: Rgb = (27, 33, 48)
PANEL: Rgb = (36, 44, 63)
EDGE: Rgb = (57, 66, 90)
TEXT: Rgb = (238, 241, 248)
MUTED: Rgb = (174, 184, 207)
ACCENT: Rgb = (255, 180, 84)
DANGER: Rgb = (255, 110, 92)
DARK: Rgb = (20, 22, 26)
FACES: dict[str, Rgb] = {
    "r": (210, 41, 23),
    "y": (255, 207, 44),
    "g": (14, 185, 142),
    "w": (248, 248, 247),
    "b": (8, 94, 245),
    "m": (139, 63, 217),
}
INKS: dict[str, Rgb] = {"r": TEXT, "y": DARK, "g": DARK, "w": DARK, "b": TEXT, "m": TEXT}
_FLAME = [
    ((12.3, 1.6), (12.7, 5.6), (19, 8.4), (19, 14.8)),
    ((19, 14.8), (19, 19.2), (16, 22.4), (12, 22.4)),
    ((12, 22.4), (8, 22.4), (5, 19.3), (5, 15.1)),
    ((5, 15.1), (5, 12.1), (6.5, 10), (8, 8.4)),
    ((8, 8.4), (8.2, 10.1), (8.8, 11.3), (9.9, 11.8)),
    ((9.9, 11.8), (9.5, 8), (10.2, 4.3), (12.3, 1.6)),
]
_LEAF = [
    ((21, 3), (10.5, 2.6), (3.6, 6.7), (3.6, 13.5)),
    ((3.6, 13.5), (3.6, 15.3), (4.1, 16.8), (5, 18)),
    ((5, 18), (2.5, 21), (2.5, 21), (4.1, 22.4)),
    ((4.1, 22.4), (6.6, 19.4), (6.6, 19.4), (6.6, 19.4)),
    ((6.6, 19.4), (8, 20.3), (9.6, 20.7), (11.4, 20.5)),
    ((11.4, 20.5), (18.6, 19.7), (21.4, 12), (21, 3)),
]
_DROP = [
    ((12, 1.6), (12, 1.6), (4.7, 9.8), (4.7, 15.1)),
    ((4.7, 15.1), (4.7, 24.8), (19.3, 24.8), (19.3, 15.1)),
    ((19.3, 15.1), (19.3, 9.8), (12, 1.6), (12, 1.6)),
]
_MOON = [
    ((14.9, 2.2), (-1.5, 0), (-1.5, 24), (13, 22.3)),
    ((13, 22.3), (17, 22), (20.6, 19), (21.9, 15.4)),
    ((21.9, 15.4), (13, 18), (8.5, 8), (14.9, 2.2)),
]
_STAR = [
    (12, 1.7), (15.06, 8.31), (22.3, 9.18), (16.95, 14.13), (18.36, 21.28),
    (12, 17.74), (5.64, 21.28), (7.05, 14.13), (1.7, 9.18), (8.94, 8.31),
]  # fmt: skip
_CROSS = [
    (10.5, 1.5), (13.5, 1.5), (13.5, 8.4), (18.4, 3.5), (20.5, 5.6), (15.6, 10.5), (22.5, 10.5),
    (22.5, 13.5), (15.6, 13.5), (20.5, 18.4), (18.4, 20.5), (13.5, 15.6), (13.5, 22.5),
    (10.5, 22.5), (10.5, 15.6), (5.6, 20.5), (3.5, 18.4), (8.4, 13.5), (1.5, 13.5), (1.5, 10.5),
    (8.4, 10.5), (3.5, 5.6), (5.6, 3.5), (10.5, 8.4),
]  # fmt: skip


def _outline(curves: Sequence[Sequence[Point]], steps: int = 12) -> list[Point]:
    """Points along cubic Bézier curves."""
    points = []
    for a, b, c, d in curves:
        for step in range(steps):
            t = step / steps
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            x = sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True))
            y = sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True))
            points.append((x, y))
    return points


SHAPES: dict[str, list[Point]] = {
    "r": _outline(_FLAME),
    "y": list(_STAR),
    "g": _outline(_LEAF),
    "w": _outline(_MOON),
    "b": _outline(_DROP),
    "m": list(_CROSS),
}
"""outlines of the suits in a square of 24 x 24"""


@lru_cache(maxsize=32)
def font(size: int, weight: int = 650) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font of the pages, or Pillow's own where it cannot be read."""
    for file in (STATIC / "assets").glob("inter-*.woff2"):
        try:
            inter = ImageFont.truetype(str(file), size)
            inter.set_variation_by_axes([weight])
        except OSError:  # this build of Pillow cannot read the format
            break
        return inter
    return ImageFont.load_default(size)


def text(draw: ImageDraw.ImageDraw, at: Point, words: str, size: int, fill: Rgb = TEXT) -> float:
    """Writes a line whose left end and middle are at a point; returns its width."""
    letters = font(size)
    draw.text(at, words, fill, letters, anchor="lm")
    return float(draw.textlength(words, letters))


def shape(draw: ImageDraw.ImageDraw, suit: str, at: Point, size: float, fill: Rgb) -> None:
    """Draws the shape of a suit into a square."""
    scale = size / 24
    draw.polygon([(at[0] + x * scale, at[1] + y * scale) for x, y in SHAPES[suit]], fill)


@lru_cache(maxsize=400)
def card(name: str, width: int, *, ring: bool = False) -> Image.Image:
    """A card like 'r3'; an empty name is a back. With `ring`, a hint has touched it."""
    big, height = 3 * width, 3 * round(1.4 * width)
    picture = Image.new("RGBA", (big, height))
    draw = ImageDraw.Draw(picture)
    face = FACES[name[0]] if name else EDGE
    edge = TEXT if ring else face
    draw.rounded_rectangle((0, 0, big - 1, height - 1), big // 9, edge)
    inset = big // 22
    inner = (inset, inset, big - 1 - inset, height - 1 - inset)
    draw.rounded_rectangle(inner, big // 11, face)
    if name:
        ink = INKS[name[0]]
        draw.text((big * 0.27, big * 0.3), name[1], ink, font(round(big * 0.46), 750), anchor="mm")
        shape(draw, name[0], (big * 0.58, big * 0.12), big * 0.34, ink)
        shape(draw, name[0], (big * 0.2, big * 0.62), big * 0.6, _mixed(face, ink))
    return picture.resize((width, height // 3), Image.Resampling.LANCZOS)


def _mixed(face: Rgb, ink: Rgb) -> Rgb:
    red, green, blue = (round(0.8 * a + 0.2 * b) for a, b in zip(face, ink, strict=True))
    return red, green, blue


@lru_cache(maxsize=64)
def stack(suit: str, height: int, width: int) -> Image.Image:
    """A firework with its height."""
    big, high = 3 * width, 3 * round(0.72 * width)
    picture = Image.new("RGBA", (big, high))
    draw = ImageDraw.Draw(picture)
    fill, ink = (FACES[suit], INKS[suit]) if height else (PANEL, MUTED)
    draw.rounded_rectangle((0, 0, big - 1, high - 1), big // 10, fill, FACES[suit], big // 40)
    shape(draw, suit, (big * 0.12, high * 0.2), big * 0.36, ink if height else FACES[suit])
    letters = font(round(big * 0.38), 750)
    draw.text((big * 0.72, high * 0.46), str(height), ink, letters, anchor="mm")
    return picture.resize((width, high // 3), Image.Resampling.LANCZOS)
