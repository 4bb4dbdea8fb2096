"""Live tables. One asyncio task owns each game and handles all its messages in order.

A move is committed to the database before it is sent to pages. Agents think in child processes;
their moves arrive like those of people.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

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
    MoveReason,
    Note,
    NoteFrame,
    Phrase,
    PresenceFrame,
    SaidFrame,
    ServerFrame,
    Snapshot,
    ThinkingFrame,
)
from tamaya.web.game.records import Believed, Claimed, Moved, Noted, Record
from tamaya.web.live.seated_agent import PartnerBelief

T = TypeVar("T")
NOTES = 500
"""notes that one player may write in one game"""
_log = logging.getLogger("tamaya.web")


class Connection(Protocol):
    """The connection to one page."""

    viewer: Viewer

    def send(self, frame: ServerFrame) -> None:
        """Queues a frame; never waits."""

    def close(self, code: int) -> None:
        """Closes the connection."""


class TableServices(Protocol):
    """The services of the server that a table uses."""

    async def keep(self, table: LiveTable, record: Record) -> None:
        """Commits a record that is already part of the table's history."""

    def think(self, table: LiveTable) -> None:
        """Asks the agent that is to move; its move arrives through `LiveTable.decided`."""

    def time_ran_out(self, table: LiveTable) -> None:
        """Moves for the person whose time has run out."""

    def finished(self, table: LiveTable) -> None:
        """Tells the agents that the game is over, so that they can learn from it."""

    def broken(self, table: LiveTable) -> None:
        """Drops this table after a failed commit; it is loaded again from the database."""


class LiveTable:
    """One game, and the pages that are connected to it."""

    def __init__(self, game: str, history: GameHistory, size: int, services: TableServices) -> None:
        self.game = game
        self.history = history
        self.size = size
        """number of committed records"""
        self.next_game: str | None = None
        self.pages: set[Connection] = set()
        self.beliefs: list[Believed] = []
        self.listeners: set[Callable[[], None]] = set()
        """called after each commit"""
        self.thinking: Seat | None = None
        self.used = time.monotonic()
        self.turned = time.monotonic()
        self._services = services
        self._alarm: asyncio.TimerHandle | None = None
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {game}")

    # The task.

    async def _run(self) -> None:
        self._ask_agent()
        self._start_clock()
        while (job := await self._inbox.get()) is not None:
            try:
                await job()
            except Exception:
                _log.exception("table %s failed", self.game)
                self._services.broken(self)
                return

    async def close(self, code: int = 1012) -> None:
        """Closes all connections and ends the task."""
        for page in list(self.pages):
            page.close(code)
        self._stop_clock()
        self._inbox.put_nowait(None)
        if asyncio.current_task() is not self._task:
            await asyncio.wait([self._task])

    @property
    def ended(self) -> bool:
        """Has the task ended?"""
        return self._task.done()

    async def ask(self, compute: Callable[[], T]) -> T:
        """Runs a function in the task, between two records."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                result.set_result(compute())
            except TamayaError as error:
                result.set_exception(error)

        self._enqueue(job)
        return await self._wait_for(result)

    async def _wait_for(self, result: asyncio.Future[T]) -> T:
        """Waits for a result of the task.

        :raises ClosedError: if the task ends first
        """
        either: set[asyncio.Future[Any]] = {result, self._task}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not result.done():
            raise ClosedError("the table is being closed: try again")
        return result.result()

    def _enqueue(self, job: Callable[[], Awaitable[None]]) -> None:
        self.used = time.monotonic()
        self._inbox.put_nowait(job)

    # Messages from pages and agents.

    def join(self, page: Connection, after: int | None) -> None:
        """Connects a page, for the first time or again."""

        async def job() -> None:
            self.pages.add(page)
            for frame in self.caught_up(page.viewer, after):
                page.send(frame)
            if self._may_explain():
                page.send(self._explained(page.viewer))
            self._tell_presence()

        self._enqueue(job)

    def leave(self, page: Connection) -> None:
        """Disconnects a page."""

        async def job() -> None:
            if page in self.pages:
                self.pages.discard(page)
                self._tell_presence()

        self._enqueue(job)

    def act(self, page: Connection, act: Act) -> None:
        """Handles a player's move."""

        async def job() -> None:
            seat = page.viewer.seat
            if not page.viewer.plays or seat is None:
                self._refuse(page, "not_allowed", "you are not playing", act.cid)
            elif (again := self._again(page.viewer, act.cid)) is not None:
                page.send(again)
            else:
                await self._acted(page, seat, act)

        self._enqueue(job)

    def note(self, page: Connection, note: Note) -> None:
        """Stores a player's note about a card."""

        async def job() -> None:
            seat = page.viewer.seat
            if not page.viewer.plays or seat is None:
                self._refuse(page, "not_allowed", "you are not playing", note.cid)
            elif (again := self._again(page.viewer, note.cid)) is not None:
                page.send(again)
            elif len(self.history.notes.get(seat, [])) >= NOTES:
                self._refuse(page, "not_allowed", f"more than {NOTES} notes", note.cid)
            else:
                record = Noted(time.time(), seat, note.key, note.text, note.mark, note.cid)
                await self._keep(record)

        self._enqueue(job)

    def say(self, page: Connection, phrase: Phrase) -> None:
        """Passes a player's phrase on to all pages; studies have no chat."""

        async def job() -> None:
            seat = page.viewer.seat
            if not page.viewer.plays or seat is None or self.history.began.study:
                self._refuse(page, "not_allowed", "you are not playing", "")
                return
            for other in self.pages:
                other.send(SaidFrame(VERSION, self.history.seq(other.viewer), seat, phrase))

        self._enqueue(job)

    async def claimed(self, seat: Seat, name: str) -> None:
        """Gives a seat to an invited player; returns after the commit."""
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            await self._keep(Claimed(time.time(), seat, name))
            committed.set_result(None)
            for page in self.pages:
                page.send(self.snapshot(page.viewer))

        self._enqueue(job)
        await self._wait_for(committed)

    def decided(self, moved: Moved, belief: PartnerBelief | None) -> None:
        """Handles the move of an agent."""

        async def job() -> None:
            state = self.history.state
            if state.over or state.current != moved.seat or state.turn != len(self.history.moves):
                return
            if self._time_is_up(moved.at):
                return
            self.thinking = None
            await self.believed(moved.seat, belief)
            await self._keep(moved)

        self._enqueue(job)

    async def believed(self, seat: Seat, belief: PartnerBelief | None) -> None:
        """Stores what an agent believes. No page sees it before the game is over."""
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
        """Stores the belief of an agent that has learned from the finished game."""

        async def job() -> None:
            await self.believed(seat, belief)

        self._enqueue(job)

    def is_thinking(self, seat: Seat, turn: int) -> None:
        """Tells pages that an agent has been thinking for a while."""

        async def job() -> None:
            if self.history.began.study:  # slow agents would be told from quick ones
                return
            if self.history.state.turn == turn and not self.history.state.over:
                self.thinking = seat
                for page in self.pages:
                    page.send(ThinkingFrame(VERSION, self.history.seq(page.viewer), seat))

        self._enqueue(job)

    def followed_by(self, game: str) -> None:
        """Tells pages that the same players have started another game."""

        async def job() -> None:
            self.next_game = game
            self._tell_presence()

        self._enqueue(job)

    # Moves and records.

    async def _acted(self, page: Connection, seat: Seat, act: Act) -> None:
        state = self.history.state
        if state.over:
            self._refuse(page, "game_over", "the game is over", act.cid)
        elif self._time_is_up(time.time()):
            self._refuse(page, "game_over", "the time of this game is up", act.cid)
        elif act.turn != state.turn:
            text = f"turn {act.turn} has passed: it is turn {state.turn}"
            self._refuse(page, "stale_turn", text, act.cid)
        elif state.current != seat:
            self._refuse(page, "not_your_turn", f"seat {state.current} is to move", act.cid)
        elif (move := self.legal(act.move)) is None:
            self._refuse(page, "bad_move", f"not a legal move: {act.move!r}", act.cid)
        else:
            think = round(time.monotonic() - self.turned, 3)
            await self._keep(
                Moved(time.time(), seat, str(move), think, page_think=act.think, cid=act.cid)
            )

    def _time_is_up(self, at: float) -> bool:
        until = self.history.began.until
        return until is not None and at >= until

    def legal(self, text: str) -> Move | None:
        """The move that a text means, or None if it is not legal now."""
        try:
            move = Move.parse(text)
        except TamayaError:
            return None
        return move if self.history.state.is_legal(move) else None

    async def _keep(self, record: Moved | Noted | Claimed) -> None:
        """Adds a record, commits it, then sends it to all pages that may see it."""
        self.history.take(record)
        await self._commit(record)
        if isinstance(record, Claimed):
            return
        for page in list(self.pages):
            if isinstance(record, Moved) or (page.viewer.plays and page.viewer.seat == record.seat):
                for frame in self.history.frames(page.viewer, self.history.seq(page.viewer) - 1):
                    page.send(frame)
        if isinstance(record, Moved):
            self._after_move()

    async def _commit(self, record: Record) -> None:
        await self._services.keep(self, record)
        self.size += 1
        for listener in list(self.listeners):
            listener()

    def _after_move(self) -> None:
        self.turned = time.monotonic()
        self._stop_clock()
        if self.history.state.over:
            self._services.finished(self)
        else:
            self._ask_agent()
            self._start_clock()
        if self._may_explain():
            for page in self.pages:
                page.send(self._explained(page.viewer, last_only=not self.history.state.over))

    # The clock of people.

    def _start_clock(self) -> None:
        """Starts the time of a person's move. The first move of a game has no limit."""
        state, began = self.history.state, self.history.began
        if began.clock is None or state.turn == 0 or self.history.revealed:
            return
        if began.seats[state.current].kind == "human":
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(began.clock, self._ring, state.turn)

    def _stop_clock(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self, turn: int) -> None:
        if self.history.state.turn == turn and not self.history.state.over:
            self._services.time_ran_out(self)

    def _clock_left(self) -> float | UnsetType:
        if self._alarm is None:
            return UNSET
        left = self._alarm.when() - asyncio.get_running_loop().time()
        return round(max(0.0, left), 1)

    def _ask_agent(self) -> None:
        state, seats = self.history.state, self.history.began.seats
        if self._time_is_up(time.time()):
            return
        if not self.history.revealed and seats[state.current].kind == "agent":
            self._services.think(self)

    def _refuse(self, page: Connection, code: ErrorCode, text: str, cid: str) -> None:
        page.send(self.refusal(page.viewer, code, text, cid))

    def refusal(self, viewer: Viewer, code: ErrorCode, text: str, cid: str = "") -> ErrorFrame:
        """The answer to a frame that is refused."""
        seq, turn = self.history.seq(viewer), self.history.state.turn
        return ErrorFrame(VERSION, seq, code, text, turn, cid or UNSET)

    def _again(self, viewer: Viewer, cid: str) -> EventFrame | NoteFrame | None:
        """The answer to a frame that was sent before; None if it is new."""
        frames = self.history.frames(viewer, self.history.place(viewer, cid))
        return frames[0] if frames else None

    # Frames to pages.

    def caught_up(
        self, viewer: Viewer, after: int | None
    ) -> list[Snapshot | EventFrame | NoteFrame]:
        """The frames that a page lacks if it has the events up to `after`."""
        seq = self.history.seq(viewer)
        if after is None or not 0 <= after <= seq or seq - after > MAX_GAP:
            return [self.snapshot(viewer)]
        return [*self.history.frames(viewer, after)]

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """Everything that a viewer may know now."""
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
            watchable=history.began.watchable,
            clock=history.began.clock or UNSET,
            clock_left=self._clock_left(),
        )

    def present(self) -> tuple[Seat, ...]:
        """Seats whose player is connected; agents always are."""
        people = {page.viewer.seat for page in self.pages if page.viewer.plays}
        seats = self.history.began.seats
        return tuple(s for s, player in enumerate(seats) if player.kind == "agent" or s in people)

    def _tell_presence(self) -> None:
        watching = sum(not page.viewer.plays for page in self.pages)
        present, follows = self.present(), self.next_game or UNSET
        for page in self.pages:
            seq = self.history.seq(page.viewer)
            page.send(PresenceFrame(VERSION, seq, present, watching, follows))

    def _may_explain(self) -> bool:
        """May pages know the reasons of agents? After the game, and while no people play."""
        return self.history.revealed or not (self.history.with_people or self.history.began.study)

    def _explained(self, viewer: Viewer, *, last_only: bool = False) -> ExplainFrame:
        reasons = self.reasons()[-1:] if last_only else self.reasons()
        return ExplainFrame(VERSION, self.history.seq(viewer), reasons)

    def reasons(self) -> tuple[MoveReason, ...]:
        """Why agents made their moves.

        :raises TamayaError: if people play and the game is not over
        """
        if not self._may_explain():
            raise TamayaError("the game is not over")
        return self.history.reasons()


encode = msgspec.json.Encoder().encode
"""encodes a frame as JSON"""
