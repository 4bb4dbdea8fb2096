"""`tamaya doctor` tells what is installed and how to install the rest."""

from __future__ import annotations

import json
from importlib import metadata

import pytest
from typer.testing import CliRunner

from tamaya import __version__, _core, installation
from tamaya.cli.app import app
from tamaya.installation import Extra


def test_doctor_names_version_engine_and_extras() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0, result.output
    assert f"tamaya {__version__}" in result.stdout
    assert _core.engine() in result.stdout
    for name in ("tables", "web", "learn", "cuda"):
        assert f"\n{name} " in result.stdout
    assert "\ndev " not in result.stdout


def test_json_has_the_libraries_of_each_extra() -> None:
    body = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)
    extras = {extra["name"]: extra["libraries"] for extra in body["extras"]}
    assert extras["tables"]["polars"] == metadata.version("polars")
    assert set(extras["tables"]) < set(extras["evolve"]) < set(extras["cluster"])


def test_a_missing_library_comes_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    extra = Extra("tables", {"polars": ""}, "pip install 'tamaya[tables]'")
    monkeypatch.setattr(installation, "extras", lambda: [extra])
    shown = CliRunner().invoke(app, ["doctor"]).stdout
    assert "tables  1 of 1 missing  pip install 'tamaya[tables]'" in shown


def test_doctor_says_where_the_cache_is_and_what_the_variables_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAMAYA_CACHE", "/somewhere")
    monkeypatch.setenv("TAMAYA_TRUTH", "/recorded")
    shown = CliRunner().invoke(app, ["doctor"]).stdout.splitlines()
    assert "cache        /somewhere (TAMAYA_CACHE names another folder)" in shown
    assert "data         /recorded" in shown
    monkeypatch.delenv("TAMAYA_TRUTH")
    assert "data         none (TAMAYA_TRUTH names" in CliRunner().invoke(app, ["doctor"]).stdout
