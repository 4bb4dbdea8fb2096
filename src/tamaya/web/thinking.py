"""Agents at tables: asked in their processes, waited for, and replaced where they fail."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Protocol

import msgspec

from tamaya.agents import as_agent
from tamaya.game import Seat
from tamaya.web.chair import Belief, Decision, Played
from tamaya.web.chairs import Answer, Question
from tamaya.web.course import Course
from tamaya.web.protocol import Reason
from tamaya.web.record import Moved
from tamaya.web.roster import FALLBACK, Roster, without_folders
from tamaya.web.store import Store
from tamaya.web.table import Table
from tamaya.web.workers import LateError, Workers

PATIENCE = 0.3
"""seconds before a table is told that an agent thinks"""
_log = logging.getLogger("tamaya.web")


class House(Protocol):
    """Where agents are found, where they think, and where their games are kept."""

    roster: Roster
    workers: Workers
    store: Store


class Thinking:
    """Lets the agents of all tables move.

    :param delay: seconds that a move takes at least where people play
    :param pace: the same where nobody does
    """

    def __init__(self, house: House, delay: float, pace: float) -> None:
        self._house = house
        self._delay, self._pace = delay, pace
        self._tasks: set[asyncio.Task[None]] = set()

    def move(self, table: Table) -> None:
        """Asks the agent that is to move; the move goes to the table."""
        self._start(self._move(table, table.course.state.current))

    def learn(self, table: Table) -> None:
        """Tells all agents of a table how its game ended."""
        for seat, one in enumerate(table.course.began.seats):
            if one.kind == "agent":
                self._start(self._learn(table, seat))

    async def close(self) -> None:
        """Waits for nobody."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, table: Table, seat: Seat) -> None:
        began, turn = time.monotonic(), table.course.state.turn
        loop = asyncio.get_running_loop()
        waiting = loop.call_later(PATIENCE, table.is_thinking, seat, turn)
        try:
            moved, belief = await self._decided(table, seat)
        finally:
            waiting.cancel()
        think = time.monotonic() - began
        least = self._delay if table.course.with_people else self._pace
        rest = max(0.0, least - think)
        await asyncio.sleep(rest)
        kept = Moved(time.time(), seat, moved.move, round(think, 3), delay=round(rest, 3),
                     late=moved.late, reason=moved.reason)  # fmt: skip
        table.decided(kept, belief)

    async def _decided(self, table: Table, seat: Seat) -> tuple[Moved, Belief | None]:
        try:
            answer = await self._ask(table, seat, over=False)
            decision = answer.decision
            if decision is None or table.legal(decision.move) is None:
                raise LateError(f"not a legal move: {decision and decision.move!r}")
        except Exception as error:  # whatever an agent does, the game goes on
            # What it said may name cards: it is kept with the move, and told after the end.
            _log.warning("game %s: the agent of seat %d was replaced", table.game, seat)
            return fallback(table.course, seat, str(error)), None
        return _moved(seat, decision, table.course.began.seats[seat].agent), decision.belief

    async def _learn(self, table: Table, seat: Seat) -> None:
        try:
            answer = await self._ask(table, seat, over=True)
        except LateError as error:
            _log.warning("game %s: the agent of seat %d did not learn: %s", table.game, seat, error)
        else:
            table.learned(seat, answer.belief)

    async def _ask(self, table: Table, seat: Seat, *, over: bool) -> Answer:
        course, began = table.course, table.course.began
        question = Question(
            chair=f"{began.episode}/{seat}",
            spec=self._house.roster.spec(began.seats[seat].agent),
            seat=seat,
            players=len(began.seats),
            number=began.number,
            game=as_played(course),
            past=None,
            over=over,
        )

        async def past() -> tuple[Played, ...]:
            games = await self._house.store.episode(began.episode, began.number)
            return tuple(as_played(one.course) for one in games if one.course.state.over)

        return await self._house.workers.ask(question, past)


def as_played(course: Course) -> Played:
    """A game as agents' processes play it again."""
    began = course.began
    return Played(began.setup, began.deck, began.seed, tuple(one.move for one in course.moves))


def _moved(seat: Seat, decision: Decision, agent: str) -> Moved:
    reason = decision.reason
    known_as = None if reason is None else msgspec.structs.replace(reason, agent=agent)
    return Moved(0.0, seat, decision.move, reason=known_as)


def fallback(course: Course, seat: Seat, why: str) -> Moved:
    """The move of a simple rule agent that sees what the seat sees, marked as such."""
    view = course.state.view(seat)
    agent = as_agent(FALLBACK)
    agent.begin_game(view, course.began.seed)
    told = f"{without_folders(why)}; {FALLBACK} moved instead"
    reason = Reason(view.turn, seat, course.began.seats[seat].agent, "late", told)
    return Moved(0.0, seat, str(agent.act(view)), late=True, reason=reason)
