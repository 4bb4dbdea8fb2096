"""The server in a thread of its own, and everything that tests may do with it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from tests.live.stand_in import attendance, lobby, play, talk
from tests.live.stand_in.accounts import Answer
from tests.live.stand_in.ending import watch_idle
from tests.live.stand_in.faults import Fault
from tests.live.stand_in.hub import Hub, Record, Settings
from tests.live.stand_in.people import Choice, Person, as_agent_plays
from tests.live.stand_in.session import Session
from tests.live.stand_in.table import Table
from tests.live.stand_in.wire import Wire

Result = TypeVar("Result")
PATIENCE = 120.0
"""seconds for what must happen on a busy machine"""
HANDLERS = (attendance, lobby, play, talk)
"""modules that register the commands"""


class StandIn:
    """A running server. Create it with `with StandIn() as server:`."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.hub = Hub(settings or Settings())
        self.hub.on_record = self._record
        self.records: list[Record] = []
        self.port = 0
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="stand-in", daemon=True)

    def __enter__(self) -> StandIn:
        self._thread.start()
        server = self._await(asyncio.start_server(Wire(self.hub).serve, "127.0.0.1", 0))
        self._server: asyncio.Server = server
        self.port = server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._await(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    @property
    def url(self) -> str:
        """Address of the site; the login is at URL/login."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """Address of the WebSocket."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def settings(self) -> Settings:
        """What the test may decide, at any time."""
        return self.hub.settings

    def person(
        self,
        name: str,
        choose: Choice | None = None,
        *,
        pace: float = 0.0,
        waits: bool = True,
    ) -> Person:
        """A scripted person in the lobby; see `Person`. By default it plays like `piers`."""
        return Person(self, name, choose or as_agent_plays(), pace=pace, waits=waits)

    def fault(self, user: str, on: str, kind: str, **details: Any) -> Fault:
        """Injects a fault into the connection of a user; see `Fault` for kinds and details."""
        fault = Fault(user, on, kind, **details)
        self.call(self.hub.faults.active.append, fault)
        return fault

    def cut(self, user: str) -> None:
        """Cuts the connection of a user now."""
        self.call(self._abort, user)

    def inject(self, user: str, text: str) -> None:
        """Sends any text to a user now."""
        self.call(lambda: self._session(user).link.send(text))

    def refuse_logins(self, *answers: tuple[int, str]) -> None:
        """Answers the next logins with these statuses and texts."""
        refusals = [Answer(status, text) for status, text in answers]
        self.call(self.hub.accounts.outages.extend, refusals)

    def ban(self) -> None:
        """Bans this computer: logins and WebSockets get status 401."""
        self.call(self.hub.accounts.banned_addresses.add, "127.0.0.1")

    def log_out(self, user: str) -> None:
        """Makes the cookies of a user invalid."""
        self.call(self.hub.accounts.log_out, user)

    def is_online(self, user: str) -> bool:
        """Whether a user is connected."""
        return bool(self.call(lambda: any(s.name == user for s in self.hub.sessions.values())))

    def table(self, number: int) -> Table:
        """A table, hidden cards included: for checks only."""
        return self.call(lambda: self.hub.tables[number])

    def end_idle(self, number: int) -> None:
        """Ends the game of a table as if nobody had moved for a long time."""
        self.call(watch_idle, self.hub, self.table(number), 0.0)

    def sent(self, user: str, command: str | None = None) -> list[Record]:
        """Messages to a user, oldest first."""
        return self._records("out", user, command)

    def received(self, user: str, command: str | None = None) -> list[Record]:
        """Messages from a user, oldest first."""
        return self._records("in", user, command)

    def wait(self, condition: Callable[[], object], *, seconds: float = PATIENCE) -> None:
        """Waits until a condition holds; it is checked after every message.

        :raises TimeoutError: with the last messages
        """
        deadline = time.monotonic() + seconds
        while not condition():
            with self._changed:
                self._changed.wait(0.02)
            if time.monotonic() > deadline:
                last = "\n".join(str(record)[:200] for record in self.records[-20:])
                raise TimeoutError(f"nothing came of it in {seconds} s; last messages:\n{last}")

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a function in the server's thread."""
        if threading.current_thread() is self._thread:
            return function(*arguments)

        async def run() -> Result:
            return function(*arguments)

        result: Result = self._await(run())
        return result

    def _records(self, direction: str, user: str, command: str | None) -> list[Record]:
        return [
            record
            for record in list(self.records)
            if (record.direction, record.user) == (direction, user)
            and command in (None, record.command)
        ]

    def _abort(self, user: str) -> None:
        self._session(user).link.abort()

    def _session(self, user: str) -> Session:
        for session in self.hub.sessions.values():
            if session.name == user:
                return session
        raise LookupError(f"{user!r} is not connected")

    def _record(self, record: Record) -> None:
        self.records.append(record)
        with self._changed:
            self._changed.notify_all()

    def _await(self, awaitable: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self._loop).result(PATIENCE)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _close(self) -> None:
        self._server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
