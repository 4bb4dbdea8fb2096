"""The processes in which agents think, and how long they may."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import weakref
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from tamaya.errors import AgentFailedError
from tamaya.web.live.agent_server import AgentQuestion, AgentReply
from tamaya.web.live.seated_agent import PastGame

START_SECONDS = 30.0
"""for starting a process, or for bringing an agent back through games that it has played"""

Past = Callable[[], Awaitable[tuple[PastGame, ...]]]
"""Fetches the games of an episode before the one that is asked about."""


class AgentProcesses:
    """Some processes. The same agent is always asked in the same one.

    :param size: processes; they are started when they are first needed
    :param seconds: that an agent may think
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._workers = [_ProcessSlot(seconds) for _ in range(size)]

    async def ask(self, question: AgentQuestion, past: Past) -> AgentReply:
        """Asks an agent.

        :raises AgentFailedError: if it fails or takes too long
        """
        worker = self._workers[zlib.crc32(question.chair.encode()) % len(self._workers)]
        answer = await worker.ask(question)
        if answer.forgotten:
            answer = await worker.ask(replace(question, past=await past()))
        if answer.error or answer.forgotten:
            raise AgentFailedError(answer.error or "the agent's games do not fit together")
        return answer

    async def start(self) -> None:
        """Starts all processes now, so that nobody waits for them later."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    def close(self) -> None:
        """Ends the processes."""
        for worker in self._workers:
            worker.close()


class _ProcessSlot:
    """One process, one question at a time; a new one is started when it had to be ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="agents")
        self._child: _AgentProcess | None = None

    async def ask(self, question: AgentQuestion) -> AgentReply:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._ask, question)

    async def start(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._living)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._child is not None:
            self._child.end()

    def _living(self) -> _AgentProcess:
        if self._child is None:
            self._child = _AgentProcess()
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
    """A process that ends with this object."""

    def __init__(self) -> None:
        self._pipe, far_end = Pipe()
        with far_end:
            command = [sys.executable, "-m", "tamaya.web.live.agent_process", str(far_end.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[far_end.fileno()])
        self.end = weakref.finalize(self, _end, self._process, self._pipe)
        if not self._pipe.poll(START_SECONDS):
            raise TimeoutError("the agents' process did not start")
        self._pipe.recv()

    def ask(self, question: AgentQuestion, seconds: float) -> AgentReply:
        """Asks and waits.

        :raises TimeoutError: if that takes too long
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
