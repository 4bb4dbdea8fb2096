"""A PostgreSQL server for tests and benchmarks, which ends with its block."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SECONDS = 300
"""time limit of each step, for busy machines"""


def missing() -> str:
    """Why PostgreSQL cannot be started here; empty if it can."""
    if not all(map(_binary, ("initdb", "pg_ctl"))):
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "PostgreSQL does not run as root, and runuser is missing"
    return ""


@contextmanager
def own_postgres(*, safe: bool = False) -> Iterator[str]:
    """Starts PostgreSQL and returns the URL of a database.

    Its folder has a short path, because sockets need one, and other users may enter it.

    :param safe: whether commits wait for the disk
    """
    with tempfile.TemporaryDirectory(prefix="tamaya-") as name:
        folder, user = Path(name), list[str]()
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
            folder.chmod(0o755)
            user = ["runuser", "-u", "postgres", "--"]

        def run(program: str, *words: str) -> None:
            command = [*user, str(_binary(program)), "-D", str(folder / "data"), *words]
            subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=_SECONDS)

        run("initdb", "-A", "trust", "-U", "tamaya", "-N")
        options = f"-k {folder} -c listen_addresses='' -c fsync={'on' if safe else 'off'}"
        run("pg_ctl", "-o", options, "-w", "-t", str(_SECONDS), "-l", f"{folder}/data/log", "start")
        try:
            yield f"postgresql://tamaya@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")


def _binary(name: str) -> str | None:
    """A program of PostgreSQL, also where Debian puts it."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else shutil.which(name)
