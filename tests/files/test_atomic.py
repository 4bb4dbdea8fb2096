"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tamaya import TamayaError
from tamaya.files import write_whole

_LIMITED = """
import resource, signal, sys
from pathlib import Path
import tamaya as ty
from tamaya.meta import Experience
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path, kind = Path(sys.argv[1]), sys.argv[2]
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    if kind == "experience":
        Experience.train(["piers", "iggi"], games=2, threads=1).write(path)
    else:
        ty.matchups(["piers", "iggi"], games=2, threads=1, out=path)
except ty.TamayaError as error:
    print(error)
    sys.exit(3)
"""


@pytest.mark.parametrize("kind", ["experience", "table"])
def test_a_full_disk_is_reported_in_one_sentence(tmp_path: Path, kind: str) -> None:
    """A limit on the size of files makes every write fail, as a full disk does."""
    path = tmp_path / "out"
    path.write_bytes(b"before") if kind == "experience" else None
    result = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(path), kind],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stderr) == (3, "")
    assert result.stdout == f"cannot write {str(path)!r}: File too large\n"
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"before"] * (
        kind == "experience"
    )


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(TamayaError, match="cannot write .*: No space left on device"):
        write_whole(path, "after")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "before")]


def test_threads_that_write_the_same_file_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real_sync = tmp_path / "file", os.fsync
    is_syncing, may_continue = threading.Event(), threading.Event()
    slow = threading.Thread(target=write_whole, args=(path, "slow"))

    def sync(descriptor: int) -> None:
        if threading.current_thread() is slow:
            is_syncing.set()
            may_continue.wait(60)
        real_sync(descriptor)

    monkeypatch.setattr("os.fsync", sync)
    slow.start()
    assert is_syncing.wait(60)
    write_whole(path, "quick")
    assert path.read_text() == "quick"
    may_continue.set()
    slow.join()
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "slow")]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    write_whole(link, "text")
    assert link.is_symlink()
    assert file.read_text() == "text"


def test_devices_are_written_to_and_not_replaced() -> None:
    device = Path("/dev/null")
    write_whole(device, b"anything")
    assert not device.is_file()


def test_what_cannot_be_written_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match="cannot write .*nowhere"):
        write_whole(tmp_path / "nowhere" / "file", "text")
    with pytest.raises(TamayaError, match="null"):
        write_whole(tmp_path / "a\0b", "text")
    with pytest.raises(TamayaError, match="surrogates"):
        write_whole(tmp_path / "file", "\ud800")
    assert list(tmp_path.iterdir()) == []
