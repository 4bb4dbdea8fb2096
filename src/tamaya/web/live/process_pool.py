"""Child processes in which agents think, with time limits."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import weakref
import zlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from tamaya.errors import AgentFailedError
from tamaya.web.live.agent_server import AgentQuestion, AgentReply
from tamaya.web.live.seated_agent import PastGame

START_SECONDS = 30.0
"""time limit for replacing a process, and for replaying an agent's earlier games"""
FIRST_START_SECONDS = 300.0
"""time limit for starting a process with the server, when nobody waits for a move"""

Past = Callable[[], Awaitable[tuple[PastGame, ...]]]
"""Loads the games of an episode before the one in question."""


class AgentProcesses:
    """A fixed number of processes. An agent always runs in the same one.

    :param size: number of processes; each starts when it is first needed
    :param seconds: time limit of a move
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._workers = [_ProcessSlot(seconds) for _ in range(size)]

    async def ask(self, question: AgentQuestion, past: Past) -> AgentReply:
        """Asks an agent, after replaying its earlier games if its process does not know them.

        :raises AgentFailedError: if it fails or takes too long
        """
        worker = self._workers[zlib.crc32(question.chair.encode()) % len(self._workers)]
        answer = await worker.ask(question)
        if answer.forgotten:
            answer = await worker.ask(replace(question, past=await past()))
        if answer.error or answer.forgotten:
            raise AgentFailedError(answer.error or "the agent could not replay its earlier games")
        return answer

    async def start(self, first: Sequence[AgentQuestion] = ()) -> None:
        """Starts all processes now, so that the first moves do not wait.

        :param first: questions that each process answers when it starts, without the time limit of
            moves. They load what agents need; a process that was killed loads it again.
        """
        await asyncio.gather(*(worker.start(first) for worker in self._workers))

    def close(self) -> None:
        """Ends the processes."""
        for worker in self._workers:
            worker.close()


class _ProcessSlot:
    """One process that answers one question at a time; it is replaced after it was killed."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="agents")
        self._child: _AgentProcess | None = None
        self._first: Sequence[AgentQuestion] = ()

    async def ask(self, question: AgentQuestion) -> AgentReply:
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._thread, self._ask, question)
        if self._child is None and self._first:  # killed: the next one is ready for the next move
            self._thread.submit(self._living)
        return answer

    async def start(self, first: Sequence[AgentQuestion]) -> None:
        self._first = first
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._living, FIRST_START_SECONDS)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._child is not None:
            self._child.end()

    def _living(self, start_seconds: float = START_SECONDS) -> _AgentProcess:
        if self._child is None:
            self._child = _AgentProcess(start_seconds)
            try:
                for question in self._first:
                    self._child.ask(question, START_SECONDS)
            except Exception:  # an agent that hangs or ends the process must not stop the others
                self._child.end()
                self._child = _AgentProcess(start_seconds)
        return self._child

    def _ask(self, question: AgentQuestion) -> AgentReply:
        seconds = max(self._seconds, START_SECONDS) if question.past else self._seconds
        try:
            return self._living().ask(question, seconds)
        except Exception as error:
            if self._child is not None:
                self._child.end()
            self._child = None
            why = str(error) or "its process ended"
            return AgentReply(error=f"{question.spec}: {why}")


class _AgentProcess:
    """A child process that is killed when this object is deleted.

    :param start_seconds: time limit for its start
    """

    def __init__(self, start_seconds: float) -> None:
        self._pipe, far_end = Pipe()
        with far_end:
            command = [sys.executable, "-m", "tamaya.web.live.agent_process", str(far_end.fileno())]
            self._process = subprocess.Popen(
                command,
                pass_fds=[far_end.fileno()],
                start_new_session=True,  # Ctrl-C is for the server
            )
        self.end = weakref.finalize(self, _end, self._process, self._pipe)
        if not self._pipe.poll(start_seconds):
            raise TimeoutError("the agents' process did not start")
        self._pipe.recv()

    def ask(self, question: AgentQuestion, seconds: float) -> AgentReply:
        """Asks and waits for the answer.

        :raises TimeoutError: if the answer takes too long
        """
        self._pipe.send(question)
        if not self._pipe.poll(seconds):
            raise TimeoutError(f"took longer than {seconds:g} s")
        answer = self._pipe.recv()
        assert isinstance(answer, AgentReply)
        return answer


def _end(process: subprocess.Popen[bytes], pipe: Connection) -> None:
    pipe.close()
    process.kill()
    process.wait()
