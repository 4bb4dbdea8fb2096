"""A live table: one task owns one game, and everything that happens there goes through it.

A move is kept in the database before anybody is told of it. Agents think elsewhere; their moves
come back like those of people.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from tamaya.errors import ClosedError, TamayaError
from tamaya.game import Move, Seat
from tamaya.web.game.history import GameHistory, Viewer
from tamaya.web.game.protocol import (
    MAX_GAP,
    VERSION,
    Act,
    ErrorCode,
    ErrorFrame,
    EventFrame,
    ExplainFrame,
    Note,
    NoteFrame,
    PresenceFrame,
    Reason,
    ServerFrame,
    Snapshot,
    ThinkingFrame,
)
from tamaya.web.game.records import Believed, Claimed, Moved, Noted, Record
from tamaya.web.live.seated_agent import PartnerBelief

T = TypeVar("T")
NOTES = 500
"""notes of one seat in one game"""
_log = logging.getLogger("tamaya.web")


class Connection(Protocol):
    """The way to one page."""

    viewer: Viewer

    def send(self, frame: ServerFrame) -> None:
        """Sends soon; never waits."""

    def close(self, code: int) -> None:
        """Hangs up."""


class TableServices(Protocol):
    """What a table needs of the world."""

    async def keep(self, table: Table, record: Record) -> None:
        """Commits a record that the history has taken."""

    def think(self, table: Table) -> None:
        """An agent is to move: its move shall come back through `Table.decided`."""

    def finished(self, table: Table) -> None:
        """The game is over: agents may learn from it."""

    def broken(self, table: Table) -> None:
        """What was not kept must be forgotten: the table starts again from the database."""


class Table:
    """One game and those around it."""

    def __init__(self, game: str, history: GameHistory, size: int, keeper: TableServices) -> None:
        self.game = game
        self.history = history
        self.size = size
        """records kept"""
        self.next_game: str | None = None
        self.lines: set[Connection] = set()
        self.beliefs: list[Believed] = []
        self.listeners: set[Callable[[], None]] = set()
        """called after each record that was kept"""
        self.thinking: Seat | None = None
        self.used = time.monotonic()
        self.turned = time.monotonic()
        self._keeper = keeper
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {game}")

    # The task.

    async def _run(self) -> None:
        self._ask_agent()
        while (job := await self._inbox.get()) is not None:
            try:
                await job()
            except Exception:
                _log.exception("table %s failed", self.game)
                self._keeper.broken(self)
                return

    async def close(self, code: int = 1012) -> None:
        """Hangs up and ends the task."""
        for line in list(self.lines):
            line.close(code)
        self._inbox.put_nowait(None)
        if asyncio.current_task() is not self._task:
            await asyncio.wait([self._task])

    @property
    def ended(self) -> bool:
        """Has the task ended?"""
        return self._task.done()

    async def ask(self, what: Callable[[], T]) -> T:
        """Lets the task compute something between two records."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                done.set_result(what())
            except TamayaError as error:
                done.set_exception(error)

        self._put(job)
        return await self._done(done)

    async def _done(self, done: asyncio.Future[T]) -> T:
        """Waits for the task, which may end before it comes to it."""
        either: set[asyncio.Future[Any]] = {done, self._task}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise ClosedError("the table is being closed: try again")
        return done.result()

    def _put(self, job: Callable[[], Awaitable[None]]) -> None:
        self.used = time.monotonic()
        self._inbox.put_nowait(job)

    # What comes in.

    def join(self, line: Connection, after: int | None) -> None:
        """Somebody comes, or comes back."""

        async def job() -> None:
            self.lines.add(line)
            for frame in self.caught_up(line.viewer, after):
                line.send(frame)
            if self.history.revealed:
                line.send(self._explained(line.viewer))
            self._tell_presence()

        self._put(job)

    def leave(self, line: Connection) -> None:
        """Somebody goes."""

        async def job() -> None:
            if line in self.lines:
                self.lines.discard(line)
                self._tell_presence()

        self._put(job)

    def act(self, line: Connection, act: Act) -> None:
        """Somebody wants to move."""

        async def job() -> None:
            seat = line.viewer.seat
            if not line.viewer.plays or seat is None:
                self._refuse(line, "not_allowed", "you watch this game", act.cid)
            elif (again := self._again(line.viewer, act.cid)) is not None:
                line.send(again)
            else:
                await self._acted(line, seat, act)

        self._put(job)

    def note(self, line: Connection, note: Note) -> None:
        """Somebody writes about a card."""

        async def job() -> None:
            seat = line.viewer.seat
            if not line.viewer.plays or seat is None:
                self._refuse(line, "not_allowed", "you watch this game", note.cid)
            elif (again := self._again(line.viewer, note.cid)) is not None:
                line.send(again)
            elif len(self.history.notes.get(seat, [])) >= NOTES:
                self._refuse(line, "not_allowed", f"more than {NOTES} notes", note.cid)
            else:
                record = Noted(time.time(), seat, note.key, note.text, note.mark, note.cid)
                await self._keep(record)

        self._put(job)

    async def claimed(self, seat: Seat, name: str) -> None:
        """Somebody who was invited sits down; done when it is kept."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            await self._keep(Claimed(time.time(), seat, name))
            done.set_result(None)
            for line in self.lines:
                line.send(self.snapshot(line.viewer))

        self._put(job)
        await self._done(done)

    def decided(self, moved: Moved, belief: PartnerBelief | None) -> None:
        """An agent has moved."""

        async def job() -> None:
            state = self.history.state
            if state.over or state.current != moved.seat or state.turn != len(self.history.moves):
                return
            self.thinking = None
            await self.believed(moved.seat, belief)
            await self._keep(moved)

        self._put(job)

    async def believed(self, seat: Seat, belief: PartnerBelief | None) -> None:
        """Keeps what an agent believes. Nobody is told before the game is over."""
        if belief is None:
            return
        record = Believed(
            time.time(),
            seat,
            self.history.state.turn,
            belief.posteriors,
            belief.response,
            belief.expected,
        )
        self.beliefs.append(record)
        await self._commit(record)

    def learned(self, seat: Seat, belief: PartnerBelief | None) -> None:
        """An agent has learned from the finished game."""

        async def job() -> None:
            await self.believed(seat, belief)

        self._put(job)

    def is_thinking(self, seat: Seat, turn: int) -> None:
        """An agent takes longer than people like to wait without a word."""

        async def job() -> None:
            if self.history.state.turn == turn and not self.history.state.over:
                self.thinking = seat
                for line in self.lines:
                    line.send(ThinkingFrame(VERSION, self.history.seq(line.viewer), seat))

        self._put(job)

    def followed_by(self, game: str) -> None:
        """The same people have begun another game."""

        async def job() -> None:
            self.next_game = game
            self._tell_presence()

        self._put(job)

    # What follows.

    async def _acted(self, line: Connection, seat: Seat, act: Act) -> None:
        state = self.history.state
        if state.over:
            self._refuse(line, "game_over", "the game is over", act.cid)
        elif act.turn != state.turn:
            text = f"turn {act.turn} has passed: it is turn {state.turn}"
            self._refuse(line, "stale_turn", text, act.cid)
        elif state.current != seat:
            self._refuse(line, "not_your_turn", f"seat {state.current} is to move", act.cid)
        elif (move := self.legal(act.move)) is None:
            self._refuse(line, "bad_move", f"not a legal move: {act.move!r}", act.cid)
        else:
            think = round(time.monotonic() - self.turned, 3)
            await self._keep(
                Moved(time.time(), seat, str(move), think, page_think=act.think, cid=act.cid)
            )

    def legal(self, text: str) -> Move | None:
        """The move of a text, if it is allowed now."""
        try:
            move = Move.parse(text)
        except TamayaError:
            return None
        return move if self.history.state.is_legal(move) else None

    async def _keep(self, record: Moved | Noted | Claimed) -> None:
        """Takes a record, commits it, then tells everybody whom it concerns."""
        self.history.take(record)
        await self._commit(record)
        if isinstance(record, Claimed):
            return
        for line in list(self.lines):
            if isinstance(record, Moved) or (line.viewer.plays and line.viewer.seat == record.seat):
                for frame in self.history.frames(line.viewer, self.history.seq(line.viewer) - 1):
                    line.send(frame)
        if isinstance(record, Moved):
            self._go_on()

    async def _commit(self, record: Record) -> None:
        await self._keeper.keep(self, record)
        self.size += 1
        for listener in list(self.listeners):
            listener()

    def _go_on(self) -> None:
        self.turned = time.monotonic()
        if self.history.state.over:
            self._keeper.finished(self)
            for line in self.lines:
                line.send(self._explained(line.viewer))
        else:
            self._ask_agent()

    def _ask_agent(self) -> None:
        state, seats = self.history.state, self.history.began.seats
        if not self.history.revealed and seats[state.current].kind == "agent":
            self._keeper.think(self)

    def _refuse(self, line: Connection, code: ErrorCode, text: str, cid: str) -> None:
        line.send(self.refusal(line.viewer, code, text, cid))

    def refusal(self, viewer: Viewer, code: ErrorCode, text: str, cid: str = "") -> ErrorFrame:
        """What somebody is told whose frame was refused."""
        seq, turn = self.history.seq(viewer), self.history.state.turn
        return ErrorFrame(VERSION, seq, code, text, turn, cid or UNSET)

    def _again(self, viewer: Viewer, cid: str) -> EventFrame | NoteFrame | None:
        """The answer to a frame that has come before."""
        frames = self.history.frames(viewer, self.history.place(viewer, cid))
        return frames[0] if frames else None

    # What goes out.

    def caught_up(
        self, viewer: Viewer, after: int | None
    ) -> list[Snapshot | EventFrame | NoteFrame]:
        """What somebody lacks who has the events up to `after`."""
        seq = self.history.seq(viewer)
        if after is None or not 0 <= after <= seq or seq - after > MAX_GAP:
            return [self.snapshot(viewer)]
        return [*self.history.frames(viewer, after)]

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """Everything that a viewer may know."""
        history, setup = self.history, self.history.state.setup
        watched = UNSET if viewer.seat is None else viewer.seat
        return Snapshot(
            v=VERSION,
            seq=history.seq(viewer),
            game=self.game,
            table=history.table(viewer),
            log=history.log(viewer.seat),
            help=history.began.help,
            setup=str(setup),
            hint_colors=setup.hint_colors,
            suits=setup.suits,
            episode=history.began.episode,
            number=history.began.number,
            seat=watched if viewer.plays else UNSET,
            shadows=UNSET if viewer.plays else watched,
            notes=history.own_notes(viewer),
            present=self.present(),
            thinking=UNSET if self.thinking is None else self.thinking,
            reveal=history.reveal(),
            next_game=self.next_game or UNSET,
        )

    def present(self) -> tuple[Seat, ...]:
        """Seats whose player is there; agents always are."""
        people = {line.viewer.seat for line in self.lines if line.viewer.plays}
        seats = self.history.began.seats
        return tuple(s for s, one in enumerate(seats) if one.kind == "agent" or s in people)

    def _tell_presence(self) -> None:
        watching = sum(not line.viewer.plays for line in self.lines)
        present, follows = self.present(), self.next_game or UNSET
        for line in self.lines:
            seq = self.history.seq(line.viewer)
            line.send(PresenceFrame(VERSION, seq, present, watching, follows))

    def _explained(self, viewer: Viewer) -> ExplainFrame:
        return ExplainFrame(VERSION, self.history.seq(viewer), self.reasons())

    def reasons(self) -> tuple[Reason, ...]:
        """Why agents moved as they did.

        :raises TamayaError: before the end
        """
        if not self.history.revealed:
            raise TamayaError("the game is not over")
        return self.history.reasons()


encode = msgspec.json.Encoder().encode
"""a frame as bytes"""
