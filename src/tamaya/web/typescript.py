"""`python -m tamaya.web.typescript`: writes `web/src/protocol.ts` from the structs.

Every struct of a `protocol` module becomes an interface, with its docstring. Unions of structs get
the name that the module gives them.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import inspect as shapes

from tamaya.web.rooms import modules_of_rooms

TARGET = Path("web/src/protocol.ts")
_HEAD = "// Written by `python -m tamaya.web.typescript`: change the structs in Python instead.\n"
_SIMPLE = {
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
    shapes.RawType: "unknown",
}


def modules() -> list[ModuleType]:
    """The modules that define messages, beginning with `game.protocol`."""
    names = sorted(modules_of_rooms("protocol"), key=lambda name: (".game." not in name, name))
    return [importlib.import_module(name) for name in names]


def text() -> str:
    """The text of the whole file."""
    parts = (part for module in modules() for part in _parts(module))
    # A module may re-export types of another one, which must be written only once.
    return "\n".join([_HEAD, *dict.fromkeys(parts)])


def _parts(module: ModuleType) -> Iterator[str]:
    yield from _constants(module)
    for kind in vars(module).values():
        if _is_struct(kind) and kind.__module__ == module.__name__:
            yield _interface(kind)
    yield from _unions(module)


def _is_struct(kind: object) -> typing.TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind != msgspec.Struct


def _constants(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, int):
            yield f"export const {name} = {value};\n"


def _unions(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        members = typing.get_args(value)
        if name.startswith("_") or not members:
            continue
        if isinstance(value, types.UnionType) and all(map(_is_struct, members)):
            yield f"export type {name} = {' | '.join(member.__name__ for member in members)};\n"
        elif typing.get_origin(value) is typing.Literal:
            yield f"export type {name} = {_literal(members)};\n"


def _interface(kind: type[msgspec.Struct]) -> str:
    shape = shapes.type_info(kind)
    assert isinstance(shape, shapes.StructType)
    comments = _field_comments(kind)
    lines = [
        _comment(inspect.cleandoc(kind.__doc__ or ""), ""),
        f"export interface {_name(kind)} {{",
    ]
    if shape.tag_field is not None:
        lines.append(f"  {shape.tag_field}: {shape.tag!r};".replace("'", '"'))
    for field in shape.fields:
        if field.name in comments:
            lines.append(_comment(comments[field.name], "  "))
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _name(kind: type[msgspec.Struct]) -> str:
    return kind.__name__


def _comment(text: str, indent: str) -> str:
    lines = text.splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */"
    return "\n".join(
        [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]
    )


def _field_comments(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The docstrings under the fields."""
    fields = re.findall(r'^    (\w+):[^\n]*\n    """(.*?)"""', inspect.getsource(kind), re.M | re.S)
    return {name: inspect.cleandoc(comment) for name, comment in fields}


def _type(shape: shapes.Type) -> str:  # noqa: PLR0911
    if isinstance(shape, shapes.Metadata):
        return _type(shape.type)
    if type(shape) in _SIMPLE:
        return _SIMPLE[type(shape)]
    if isinstance(shape, shapes.StructType):
        return _name(shape.cls)
    if isinstance(shape, shapes.LiteralType):
        return _literal(shape.values)
    if isinstance(shape, shapes.UnionType):
        members = [member for member in shape.types if not _is_unset(member)]
        return " | ".join(_type(member) for member in members)
    if isinstance(shape, shapes.DictType):
        return f"Record<string, {_type(shape.value_type)}>"
    if isinstance(shape, shapes.TupleType):
        return f"[{', '.join(map(_type, shape.item_types))}]"
    if isinstance(shape, (shapes.VarTupleType, shapes.ListType)):
        item = _type(shape.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    raise TypeError(f"no TypeScript for {shape!r}")


def _is_unset(shape: shapes.Type) -> bool:
    return isinstance(shape, shapes.CustomType) and shape.cls is msgspec.UnsetType


def _literal(values: typing.Iterable[object]) -> str:
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text())
    print(f"wrote {target}")
