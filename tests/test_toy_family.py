"""Applies the diff of the toy family in CONTRIBUTING.md to a copy of the tree, and builds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tree import build, copy_of_the_tree, pytest_in, run
from tests.truth import ROOT


def toy_diff() -> str:
    """The diff that CONTRIBUTING.md shows."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (diff,) = re.findall(r"^```diff\n(.*?)^```$", text, re.M | re.S)
    assert isinstance(diff, str)
    return diff


def test_the_toy_family_is_one_header_one_python_file_and_one_test() -> None:
    files = re.findall(r"^\+\+\+ b/(.*)$", toy_diff(), re.M)
    assert files == [
        "cpp/tamaya/families/metronome.hpp",
        "src/tamaya/agents/families/metronome.py",
        "tests/agents/test_metronome.py",
    ]
    assert toy_diff().count("new file mode") == len(files)


@pytest.mark.exhaustive
def test_the_toy_family_applies_builds_and_plays(tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path / "tree")
    (tmp_path / "toy.diff").write_text(toy_diff())
    run("git", "apply", tmp_path / "toy.diff", at=tree)
    build(tree)
    tests = [
        "tests/agents/test_metronome.py",
        "tests/test_headers.py::test_headers_include_only_earlier_ones",
    ]
    done = pytest_in(tree, *tests)
    assert done.returncode == 0, done.stdout
