"""Experiments use only public names of Tamaya, so users can do the same."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from tests.truth import ROOT

FOLDER = ROOT / "src" / "tamaya" / "reproduce"
PUBLIC_PACKAGES = {"tamaya.qd.metrics"}
"""public packages besides `tamaya` and `tamaya.PART`"""


def is_public(module: str, name: str) -> bool:
    """Whether a name is in `__all__` of Tamaya, of a part, or of a public package in a part."""
    if module.count(".") > 1 and module not in PUBLIC_PACKAGES:
        return False
    return name in getattr(importlib.import_module(module), "__all__", ())


def private_imports(text: str) -> list[str]:
    """Names that a module imports from Tamaya and that are neither public nor in `reproduce`."""
    private = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            private += [a.name for a in node.names if a.name.startswith("tamaya.")]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            top, _, rest = node.module.partition(".")
            if top == "tamaya" and not f"{rest}.".startswith("reproduce."):
                private += [
                    f"{node.module}.{alias.name}"
                    for alias in node.names
                    if (node.module, alias.name) != ("tamaya", "reproduce")
                    and not is_public(node.module, alias.name)
                ]
    return private


@pytest.mark.parametrize(
    ("line", "private"),
    [
        ("import tamaya as ty", []),
        ("from tamaya import match", []),
        ("from tamaya.meta import Detective", []),
        ("from tamaya.qd.metrics import self_play", []),
        ("from tamaya.reproduce.grid import Grid", []),
        ("from tamaya import _core", ["tamaya._core"]),
        ("from tamaya.meta.detective import Detective", ["tamaya.meta.detective.Detective"]),
        ("from tamaya.meta import no_such_name", ["tamaya.meta.no_such_name"]),
        ("import tamaya.meta.detective", ["tamaya.meta.detective"]),
    ],
)
def test_private_imports_are_found(line: str, private: list[str]) -> None:
    assert private_imports(line) == private


@pytest.mark.parametrize(
    "file", sorted(FOLDER.rglob("*.py")), ids=lambda file: str(file.relative_to(FOLDER))
)
def test_experiments_use_the_public_api(file: Path) -> None:
    assert private_imports(file.read_text()) == []
