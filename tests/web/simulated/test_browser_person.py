"""Bots in real browsers, without a browser: which frames of the page's sockets they read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from tamaya.study import reading
from tamaya.study.templates import template
from tamaya.web.game.protocol import VERSION, Snapshot, TableView, ThinkingFrame, TurnEntry
from tamaya.web.simulated.browser_person import BrowserPerson


class Socket:
    """A socket of a page, as Playwright shows it."""

    def on(self, event: str, listen: Callable[[bytes], None]) -> None:
        """Remembers who listens to the frames."""
        assert event == "framereceived"
        self._listen = listen

    def receive(self, number: int) -> None:
        """Lets the frame with this number arrive."""
        self.deliver(ThinkingFrame(VERSION, number, 0))

    def deliver(self, frame: ThinkingFrame | Snapshot) -> None:
        """Lets a frame arrive."""
        self._listen(msgspec.json.encode(frame))


@pytest.fixture
def person() -> BrowserPerson:
    """A bot whose browser is not used."""
    study = reading.parse(template("eger2017").encode())
    return BrowserPerson(study, "http://x", "person", 1, "b", browser=None)  # type: ignore[arg-type]


def _joined(person: BrowserPerson) -> Socket:
    socket = Socket()
    person._listen(socket)  # type: ignore[arg-type]
    return socket


async def _number(person: BrowserPerson) -> int:
    return (await asyncio.wait_for(person._next_frame(), 5.0)).seq


def test_a_bot_that_waits_reads_the_socket_that_the_page_opens_next(person: BrowserPerson) -> None:
    async def wait_and_join_again() -> int:
        _joined(person)
        waiting = asyncio.create_task(_number(person))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        _joined(person).receive(3)
        return await waiting

    assert asyncio.run(wait_and_join_again()) == 3


def test_frames_of_an_earlier_table_are_dropped(person: BrowserPerson) -> None:
    async def join_again() -> int:
        first = _joined(person)
        first.receive(1)
        second = _joined(person)
        first.receive(2)
        second.receive(3)
        return await _number(person)

    assert asyncio.run(join_again()) == 3


def _table(turn: int) -> TableView:
    return TableView(turn, turn % 2, 0, 25, 25, 8, 8, 3, 3, 40, {}, (), ())


def _snapshot(game: str, turn: int) -> Snapshot:
    log = tuple(TurnEntry(n, n % 2, "discard", "discard 0", "", 0.0) for n in range(turn))
    return Snapshot(
        VERSION, 0, game, _table(turn), log, "counting", "standard", "RYGWB", "", "e", 1
    )


def test_moves_made_while_the_page_joins_again_are_not_waited_for(person: BrowserPerson) -> None:
    async def join_again() -> TableView:
        first = _joined(person)
        first.receive(1)
        waiting = asyncio.create_task(person._moved("a", _table(2)))
        await asyncio.sleep(0)
        again = _joined(person)
        again.deliver(_snapshot("b", 9))  # of another game
        again.deliver(_snapshot("a", 4))
        return await asyncio.wait_for(waiting, 5.0)

    assert asyncio.run(join_again()).turn == 4
    assert [entry.turn for entry in person.log] == [0, 1, 2, 3]
