"""The package as users get it: built, installed into an empty environment, and run there.

`make test` takes the core as it was built for development; `make test-all` builds from nothing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.truth import ROOT

pytestmark = pytest.mark.slow

PIP = Path(sys.executable).with_name("pip")
"""the set-up's: with another name of the same Python, CMake builds half of the core anew"""
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def newest() -> tuple[str, str]:
    """The newest installed Python that we support, and its version."""
    for version in reversed(VERSIONS):
        candidates = [shutil.which(f"python{version}")]
        candidates += map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        for python in filter(None, candidates):
            if subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
                return python, version
    return sys.executable, f"{sys.version_info[0]}.{sys.version_info[1]}"


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources without anything built."""
    copy = tmp_path_factory.mktemp("checkout") / "tamaya"
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in files.splitlines():
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, target)
    return copy


def works_in(venv: Path, cwd: Path) -> None:
    """The installed package plays, and its bench signature is right."""
    assert "Bench:" in run(venv / "bin" / "tamaya", "speed", "--check", cwd=cwd)
    code = "import tamaya, pathlib; p = pathlib.Path(tamaya.__file__).parent; print(p)"
    installed = Path(run(venv / "bin" / "python", "-c", code, cwd=cwd).strip())
    assert venv in installed.parents
    pools = [f"pools/{file.name}" for file in (ROOT / "src/tamaya/pools").glob("*.json")]
    web = [
        "web/live/agent_scores.json",
        "web/storage/migrations/versions/v0002_drop_unused_tables.py",
    ]
    web += [
        str(file.relative_to(ROOT / "src/tamaya"))
        for file in (ROOT / "src/tamaya/web/static").rglob("*")
        if file.is_file()
    ]
    for part in ("py.typed", "_core.pyi", "include/tamaya/view.hpp", *pools, *web):
        assert (installed / part).exists(), part


def install(wheels: Path, version: str, venv: Path) -> None:
    """Installs with the set-up's pip, so that the environment needs none of its own."""
    (wheel,) = wheels.glob("tamaya-*.whl")
    assert f"cp{version.replace('.', '')}" in wheel.name
    run(
        PIP, "--python", venv / "bin" / "python", "install", "-q", "--no-compile", wheel, cwd=wheels
    )


def test_a_wheel_installs_and_plays(tmp_path: Path) -> None:
    venv, wheels = tmp_path / "venv", tmp_path / "wheels"
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=tmp_path)
    run(PIP, "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", wheels, ROOT, cwd=tmp_path)
    install(wheels, f"{sys.version_info[0]}.{sys.version_info[1]}", venv)
    works_in(venv, tmp_path)


@pytest.mark.exhaustive
def test_a_wheel_for_the_newest_python_installs_and_plays(checkout: Path, tmp_path: Path) -> None:
    python, version = newest()
    venv, wheels = tmp_path / "venv", tmp_path / "wheels"
    run(python, "-m", "venv", venv, cwd=tmp_path)
    run(venv / "bin" / "pip", "wheel", "-q", "--no-deps", "-w", wheels, checkout, cwd=tmp_path)
    install(wheels, version, venv)
    works_in(venv, tmp_path)
