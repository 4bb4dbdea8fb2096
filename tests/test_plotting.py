"""All pictures have one style: one palette, readable numbers, whole titles."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.plotting import (
    KINDS,
    LINES,
    SCORES,
    MapStyle,
    check_plot,
    draw_map,
    new_figure,
    save,
    titled,
)
from tamaya.plotting.colors import STOPS, ink_on, shade
from tests.truth import ROOT

LONG = "canaan2020-1: number of agents that it is the best partner of (1,000 games a pair, strict)"


def luminance(color: str) -> float:
    """Relative luminance by the definition of WCAG 2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(color: str, other: str) -> float:
    light, dark = sorted((luminance(color), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_numbers_are_readable_on_every_color_of_the_scale() -> None:
    for share in np.linspace(0, 1, 101):
        color = shade(float(share))
        assert contrast(ink_on(color), color) >= 4.5, color


def test_the_scale_of_reports_is_that_of_the_pictures() -> None:
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    places = np.linspace(0, 1, len(STOPS))
    expected = [to_hex(colormaps[SCORES](place)) for place in places]
    differences = [
        abs(int(ours[at : at + 2], 16) - int(theirs[at : at + 2], 16))
        for ours, theirs in zip(STOPS, expected, strict=True)
        for at in (1, 3, 5)
    ]
    assert max(differences) <= 2


def test_reports_of_studies_have_the_colors_of_the_pictures() -> None:
    style = (ROOT / "src/tamaya/study/analysis/report/page.css").read_text()
    light, _, dark = style.partition("@media (prefers-color-scheme: dark)")
    assert tuple(re.findall(r"--c\d: (#\w+);", light)) == LINES
    panel, *colors = re.findall(r"--(?:panel|c\d): (#\w+);", dark.partition("* {")[0])
    assert len(colors) == len(LINES)
    assert all(contrast(color, panel) >= 4.5 for color in colors)


@pytest.mark.parametrize("mode", [0, 1])
def test_numbers_on_bars_of_answers_in_reports_are_readable(mode: int) -> None:
    style = (ROOT / "src/tamaya/study/analysis/report/page.css").read_text()
    bars = [re.findall(rf"--l{place}: (#\w+);", style)[mode] for place in range(5)]
    white, black = "#ffffff", "#14161a"
    inks = [(white, black, black, black, white), (black, black, white, black, black)][mode]
    for bar, ink in zip(bars, inks, strict=True):
        assert contrast(bar, ink) >= 4.5, bar


def test_no_module_chooses_another_palette() -> None:
    others = re.compile(r"viridis|YlGnBu|coolwarm|RdBu|\"#225ea8\"|\"#d95f02\"|f\"C\{")
    for file in (ROOT / "src/tamaya").rglob("*.py"):
        palette = others.search(file.read_text())
        assert palette is None, f"{file}: {palette and palette[0]}"
    assert len(set(LINES)) == len(LINES)


def drawing_calls(file: Path) -> list[ast.Call]:
    """Calls of a module that draw lines, bars or marks, such as `axes.errorbar(...)`."""
    text = file.read_text()
    if "axes" not in text:
        return []
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    methods = re.compile(r".+\.(errorbar|bar|barh|plot|scatter)")
    return [call for call in calls if methods.fullmatch(ast.unparse(call.func))]


def test_everything_that_is_drawn_has_a_color_of_ours() -> None:
    """Matplotlib would take one of its own palette."""
    calls = [
        (file, call) for file in (ROOT / "src/tamaya").rglob("*.py") for call in drawing_calls(file)
    ]
    assert len(calls) > 20
    for file, call in calls:
        words = {word.arg for word in call.keywords}
        assert words & {"color", "c", None}, f"{file}:{call.lineno}"


def test_a_long_title_stays_inside_the_picture() -> None:
    figure = new_figure(6.4, 4.4)
    axes = figure.subplots()
    draw_map(axes, np.ones((5, 5)), MapStyle(title=LONG, features=("a", "b"), bar="agents"))
    figure.canvas.draw()
    box, (width, height) = axes.title.get_window_extent(), figure.canvas.get_width_height()
    assert box.x0 >= 0
    assert box.x1 <= width
    assert box.y1 <= height


def test_a_title_of_one_of_three_panels_stays_in_its_panel() -> None:
    figure = new_figure(12.8, 4.0)
    panels = figure.subplots(1, 3)
    for axes in panels:
        titled(axes, LONG)
    figure.canvas.draw()
    boxes = [axes.title.get_window_extent() for axes in panels]
    assert boxes[0].x1 < boxes[1].x0
    assert boxes[1].x1 < boxes[2].x0


def test_the_first_feature_grows_upwards() -> None:
    axes = new_figure(4, 4).subplots()
    draw_map(axes, np.ones((3, 3)), MapStyle(title="", features=("up", "across")))
    low, high = axes.get_ylim()
    assert low < high


@pytest.mark.parametrize("kind", KINDS)
def test_equal_pictures_give_equal_files(kind: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}{kind}" for name in ("a", "b")]
    for file in files:
        figure = new_figure(3, 2)
        figure.subplots().plot([0, 1], [0, 1])
        save(figure, file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_unknown_type_is_quoted_with_the_known_ones() -> None:
    with pytest.raises(ty.TamayaError, match=r"cannot draw 'a.jpg' \(expected .*png, .svg or .pdf"):
        check_plot(Path("a.jpg"))
