"""Runs `tamaya serve` in a process that can be stopped and restarted."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

_SECONDS = 900.0
"""seconds that a server may take to start on a busy machine"""


class Server:
    """`tamaya serve` on a free port, with agents that answer at once and may think for long.

    :param folder: the folder of its database
    """

    def __init__(self, folder: Path) -> None:
        self._database = f"sqlite:///{folder / 'games.db'}"
        self._messages = folder / "messages.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = self._start(0)

    def _start(self, port: int) -> str:
        command = "import sys; from tamaya.cli import main; sys.exit(main())"
        options = ["--port", str(port), "--database", self._database, "--delay", "0"]
        limits = ["--workers", "1", "--seconds", "120"]
        # A file, not a pipe: the server would wait for somebody to read its warnings.
        with self._messages.open("w") as messages:
            self._process = subprocess.Popen(
                [sys.executable, "-u", "-c", command, "serve", *limits, *options],
                stdout=messages,
                stderr=subprocess.STDOUT,
            )
        return self._address(self._process)

    def _address(self, process: subprocess.Popen[bytes]) -> str:
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if address := re.search(r"http://[^/\s]+(?=/)", self._messages.read_text()):
                return address[0]
            time.sleep(0.1)
        process.kill()
        raise AssertionError(f"the server did not come up: {self._messages.read_text()}")

    def stop(self) -> None:
        """Ends the process, as a person would by Ctrl-C."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def restart(self) -> None:
        """Starts again at the same address with the same database."""
        self.stop()
        self._start(int(self.url.rpartition(":")[2]))
