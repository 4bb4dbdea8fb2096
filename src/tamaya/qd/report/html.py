"""Builds HTML. Plain text is escaped when it is added, so that it cannot break the markup."""

from __future__ import annotations

import html

_VOID = {"br", "meta"}


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str | float | None) -> Html:
    """An element. `class_` becomes class, `stroke_width` stroke-width; None is left out."""
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{attribute_text}>")
    return Html(f"<{name}{attribute_text}>{joined(*content)}</{name}>")


def joined(*content: str) -> Html:
    """Markup and escaped text, one piece after the other."""
    return Html(
        "".join(
            piece if isinstance(piece, Html) else html.escape(piece, quote=False)
            for piece in content
        )
    )


def number(value: float, digits: int = 2) -> str:
    """A number for a drawing, without trailing zeros."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)
