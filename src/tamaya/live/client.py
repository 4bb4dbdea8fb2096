"""Runs a bot: logs in, connects, and connects again with growing waits when a connection breaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

from tamaya.agents import as_agent
from tamaya.errors import LiveError, LoginDelayedError
from tamaya.extras import extra
from tamaya.live.bot import LiveBot
from tamaya.live.frames import decode
from tamaya.live.login import log_in
from tamaya.live.outbox import Outbox
from tamaya.live.settings import Credentials, LiveSettings

with extra("live", "playing on a server needs a WebSocket library"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

_TICK = 0.1
"""seconds between two looks at late answers"""
_CLOSE_SECONDS = 1.0
"""how long the bot waits for the server's farewell"""
_LARGEST_FRAME = 16 * 2**20
_log = logging.getLogger("tamaya.live")


async def play_live(settings: LiveSettings, account: Credentials) -> None:
    """Plays on a server until the task is cancelled, or for as many games as the settings say.

    :raises LiveError: if the server refuses the account, or cannot be reached at the start
    :raises TamayaError: if the agent does not exist
    """
    as_agent(settings.agent)
    await _Client(settings, account).run()


class _Client:
    def __init__(self, settings: LiveSettings, account: Credentials) -> None:
        self._settings, self._account = settings, account
        self._outbox = Outbox(settings.messages_per_second)
        self._finished = asyncio.Event()
        self._bot = LiveBot(settings, self._outbox.put, self._finished.set)
        self._cookie = ""
        self._wait = settings.first_wait
        self._was_connected = False

    async def run(self) -> None:
        playing = asyncio.create_task(self._connect_again_and_again())
        finished = asyncio.create_task(self._finished.wait())
        try:
            await asyncio.wait({playing, finished}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
        finally:
            playing.cancel()
            finished.cancel()
            self._bot.close()
            await asyncio.gather(playing, finished, return_exceptions=True)

    async def _connect_again_and_again(self) -> None:
        while True:
            try:
                if not self._cookie:
                    self._cookie = await asyncio.to_thread(log_in, self._settings, self._account)
                await self._connect()
            except LoginDelayedError as error:
                if not self._was_connected and isinstance(error.__context__, OSError):
                    raise LiveError(str(error)) from None
                _log.warning("%s", error)
            except InvalidStatus as error:
                self._cookie = ""  # log in again: it expired, or the address is banned
                _log.warning("the server refuses the connection: %s", error)
            except (OSError, WebSocketException, TimeoutError) as error:
                _log.warning("the connection broke: %s", error)
            self._bot.disconnected()
            await self._back_off()

    async def _back_off(self) -> None:
        seconds = self._wait * random.uniform(0.75, 1.25)
        _log.info("connects again in %.1f s", seconds)
        self._wait = min(2 * self._wait, self._settings.longest_wait)
        await asyncio.sleep(seconds)

    async def _connect(self) -> None:
        headers = {"Cookie": self._cookie}
        async with connect(
            self._settings.socket_url,
            additional_headers=headers,
            max_size=_LARGEST_FRAME,
            close_timeout=_CLOSE_SECONDS,
        ) as link:
            self._outbox.open()
            tasks = [
                asyncio.create_task(self._outbox.send_to(link)),
                asyncio.create_task(self._watch()),
            ]
            try:
                await self._listen(link)
            finally:
                self._outbox.close()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, link: ClientConnection) -> None:
        last = ""
        with contextlib.suppress(ConnectionClosed):
            async for frame in link:
                message = decode(frame)
                if message is None:
                    _log.warning("ignores a damaged message: %.40r", frame)
                    continue
                command, content = message
                if command == "welcome":
                    self._was_connected, self._wait = True, self._settings.first_wait
                self._receive(command, content)
                last = command
        _log.warning("the server closed the connection")
        if last == "error":
            # Another program logged in with this account, or the bot did something wrong. The
            # wording differs between servers, so only the order of the messages counts.
            self._wait = self._settings.longest_wait

    def _receive(self, command: str, content: object) -> None:
        """Handles a message. One that the bot cannot handle must not end its game."""
        try:
            self._bot.receive(command, content)
        except Exception:
            _log.exception("cannot handle a message %r", command[:40])

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self._bot.watch()
