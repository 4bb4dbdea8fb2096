"""Full disks and memory limits: the error is one sentence, and existing files stay intact."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fuzz.target import Refused, Target, register

_SETUP = """
import resource, signal, sys
from pathlib import Path
import numpy as np, polars as pl
import tamaya as ty
from tamaya.meta import Experience
place, limit = Path(sys.argv[1]), int(sys.argv[2])
"""
_WORK = {
    "experience": "Experience.train(['piers', 'iggi'], games=2, threads=1).write(place / 'a.meta')",
    "table": "ty.matchups(['piers', 'iggi'], games=2, threads=1, out=place / 'a.parquet')",
    "pool": "ty.Pool('p', ty.pool('canaan2020-1').elites, 'standard').write(place / 'a.json')",
    "evolve": "ty.evolve(place / 'run', candidates=40, batch=20, games=5, grid=(2, 2))",
    "learn": "from tamaya.learn import Config, run; run.train(place / 'run', Config("
    "setup='standard colors=2 ranks=2 hand_size=2', observation='hle', games=8, steps=4, turns=64, "
    "hidden=(8, 8), minibatches=1, precision='float32'), device='cpu', threads=1)",
    "match": "ty.match('piers', 'iggi', games=2000, threads=8)",
    "search": "ty.match('is_mcts(iterations=200, memory=400, threads=2)', 'piers', games=1)",
    "teams": "ty.matchups('classics', games=20, threads=8)",
}
_DISK = (
    _SETUP
    + """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
if limit >= 0:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
"""
)
_MEMORY = (
    _SETUP
    + """
used = int(Path('/proc/self/statm').read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + limit, used + limit))
"""
)
_END = """
try:
    {work}
except (ty.TamayaError, MemoryError) as error:
    print(type(error).__name__, error)
    sys.exit(3)
except SystemError as error:  # a library that got no memory for its exception
    print(type(error).__name__, error)
    sys.exit(3 if 'without exception set' in str(error) else 1)
"""
_NO_LIMIT = -1
_ABORTED = -6
"""exit code of a process that a library ended with `abort`"""
_LOADER = 127
"""exit code of a process that the loader ended"""


def _child(script: str, place: Path, limit: int, work: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", script + _END.format(work=_WORK[work]), str(place), str(limit)],
        check=False,
        capture_output=True,
        text=True,
        timeout=500,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"},
    )
    errors = [line for line in done.stderr.splitlines() if not line.startswith("<jemalloc>")]
    return done.returncode, done.stdout[-300:] + "\n".join(errors)[-2000:]


class SmallDisk:
    """A file system in memory with room for some bytes."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def resize(self, size: int) -> None:
        """Gives it more room, as somebody does who deletes files."""
        self._mount("remount,", size)

    def _mount(self, prefix: str, size: int) -> None:
        options = ["-t", "tmpfs", "-o", f"{prefix}size={size}", "tamaya-fuzz", str(self.place)]
        subprocess.run(["mount", *options], check=True, capture_output=True)

    @classmethod
    @contextmanager
    def mounted(cls, place: Path, size: int) -> Iterator[SmallDisk | None]:
        """Mounts one; None where this user may not mount anything."""
        disk = cls(place)
        place.mkdir()
        try:
            disk._mount("", size)
        except (OSError, subprocess.CalledProcessError):
            yield None
            return
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", str(place)], check=True)


def _draw_disk(rng: random.Random) -> bytes:
    work = rng.choice(("experience", "table", "pool", "evolve", "learn"))
    size = rng.choice((4096, 8192, 16_384, 32_768, 65_536, 262_144))
    return json.dumps({"work": work, "bytes": size}).encode()


def _full_disk(data: bytes) -> None:
    """Works on a really small disk, then with more room.

    Where mounting is not permitted, a limit on file sizes lets writes fail half-way instead.
    """
    given = json.loads(data)
    size, work = int(given["bytes"]), str(given["work"])
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "disk"
        with SmallDisk.mounted(place, max(size, 4096)) as disk:
            old = _write_old(place)
            code, output = _child(_DISK, place, size if disk is None else _NO_LIMIT, work)
            assert code in (0, 3), f"exit {code}: {output}"
            assert "Traceback" not in output, output
            drafts = [path.name for path in place.rglob(".*") if path.name != ".lock"]
            assert not drafts, f"left behind: {drafts}"
            if code == 0:
                return
            assert "cannot write" in output, output
            assert all(path.read_bytes() == content for path, content in old.items())
            if disk is not None:
                disk.resize(1 << 26)
            code, output = _child(_DISK, place, _NO_LIMIT, work)
            assert code == 0, f"with more room: exit {code}: {output}"
            raise Refused


def _write_old(place: Path) -> dict[Path, bytes]:
    """Files that the work would replace; those that do not fit are left out."""
    old = {}
    for name in ("a.meta", "a.json"):
        try:
            (place / name).write_bytes(b"before")
            old[place / name] = b"before"
        except OSError:
            (place / name).unlink(missing_ok=True)
    return old


register(
    Target(
        "full disk",
        "a full disk is reported in one sentence; existing files stay intact, and with "
        "more room the work is finished",
        _draw_disk,
        _full_disk,
        slow=True,
        seconds=600.0,
    )
)


def _draw_memory(rng: random.Random) -> bytes:
    work = rng.choice(("match", "search", "teams", "table", "experience"))
    megabytes = rng.choice((1, 4, 16, 64, 128, 256, 512))
    return json.dumps({"work": work, "megabytes": megabytes}).encode()


def _little_memory(data: bytes) -> None:
    """The process may fail, but says so: it does not hang, and harms no file.

    Polars and the C library end the process if they get no memory, and say so, and so does the
    loader in a new thread. Nothing can catch that.
    """
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as folder:
        place, work = Path(folder), str(given["work"])
        old = _write_old(place)
        limit = int(given["megabytes"]) * 1_000_000
        code, output = _child(_MEMORY, place, limit, work)
        if code == _ABORTED and work in {"table", "experience"}:
            assert "memory allocation of" in output or "out of memory" in output, output
        elif code == _LOADER:
            assert "cannot allocate memory for thread-local data" in output, output
        else:
            assert code in (0, 3), f"exit {code}: {output}"
        if code != 0:
            assert all(path.read_bytes() == content for path, content in old.items())
            raise Refused


register(
    Target(
        "little memory",
        "without memory there is an error that can be caught; where Polars ends the process "
        "instead, files are unharmed",
        _draw_memory,
        _little_memory,
        slow=True,
        seconds=600.0,
    )
)
