"""A copy of the sources that a test may change, build and test beside the installed package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.truth import FOLDER, ROOT

PARTS = (
    *("cpp", "src", "tests", "examples", "benchmarks"),
    *("CMakeLists.txt", "pyproject.toml", "ARCHITECTURE.md"),
)

# Python runs this at its start, also in processes that tests start.
STARTUP = """
import sys
# The installed package must not stand in for the copy.
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
sys.path[:0] = [{source!r}, {tree!r}]
"""


def run(*command: str | Path, at: Path) -> None:
    """Runs a command in a folder; fails with what it printed."""
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
    """Builds the core into the copy as the package does, but with little optimization: quickly."""
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    tools = Path(sys.executable).parent
    cmake = tools / "cmake"
    settings = [
        f"-Dnanobind_DIR={nanobind}",
        f"-DPython_EXECUTABLE={sys.executable}",
        "-DTAMAYA_OPTIMIZATION=-O1",
        "-DTAMAYA_DISPATCH=OFF",
    ]
    ninja = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"]
    run(cmake, "-S", tree, "-B", tree / "build", *ninja, *settings, at=tree)
    run(cmake, "--build", tree / "build", at=tree)
    (library,) = (tree / "build").glob("_core*.so")
    shutil.copy(library, tree / "src" / "tamaya")


def pytest_in(tree: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Runs tests of the copy, and stops at the first failure."""
    startup = tree / "startup"
    startup.mkdir(exist_ok=True)
    code = STARTUP.format(source=str(tree / "src"), tree=str(tree))
    (startup / "sitecustomize.py").write_text(code)
    environment = os.environ | {
        "PYTHONPATH": str(startup),
        "TAMAYA_TRUTH": str(FOLDER),
        # Two versions of a file can have the same size and date, so compiled ones are not kept.
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
