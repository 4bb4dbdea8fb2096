"""A missing optional library is named together with the command that installs it."""

from __future__ import annotations

import importlib
import sys

import pytest

import tamaya as ty
from tamaya.extras import MissingExtraError, extra


def test_a_missing_library_says_what_to_install_also_in_a_checkout() -> None:
    with (
        pytest.raises(MissingExtraError) as error,
        extra("tables", "pictures need Matplotlib"),
    ):
        importlib.import_module("no_such_library")
    assert str(error.value).startswith("pictures need Matplotlib: pip install 'tamaya[tables]'")
    assert "pip install -e '.[tables]'" in str(error.value)
    assert "no_such_library" in str(error.value)
    assert isinstance(error.value, ty.TamayaError)


def test_a_missing_module_of_tamaya_itself_is_reported_as_such() -> None:
    with pytest.raises(ModuleNotFoundError), extra("tables", "pictures need Matplotlib"):
        importlib.import_module("tamaya.no_such_module")


def test_tables_name_the_extra_that_brings_polars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    table = ty.matchups(["piers", "iggi"], games=1)
    with pytest.raises(MissingExtraError, match=r"tables need Polars: pip install 'tamaya\[tables"):
        table.to_polars()
