"""Shares the tables of one database among several server processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from typing import Protocol

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tamaya.errors import TamayaError
from tamaya.web.storage.held_tables import HeldTables

_WATCH = 1.0
"""seconds between two looks at the tables of all processes"""
_log = logging.getLogger("tamaya.web")


class TableKeeper(Protocol):
    """The hub of this process."""

    @property
    def open_tables(self) -> Collection[str]:
        """Games whose table is in memory."""

    async def drop(self, game: str) -> None:
        """Closes a table that this process does not hold any more."""

    async def resume(self, game: str) -> None:
        """Opens the table of a running game without people."""


class TableSharing:
    """Keeps each table in one process at a time, and moves tables of processes that have ended."""

    def __init__(self, engine: Engine, address: str, hub: TableKeeper) -> None:
        self._held = HeldTables(engine, address)
        self._hub = hub
        self._watcher: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Makes this process known, and adopts games without people."""
        await asyncio.to_thread(self._held.register)
        await self._look()
        self._watcher = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Gives up all tables, so that other processes take them at once."""
        if self._watcher is not None:
            self._watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watcher
        with contextlib.suppress(SQLAlchemyError):
            await asyncio.to_thread(self._held.close)

    async def elsewhere(self, game: str) -> str | None:
        """Takes a table.

        Returns the address of the process that holds it, if that is another one.
        """
        return await asyncio.to_thread(self._held.take, game)

    async def release(self, *games: str) -> None:
        """Frees tables, so that any process may take them."""
        await asyncio.to_thread(self._held.release, games)

    async def bury(self) -> None:
        """Frees the tables of processes that have ended."""
        await asyncio.to_thread(self._held.bury)

    async def _watch(self) -> None:
        lost = False
        while True:
            await asyncio.sleep(_WATCH)
            try:
                if lost:
                    await asyncio.to_thread(self._held.register)
                lost = False
                await self._look()
            except SQLAlchemyError as error:
                _log.error("the database is lost, so all tables are closed: %s", error)
                lost = True
                await self._drop(list(self._hub.open_tables))

    async def _look(self) -> None:
        """Drops tables that were freed, and adopts games without people of ended processes."""
        open_before = list(self._hub.open_tables)  # a table is held before it is opened
        still_held = await asyncio.to_thread(self._held.held)
        await self._drop([game for game in open_before if game not in still_held])
        await self.bury()
        for game in await asyncio.to_thread(self._held.orphans):
            try:
                await self._hub.resume(game)
            except TamayaError as error:  # another process was quicker, or the game is damaged
                _log.info("game %s was not resumed: %s", game, error)

    async def _drop(self, games: list[str]) -> None:
        for game in games:
            await self._hub.drop(game)
