"""Complete, commented study files to start from."""

from __future__ import annotations

from importlib import resources

from tamaya.errors import UnknownNameError

NAMES = ("eger2017", "kantack2021", "adaptation")


def template(name: str) -> str:
    """The text of a template.

    :raises UnknownNameError: if there is no such template
    """
    if name not in NAMES:
        raise UnknownNameError(f"no template {name!r} (expected {', '.join(NAMES)})")
    file = resources.files("tamaya.study") / "templates" / f"{name}.toml"
    return file.read_text("utf-8")
