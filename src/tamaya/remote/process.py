"""Talks to a program that we start, over its standard input and output."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from typing import IO

from tamaya.errors import RemoteAgentError
from tamaya.remote.channel import LONGEST_ANSWER

_CHUNK = 65536
_GOODBYE_SECONDS = 1.0
"""time that a program gets to end by itself after its input is closed"""
_SHOWN = 80
"""characters of unexpected output that an error quotes"""
_TAIL = 2000
"""bytes of the error output that are searched for the last line"""


class ProcessChannel:
    """A program in a process group of its own, which is killed when this object is closed.

    :param command: the program and its arguments, with the quotes of a shell; no shell runs it
    :raises RemoteAgentError: if the program cannot be started
    """

    def __init__(self, command: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (`kill` closes it)
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise RemoteAgentError(f"cannot be started: {reason}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        for pipe in (self._input, self._output):
            os.set_blocking(pipe.fileno(), False)
        self._finalizer = weakref.finalize(self, _kill, self._process, self._errors)
        self._received = b""

    def send(self, line: bytes, seconds: float) -> None:
        """Writes a line; see `Channel`."""
        self._exchange(line, time.monotonic() + seconds, seconds, wants_answer=False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Writes a line and reads one; see `Channel`. Lines written before that are an error."""
        self._read()
        if b"\n" in self._received:
            early = self._received.partition(b"\n")[0].decode("utf-8", "replace")
            self.kill()
            raise RemoteAgentError(f"wrote {early[:_SHOWN]!r} without being asked")
        self._exchange(line, time.monotonic() + seconds, seconds, wants_answer=True)
        answer, _, self._received = self._received.partition(b"\n")
        return answer

    def close(self) -> None:
        """Lets the program end by itself, and kills what is left of it."""
        with contextlib.suppress(OSError):
            self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kills the program and all processes that it started."""
        self._finalizer()

    def _exchange(
        self, line: bytes, deadline: float, seconds: float, *, wants_answer: bool
    ) -> None:
        """Writes and reads until the line is written and, if wanted, an answer has arrived."""
        rest = memoryview(line)
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._input, selectors.EVENT_WRITE)
            while rest or (wants_answer and b"\n" not in self._received):
                left = deadline - time.monotonic()
                if left <= 0:
                    self.kill()
                    raise RemoteAgentError(f"took longer than {seconds:g} s")
                for key, _ in selector.select(left):
                    if key.fileobj is self._output:
                        self._read()
                    else:
                        rest = rest[self._write(rest) :]
                        if not rest:
                            selector.unregister(self._input)

    def _write(self, rest: memoryview) -> int:
        try:
            return os.write(self._input.fileno(), rest)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._ended() from None

    def _read(self) -> None:
        try:
            chunk = os.read(self._output.fileno(), _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            raise self._ended()
        self._received += chunk
        if len(self._received) > LONGEST_ANSWER:
            self.kill()
            raise RemoteAgentError(f"wrote more than {LONGEST_ANSWER:,} bytes")

    def _ended(self) -> RemoteAgentError:
        """The error for a program that ended, with its exit code and its last error line."""
        try:
            code = self._process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return RemoteAgentError("closed its output")
        error_line = _last_line(self._errors)
        self.kill()
        reason = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return RemoteAgentError(f"{reason}: {error_line}" if error_line else reason)


def _last_line(errors: IO[bytes]) -> str:
    with contextlib.suppress(OSError, ValueError):
        size = errors.seek(0, os.SEEK_END)
        errors.seek(max(0, size - _TAIL))
        lines = errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else ""
    return ""


def _kill(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    with contextlib.suppress(OSError):  # all processes of the group have ended
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, errors):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
