"""Runs `tamaya serve` in a process that can be stopped and restarted."""

from __future__ import annotations

import re
import select
import subprocess
import sys
import time
from pathlib import Path

_SECONDS = 120.0
"""seconds that a server may take to start on a busy machine"""


class Server:
    """`tamaya serve` on a free port, with agents that answer at once.

    :param folder: the folder of its database
    """

    def __init__(self, folder: Path) -> None:
        self._database = f"sqlite:///{folder / 'games.db'}"
        self._process: subprocess.Popen[str] | None = None
        self.url = self._start(0)

    def _start(self, port: int) -> str:
        command = "import sys; from tamaya.cli import main; sys.exit(main())"
        options = ["--port", str(port), "--database", self._database, "--delay", "0"]
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-c", command, "serve", "--workers", "1", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return self._address(self._process)

    @staticmethod
    def _address(process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        deadline, output = time.monotonic() + _SECONDS, ""
        while time.monotonic() < deadline and process.poll() is None:
            if select.select([process.stdout], [], [], 0.5)[0]:
                output += process.stdout.readline()
                if address := re.search(r"http://[^/\s]+", output):
                    return address[0]
        process.kill()
        raise AssertionError(f"the server did not come up: {output or process.stdout.read()}")

    def stop(self) -> None:
        """Ends the process, as a person would by Ctrl-C."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def restart(self) -> None:
        """Starts again at the same address with the same database."""
        self.stop()
        self._start(int(self.url.rpartition(":")[2]))
