"""The child process that computes one story: a task on its input, a story on its output.

A separate process keeps the server quick, and the server can end one that takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys

import msgspec
from msgspec import Struct

from tamaya.agents.seeds import parse_key
from tamaya.errors import BusyError
from tamaya.transcript import Transcript
from tamaya.web.replay.recording import Recording
from tamaya.web.story.protocol import Story
from tamaya.web.story.telling import Telling

SECONDS = 180.0
"""time limit of a story"""
_NICE = 10
"""stories give way to tables"""


class StoryTask(Struct, frozen=True):
    """The game whose story is wanted."""

    id: str
    transcript: str
    specs: tuple[str, ...]
    """the agent of each seat; empty for a person"""
    seat: int
    seed: int
    key: str
    haste: int = 1

    def telling(self) -> Telling:
        """The computation."""
        specs = tuple(spec or None for spec in self.specs)
        transcript = Transcript.parse(self.transcript)
        recording = Recording(self.id, transcript, specs, self.seed, parse_key(self.key))
        return Telling(recording, specs, self.seat, self.haste)


async def computed(task: StoryTask, seconds: float = SECONDS) -> Story:
    """Computes a story in a process of its own.

    :raises BusyError: if it takes too long or fails
    """
    command = [sys.executable, "-m", "tamaya.web.story.worker"]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the server
    )
    try:
        output, _ = await asyncio.wait_for(
            process.communicate(msgspec.json.encode(task)), timeout=seconds
        )
    except TimeoutError:
        raise BusyError(f"the story took longer than {seconds:g} s: try again later") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode != 0:
        raise BusyError("the story could not be computed: try again later")
    return msgspec.json.decode(output, type=Story)


def main() -> None:
    """Reads a task and writes its story."""
    with contextlib.suppress(OSError):
        os.nice(_NICE)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=StoryTask)
    sys.stdout.buffer.write(msgspec.json.encode(task.telling().story()))


if __name__ == "__main__":
    main()
