"""Markup that no text can break: whatever is not markup already is escaped where it enters."""

from __future__ import annotations

import html

_VOID = {"br", "meta"}


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str | float | None) -> Html:
    """An element. `class_` is a class, `stroke_width` is stroke-width; None is left out."""
    data = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{data}>")
    return Html(f"<{name}{data}>{joined(*content)}</{name}>")


def joined(*content: str) -> Html:
    """Pieces of markup and text one after the other."""
    return Html(
        "".join(one if isinstance(one, Html) else html.escape(one, quote=False) for one in content)
    )


def number(value: float, digits: int = 2) -> str:
    """A number for a drawing, without zeros at its end."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)
