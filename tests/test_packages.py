"""Packages: the version is in one place, sdists hold what a build needs, clang accepts the core."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

import tamaya
from tamaya import numbers
from tests.truth import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CLANG = shutil.which("clang++")
needs_clang = pytest.mark.skipif(CLANG is None, reason="clang is absent: apt-get install clang")


def test_the_version_is_written_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    (metadata_of_build,) = PROJECT["tool"]["dynamic-metadata"]
    assert metadata_of_build["field"] == "version"
    assert metadata_of_build["input"] == "src/tamaya/__init__.py"
    assert metadata.version("tamaya") == tamaya.__version__


def test_documents_that_name_the_version_name_the_same() -> None:
    citation = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.M)
    assert citation is not None
    assert citation[1] == tamaya.__version__
    assert f"## {tamaya.__version__} (" in (ROOT / "CHANGELOG.md").read_text()


def test_the_extra_all_installs_every_extra_but_cuda() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    libraries = {
        name: {text for text in extras[name] if not text.startswith("tamaya[")} for name in extras
    }

    def everything(name: str) -> set[str]:
        inner = [text for text in extras[name] if text.startswith("tamaya[")]
        names = [other for text in inner for other in text[7:-1].split(",")]
        return libraries[name].union(*(everything(other) for other in names))

    for name in extras.keys() - {"all", "cuda", "dev", "docs"}:
        assert everything(name) <= everything("all"), name


def test_the_package_and_its_command_have_the_same_name() -> None:
    # So `uvx tamaya` and `pipx run tamaya` need no further words.
    assert PROJECT["project"]["name"] == "tamaya"
    assert PROJECT["project"]["scripts"] == {"tamaya": "tamaya_command:main"}


def test_python_runs_the_package_as_the_command() -> None:
    words = [sys.executable, "-m", "tamaya", "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == f"tamaya {tamaya.__version__}\n"


def test_a_machine_without_affinity_counts_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert numbers.available_threads() == (os.cpu_count() or 1)


def test_no_module_imports_what_only_posix_has() -> None:
    posix = re.compile(r"^(import|from) (fcntl|resource|pwd|grp|termios|tty|pty)\b", re.M)
    for file in (ROOT / "src").rglob("*.py"):
        assert posix.search(file.read_text()) is None, file


def include_folders(generated: Path) -> list[str]:
    import nanobind  # type: ignore[import-untyped]

    for script, name in (("rules", "rulebook"), ("families", "families")):
        collect = ROOT / "cpp" / f"collect_{script}.py"
        out = generated / "tamaya" / f"{name}.hpp"
        out.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(collect), str(out)], check=True)
    outside = (nanobind.include_dir(), sysconfig.get_paths()["include"])
    inside = (ROOT / "cpp", generated)
    return [f"-I{folder}" for folder in inside] + [f"-isystem{folder}" for folder in outside]


def check_with_clang(source: Path, folders: list[str]) -> None:
    assert CLANG is not None
    warnings = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
    dispatch = ["-DTAMAYA_HAS_V3"] if platform.machine() in ("x86_64", "AMD64") else []
    command = [CLANG, "-std=c++20", "-fsyntax-only", *dispatch, *warnings, *folders, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


@needs_clang
def test_clang_accepts_the_headers_of_the_core_and_the_choice_of_the_engine(tmp_path: Path) -> None:
    source = tmp_path / "headers.cpp"
    engine = ROOT / "cpp/bind/engine.cpp"
    headers = ("tamaya/any_seat.hpp", "tamaya/vector.hpp", engine)
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    check_with_clang(source, [*include_folders(tmp_path / "generated"), f"-I{engine.parent}"])


@needs_clang
@pytest.mark.parametrize(
    "target",
    [
        "aarch64-linux-gnu",
        "arm64-apple-macos11",
        "x86_64-apple-macos11",
        "x86_64-pc-windows-msvc",
    ],
)
def test_clang_accepts_the_core_for_every_system_of_the_wheels(target: str, tmp_path: Path) -> None:
    """The headers use no standard library, so no other system's files are needed."""
    source = tmp_path / "headers.cpp"
    source.write_text('#include "tamaya/any_seat.hpp"\n#include "tamaya/vector.hpp"\n')
    system = [f"--target={target}", "-ffreestanding", "-nostdinc++"]
    check_with_clang(source, [*system, *include_folders(tmp_path / "generated")])


@needs_clang
def test_the_windows_build_links_the_runtime_that_the_choice_of_the_engine_needs() -> None:
    assert CLANG is not None
    cmake = (ROOT / "CMakeLists.txt").read_text()
    (words,) = re.findall(r"COMMAND \$\{CMAKE_CXX_COMPILER\} (.*)", cmake)
    command = [CLANG, "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", *words.split()]
    library = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert library.strip().endswith("clang_rt.builtins-x86_64.lib")


@needs_clang
@pytest.mark.exhaustive
@pytest.mark.parametrize("source", sorted((ROOT / "cpp/bind").glob("*.cpp")), ids=lambda f: f.stem)
def test_clang_accepts_the_bindings(source: Path, tmp_path: Path) -> None:
    check_with_clang(source, include_folders(tmp_path / "generated"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (file,) = folder.glob("tamaya-*.tar.gz")
    return file


@pytest.mark.slow
def test_an_sdist_holds_the_sources_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for part in (
        "pyproject.toml",
        "CMakeLists.txt",
        "LICENSE",
        "cpp/collect_rules.py",
        "cpp/tamaya/view.hpp",
        "src/tamaya/pools/tamaya-1.json",
        "src/tamaya/pools/twins.toml",
        "src/tamaya/web/static/index.html",
        "src/tamaya_command/__init__.py",
    ):
        assert part in names, part
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert not [name for name in names if name.startswith(("tests/", "docs/", "web/", "build/"))]


@pytest.mark.exhaustive
def test_a_wheel_built_from_the_sdist_plays(sdist: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    programs = tmp_path / "venv" / "bin"
    subprocess.run([str(programs / "pip"), "install", "-q", str(sdist)], check=True)
    checked = subprocess.run(
        [str(programs / "tamaya"), "doctor", "--check"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "(as expected)" in checked.stdout


def test_wheels_are_built_for_all_systems_and_tested() -> None:
    settings = PROJECT["tool"]["cibuildwheel"]
    assert settings["test-command"] == "tamaya doctor --check"
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text())
    jobs = workflow["jobs"]
    assert jobs["wheels"]["strategy"]["matrix"]["system"] == [
        "ubuntu-24.04",
        "ubuntu-24.04-arm",
        "macos-15-intel",
        "macos-15",
        "windows-2022",
    ]
    assert set(jobs["publish"]["needs"]) == jobs.keys() - {"publish"}
    supported = {f"cp3{minor}-*" for minor in (11, 12, 13, 14)}
    assert set(settings["build"].split()) == supported
    for python in supported:
        assert (
            f"Programming Language :: Python :: 3.{python[3:5]}"
            in (PROJECT["project"]["classifiers"])
        )


@pytest.mark.exhaustive
def test_the_tools_that_read_the_workflow_accept_it(tmp_path: Path) -> None:
    """cibuildwheel chooses the same builds everywhere; no machine of these systems is needed."""
    workflow = ROOT / ".github/workflows/wheels.yml"
    (version,) = re.findall(r"pypa/cibuildwheel@v(\S+)", workflow.read_text())
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path)], check=True)

    def run(program: str, *words: str) -> str:
        command = [str(tmp_path / "bin" / program), *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    tools = (f"cibuildwheel=={version}", "check-jsonschema", "validate-pyproject")
    run("pip", "install", "-q", *tools)
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(workflow))
    run("validate-pyproject", "pyproject.toml")
    for system, name in (("linux", "manylinux_"), ("macos", "macosx_"), ("windows", "win_")):
        builds = run("cibuildwheel", "--platform", system, "--print-build-identifiers").split()
        assert [build.partition("-")[0] for build in builds] == ["cp311", "cp312", "cp313", "cp314"]
        assert all(name in build for build in builds)


def test_the_docker_image_copies_files_that_exist_and_installs_known_extras() -> None:
    text = (ROOT / "Dockerfile").read_text()
    allowed = (ROOT / ".dockerignore").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source}\n" in allowed, source
    (extras,) = re.findall(r"'\.\[(.+)\]'", text)
    assert set(extras.split(",")) <= PROJECT["project"]["optional-dependencies"].keys()
    (command,) = re.findall(r"^CMD (\[.+\])$", text, re.M)
    assert json.loads(command) == ["tamaya", "serve", "--host", "0.0.0.0"]
