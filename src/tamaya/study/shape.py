"""Finds all values of a study file that have the wrong type, and all fields that do not exist.

`msgspec` stops at the first mistake; the author of a file wants to see all of them at once.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

_SHOWN = 60
"""most characters of a value that a message quotes"""


def mistakes(value: object, kind: type[Struct], place: str = "") -> Iterator[str]:
    """Every value that does not fit a struct, with its place, like `pages[3].count`."""
    if not isinstance(value, dict):
        yield f"{place}: {_quoted(value)} (expected a table)"
        return
    start = f"{place}." if place else ""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in value:
        if name not in fields and name != kind.__struct_config__.tag_field:
            yield f"{start}{name} does not exist ({_nearest(str(name), list(fields))})"
    for name, field in fields.items():
        if name in value:
            yield from _value_mistakes(value[name], field.type, f"{start}{name}")
        elif field.required:
            yield f"{start}{name} is missing"


def _value_mistakes(value: object, hint: object, place: str) -> Iterator[str]:
    item = _item(hint)
    if item is not None and _structs(item) and isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _struct_mistakes(part, _structs(item), f"{place}[{number}]")
    elif structs := _structs(hint):
        yield from _struct_mistakes(value, structs, place)
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        if not _structs(item if item is not None else hint) or not isinstance(value, (dict, list)):
            yield f"{place}: {_quoted(value)} ({_expected(error, hint)})"
        elif isinstance(value, list) and " - at " not in str(error):  # too few or too many
            yield f"{place}: {_expected(error, hint)}"


def _struct_mistakes(value: object, structs: tuple[type[Struct], ...], place: str) -> Iterator[str]:
    """The mistakes of a table; among several kinds of tables, its tag chooses one."""
    tag = structs[0].__struct_config__.tag_field
    if tag is None or not isinstance(value, dict):
        yield from mistakes(value, structs[0], place) if isinstance(value, dict) else ()
        return
    kinds = {str(struct.__struct_config__.tag): struct for struct in structs}
    if str(value.get(tag)) not in kinds:
        given = f"{place}.{tag}: {_quoted(value[tag])}" if tag in value else f"{place} has no {tag}"
        yield f"{given} (expected {', '.join(kinds)})"
    else:
        yield from mistakes(value, kinds[str(value[tag])], place)


def _item(hint: object) -> object | None:
    """The type of a list's items; None for other types."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_args(plain)[0] if get_origin(plain) is tuple else None


def _structs(hint: object) -> tuple[type[Struct], ...]:
    """The structs that a type allows."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    parts = get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)
    return tuple(p for p in parts if isinstance(p, type) and issubclass(p, Struct))


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _expected(error: msgspec.ValidationError, hint: object) -> str:
    choices = _choices(hint)
    if choices and str(error).startswith("Invalid enum value"):
        return f"expected {', '.join(choices)}"
    text = re.sub(r" - at `.*`$", "", str(error)).replace("`", "")
    return text[0].lower() + text[1:]


def _choices(hint: object) -> list[str]:
    """The words that a type allows, also within lists."""
    if get_origin(hint) is Literal:
        return [str(word) for word in get_args(hint)]
    return [word for part in get_args(hint) for word in _choices(part)]


def _nearest(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, 3)
    return f"near names: {', '.join(near)}" if near else f"expected {', '.join(names)}"
