"""Fetches the source archive of a PyPI package with the ordinary pip client, building nothing.

``pip download`` asks the package for its metadata even under ``--no-deps``, which would install
its build tools and run its ``setup.py``. We put a stand-in for the build backend in front of the
real one; it answers from the name and version we already know. No code of the package runs, and
the user's pip configuration (mirrors, proxies, certificates) applies as usual.
"""

import hashlib
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .commands import run
from .speed import PeerUnavailable

_STAND_IN = """
import pathlib

class __legacy__:
    @staticmethod
    def prepare_metadata_for_build_wheel(folder, config_settings=None):
        info = pathlib.Path(folder, "{stem}.dist-info")
        info.mkdir()
        text = "Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"
        info.joinpath("METADATA").write_text(text)
        return info.name
"""


@dataclass(frozen=True, kw_only=True)
class Sdist:
    """A source archive, pinned by version and checksum.

    The package must use pip's default backend: its pyproject.toml names no ``build-backend``.
    """

    name: str
    """as pip spells it, with dashes"""
    version: str
    sha256: str
    """hex digest of the .tar.gz"""

    @property
    def stem(self) -> str:
        """The archive's name without its suffix, also the folder inside it."""
        return f"{self.name.replace('-', '_')}-{self.version}"


def fetch(sdist: Sdist, cache: Path) -> Path:
    """Returns the unpacked source folder below ``cache``, downloading it the first time.

    :raises PeerUnavailable: no network, no pip, or an archive that is not the pinned one.
    """
    folder = cache / sdist.stem
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        # Unpacked next to its final place, then renamed: an interrupted run leaves no half cache.
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            archive = _download(sdist, Path(scratch))
            with tarfile.open(archive) as tar:
                tar.extractall(scratch, filter="data")
            (Path(scratch) / sdist.stem).rename(folder)
    return folder


def _download(sdist: Sdist, scratch: Path) -> Path:
    backend = scratch / "stand_in" / "setuptools"
    backend.mkdir(parents=True)
    (backend / "__init__.py").touch()
    text = _STAND_IN.format(stem=sdist.stem, name=sdist.name, version=sdist.version)
    (backend / "build_meta.py").write_text(text)
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-build-isolation"]
    pip += ["--no-binary", sdist.name, "--dest", str(scratch), f"{sdist.name}=={sdist.version}"]
    purpose = f"download the source of {sdist.name} {sdist.version}"
    hint = " (can pip reach its package index?)"
    # Absolute, because pip runs the backend in another folder.
    stand_in = {"PYTHONPATH": str(backend.parent.resolve())}
    run(pip, purpose=purpose, hint=hint, extra_env=stand_in)
    return _checked(scratch / f"{sdist.stem}.tar.gz", sdist)


def _checked(archive: Path, sdist: Sdist) -> Path:
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != sdist.sha256:
        raise PeerUnavailable(f"{archive.name} has sha256 {digest} (expected {sdist.sha256})")
    return archive
