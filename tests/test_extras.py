"""A missing optional library is named together with the command that installs it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import extras
from tamaya.extras import MissingExtraError, extra
from tamaya.vector import arrays
from tests.truth import ROOT


def test_a_missing_library_says_what_to_install_from_a_checkout() -> None:
    with (
        pytest.raises(MissingExtraError) as error,
        extra("tables", "pictures need Matplotlib"),
    ):
        importlib.import_module("no_such_library")
    command = f"pip install -e '{ROOT}[tables]'"
    assert str(error.value).startswith(f"pictures need Matplotlib: {command} (")
    assert "no_such_library" in str(error.value)
    assert isinstance(error.value, ty.TamayaError)


def test_an_installed_package_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "tamaya" / "extras.py"))
    assert extras.install_command("tables") == "pip install 'tamaya[tables]'"


def test_a_missing_module_of_tamaya_itself_is_reported_as_such() -> None:
    with pytest.raises(ModuleNotFoundError), extra("tables", "pictures need Matplotlib"):
        importlib.import_module("tamaya.no_such_module")


@pytest.mark.parametrize(
    ("library", "name", "use"),
    [
        ("onnxruntime", "onnx", lambda: ty.as_agent("onnx:model.onnx").sit()),
        ("cupy", "cuda", lambda: arrays.imported("cupy")),
        ("torch", "learn", lambda: arrays.imported("torch")),
    ],
)
def test_agents_and_arrays_name_the_extra_that_they_need(
    library: str, name: str, use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"needs? .*: pip install .*\[{name}\]'"):
        use()


def test_tables_name_the_extra_that_brings_polars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    table = ty.matchups(["piers", "iggi"], games=1)
    with pytest.raises(MissingExtraError, match=r"tables need Polars: pip install .*\[tables\]'"):
        table.to_polars()
