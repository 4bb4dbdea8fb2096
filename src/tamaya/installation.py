"""What is installed: versions, engine, GPU, optional libraries, and data."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path

from tamaya import _core
from tamaya.extras import install_command
from tamaya.numbers import available_threads

_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(\[(?P<extras>[\w,]+)\])?[^;]*(;.*extra == ['\"](?P<extra>\w+)['\"])?"
)
_INTERNAL = ("dev", "docs")
"""extras for those who develop Tamaya"""


@dataclass(frozen=True)
class Extra:
    """An extra of the package."""

    name: str
    libraries: dict[str, str]
    """versions of its libraries; '' for one that is missing"""
    install: str
    """command that installs it"""

    @property
    def missing(self) -> list[str]:
        """Libraries that are not installed."""
        return [name for name, installed in self.libraries.items() if not installed]


@dataclass(frozen=True)
class Installation:
    """What `tamaya doctor` reports."""

    version: str
    folder: str
    """folder of the package"""
    python: str
    system: str
    threads: int
    engine: str
    """build of the core that this processor runs"""
    gpus: list[str]
    extras: list[Extra]
    pools: int
    """shipped pools"""
    data: dict[str, str]
    """folders of data by the variable that names them; '' if there is none"""

    def to_dict(self) -> dict[str, object]:
        """The report as JSON."""
        return asdict(self)


def inspect() -> Installation:
    """Looks at this machine. Optional libraries are found, not imported."""
    folder = Path(__file__).parent
    return Installation(
        version=version("tamaya"),
        folder=str(folder),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        threads=available_threads(),
        engine=_core.engine(),
        gpus=_gpus(),
        extras=extras(),
        pools=len(list((folder / "pools").glob("*.json"))),
        data={name: os.environ.get(name, "") for name in ("TAMAYA_TRUTH", "TAMAYA_CACHE")},
    )


def extras() -> list[Extra]:
    """The extras for users, with the libraries that each installs."""
    direct: dict[str, list[str]] = {}
    included: dict[str, list[str]] = {}
    for text in requires("tamaya") or []:
        match = _REQUIREMENT.match(text)
        if match is None or match["extra"] is None:
            continue
        if match["name"] == "tamaya":
            included.setdefault(match["extra"], []).extend(match["extras"].split(","))
        else:
            direct.setdefault(match["extra"], []).append(match["name"])

    def libraries(name: str) -> list[str]:
        inner = [library for other in included.get(name, []) for library in libraries(other)]
        return list(dict.fromkeys([*inner, *direct.get(name, [])]))

    names = metadata("tamaya").get_all("Provides-Extra") or []
    return [
        Extra(name, {lib: _version(lib) for lib in libraries(name)}, install_command(name))
        for name in names
        if name not in _INTERNAL
    ]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _gpus() -> list[str]:
    """Names of NVIDIA GPUs, as the driver's own program tells them."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    query = [program, "--query-gpu=name", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
