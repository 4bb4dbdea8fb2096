"""Runs the bot in a thread beside the stand-in server."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType

from tamaya.live import Credentials, LiveSettings, play_live
from tests.live.stand_in.server import PATIENCE

PASSWORD = "a secret of the bot"


class RunningBot:
    """A bot that runs until the `with` block ends. `error` holds the exception that ended it."""

    def __init__(
        self, url: str, name: str = "robin", *, password: str = PASSWORD, **changes: object
    ) -> None:
        fast: dict[str, object] = {
            "agent": "tamaya",
            "delay": 0.0,
            "answer": 60.0,
            "quiet": 4.0,
            "first_wait": 0.05,
            "longest_wait": 0.2,
            "messages_per_second": 90.0,
        }
        self.settings = LiveSettings(server=url, **(fast | changes))  # type: ignore[arg-type]
        self.account = Credentials(name, password)
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._begun = threading.Event()

    def __enter__(self) -> RunningBot:
        self._thread.start()
        assert self._begun.wait(PATIENCE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._loop is not None and self._task is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def wait(self, seconds: float = PATIENCE) -> None:
        """Waits until the bot ends by itself."""
        self._thread.join(seconds)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._begun.set()
        try:
            await play_live(self.settings, self.account)
        except BaseException as error:
            self.error = error
