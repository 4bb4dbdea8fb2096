"""THIRD_PARTY.md lists the licences of exactly what is shipped."""

from __future__ import annotations

import json
import re
import subprocess
from fnmatch import fnmatch

from tests.truth import ROOT

PAGE = (ROOT / "THIRD_PARTY.md").read_text()
ALLOWED = {"MIT", "BSD-3-Clause", "ISC", "Apache-2.0", "OFL-1.1"}
"""licences that are compatible with the MIT licence of the project"""
OURS = (".py", ".pyi", ".css", ".html", ".js", ".svg", ".typed", "/robots.txt")
"""files of our own, or built from them"""


def rows(title: str) -> list[list[str]]:
    """Cells of the table under a title."""
    part = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_bundled_packages_have_the_versions_and_licences_of_the_lock_file() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    listed = rows("Bundled in the pages")
    for name, version, licence, _ in listed:
        locked = packages[f"node_modules/{name}"]
        assert (locked["version"], locked["license"]) == (version, licence), name
        assert licence in ALLOWED
    names = {row[0] for row in listed}
    asked = json.loads((ROOT / "web" / "package.json").read_text())
    assert set(asked.get("dependencies", {})) <= names, "everything that pages need to run"
    sources = "\n".join(
        path.read_text()
        for ending in ("ts", "svelte", "css")
        for path in (ROOT / "web" / "src").rglob(f"*.{ending}")
    )
    imported = re.findall(r"""(?:from|import)\s+["']([^."'/][^"']*)["']""", sources)
    bare = {"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in imported}
    outside = {name for name in bare if f"node_modules/{name}" in packages}
    assert outside <= names | {"vitest"}, "every package that a page imports"


def test_licence_texts_of_bundled_packages_are_shipped() -> None:
    folder = ROOT / "src" / "tamaya" / "web" / "static" / "licenses"
    named = set(re.findall(r"licenses/([\w.-]+)", PAGE))
    assert named == {path.name for path in folder.iterdir()}
    for name in named:
        assert (ROOT / "web" / "public" / "licenses" / name).read_bytes() == (
            folder / name
        ).read_bytes()


def test_every_file_of_data_has_a_licence() -> None:
    command = ["git", "ls-files", "src/tamaya"]
    files = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    known = re.findall(r"`(src/[^`]+)`", PAGE)
    for file in files.splitlines():
        covered = any(fnmatch(file, pattern) for pattern in known)
        assert file.endswith(OURS) or covered or "/licenses/" in file, f"{file} has no licence"
    for pattern in known:
        assert any(fnmatch(file, pattern) for file in files.splitlines()), f"{pattern} is nothing"
