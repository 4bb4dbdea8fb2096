"""Full disks and memory limits: one sentence, and nothing that was there before is harmed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
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
    "match": "ty.match('piers', 'iggi', games=2000, threads=8)",
    "search": "ty.match('is_mcts?iterations=200,memory=400,threads=2', 'piers', games=1)",
    "teams": "ty.matchups('classics', games=20, threads=8)",
}
_DISK = (
    _SETUP
    + """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
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
"""


def _child(script: str, place: Path, limit: int, work: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", script + _END.format(work=_WORK[work]), str(place), str(limit)],
        check=False,
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"},
    )
    return done.returncode, done.stdout[-300:] + done.stderr[-2000:]


def _draw_disk(rng: random.Random) -> bytes:
    work = rng.choice(("experience", "table", "pool", "evolve"))
    return json.dumps({"work": work, "bytes": rng.choice((0, 1, 100, 1000, 5000, 20_000))}).encode()


def _full_disk(data: bytes) -> None:
    """A limit on file sizes makes writes fail half-way, as a full disk does."""
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        old = {name: place / name for name in ("a.meta", "a.json")}
        for path in old.values():
            path.write_bytes(b"before")
        code, said = _child(_DISK, place, int(given["bytes"]), given["work"])
        assert code in (0, 3), f"exit {code}: {said}"
        assert "Traceback" not in said, said
        drafts = [path.name for path in place.rglob(".*") if path.name not in (".lock",)]
        assert not drafts, f"left behind: {drafts}"
        if code == 3:
            assert "cannot write" in said, said
            assert all(path.read_bytes() == b"before" for path in old.values())
            raise Refused


register(
    Target(
        "full disk",
        "a full disk is reported in one sentence; files that were there are unharmed",
        _draw_disk,
        _full_disk,
        slow=True,
        seconds=240.0,
    )
)


def _draw_memory(rng: random.Random) -> bytes:
    work = rng.choice(("match", "search", "teams"))  # Polars itself aborts without memory
    megabytes = rng.choice((1, 4, 16, 64, 128, 256, 512))
    return json.dumps({"work": work, "megabytes": megabytes}).encode()


def _little_memory(data: bytes) -> None:
    """The process may fail, but says so: it is not ended by a signal and does not hang."""
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as folder:
        limit = int(given["megabytes"]) * 1_000_000
        code, said = _child(_MEMORY, Path(folder), limit, given["work"])
        assert code in (0, 3), f"exit {code}: {said}"
        if code == 3:
            raise Refused


register(
    Target(
        "little memory",
        "without memory there is an error that can be caught: no abort, no hang",
        _draw_memory,
        _little_memory,
        slow=True,
        seconds=240.0,
    )
)
