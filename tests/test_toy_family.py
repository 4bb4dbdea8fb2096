"""The toy family of CONTRIBUTING.md: a copy of the tree with its diff is built and played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.truth import ROOT

PARTS = ("cpp", "src", "tests", "CMakeLists.txt", "ARCHITECTURE.md")

RUN = """
import sys
import pytest
# The installed package must not stand in for the copy.
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
sys.path[:0] = [{source!r}, {tree!r}]
import tamaya
assert tamaya.__file__.startswith({source!r})
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *{tests!r}]))
"""


def toy_diff() -> str:
    """The diff that CONTRIBUTING.md shows."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (diff,) = re.findall(r"^```diff\n(.*?)^```$", text, re.M | re.S)
    assert isinstance(diff, str)
    return diff


def run(*command: str | Path, at: Path) -> None:
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def copy_of_the_tree(to: Path) -> Path:
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("static", "__pycache__", "_core.*.so", "include")
            shutil.copytree(source, to / part, ignore=ignored)
        else:
            shutil.copy(source, to / part)
    return to


def build(tree: Path) -> None:
    """Builds the core into the copy, as the package does."""
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    tools = Path(sys.executable).parent
    cmake = tools / "cmake"
    settings = [f"-Dnanobind_DIR={nanobind}", f"-DPython_EXECUTABLE={sys.executable}"]
    ninja = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"]
    run(cmake, "-S", tree, "-B", tree / "build", *ninja, *settings, at=tree)
    run(cmake, "--build", tree / "build", at=tree)
    (library,) = (tree / "build").glob("_core*.so")
    shutil.copy(library, tree / "src" / "tamaya")


def test_the_toy_family_is_one_header_one_python_file_and_one_test() -> None:
    files = re.findall(r"^\+\+\+ b/(.*)$", toy_diff(), re.M)
    assert files == [
        "cpp/tamaya/families/metronome.hpp",
        "src/tamaya/agents/families/metronome.py",
        "tests/agents/test_metronome.py",
    ]
    assert toy_diff().count("new file mode") == len(files)


@pytest.mark.slow
def test_the_toy_family_applies_builds_and_plays(tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path / "tree")
    (tmp_path / "toy.diff").write_text(toy_diff())
    run("git", "apply", tmp_path / "toy.diff", at=tree)
    build(tree)
    tests = [
        "tests/agents/test_metronome.py",
        "tests/test_headers.py::test_headers_include_only_earlier_ones",
    ]
    code = RUN.format(source=str(tree / "src"), tree=str(tree), tests=tests)
    run(sys.executable, "-c", code, at=tree)
