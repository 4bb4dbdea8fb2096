"""Reads fields of the server's messages, which may have any shape."""

from __future__ import annotations

from collections.abc import Mapping

from tamaya.errors import OutOfStepError

Fields = Mapping[str, object]
"""an object of JSON"""


def number(data: Fields, name: str) -> int:
    """An integer field.

    :raises OutOfStepError: if the field is missing or no integer
    """
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise OutOfStepError(f"{name}: {value!r:.60} (expected an integer)")
    return value


def text(data: Fields, name: str) -> str:
    """A text field; empty if it is missing or no text."""
    value = data.get(name)
    return value if isinstance(value, str) else ""


def flag(data: Fields, name: str) -> bool:
    """Is this field `true`?"""
    return data.get(name) is True


def fields(value: object) -> Fields:
    """An object of JSON; empty if the value is something else."""
    return value if isinstance(value, dict) else {}


def objects(value: object) -> list[Fields]:
    """The objects in a list of JSON; empty if the value is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def texts(value: object) -> tuple[str, ...]:
    """The texts in a list of JSON; empty if the value is no list."""
    return tuple(t for t in value if isinstance(t, str)) if isinstance(value, list) else ()


def integers(value: object) -> tuple[int, ...]:
    """The integers in a list of JSON; empty if the value is no list."""
    if not isinstance(value, list):
        return ()
    return tuple(n for n in value if isinstance(n, int) and not isinstance(n, bool))


def table_id(data: Fields) -> int | None:
    """The table that a message is about. Some messages of the site spell it `TableID` or `id`."""
    for name in ("tableID", "TableID", "id"):
        value = data.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None
