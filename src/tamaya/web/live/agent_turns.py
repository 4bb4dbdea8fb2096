"""Asks agents in child processes for their moves, and moves for agents that fail or time out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Protocol

import msgspec

from tamaya.agents import as_agent
from tamaya.agents.seeds import parse_key
from tamaya.errors import AgentFailedError
from tamaya.game import Seat
from tamaya.web.game.history import GameHistory
from tamaya.web.game.protocol import MoveReason
from tamaya.web.game.records import Moved
from tamaya.web.live.agent_server import AgentQuestion, AgentReply
from tamaya.web.live.process_pool import AgentProcesses
from tamaya.web.live.roster import FALLBACK, Roster, without_folders
from tamaya.web.live.seated_agent import AgentMove, PartnerBelief, PastGame
from tamaya.web.live.table import LiveTable
from tamaya.web.storage.game_store import Store

PATIENCE = 0.3
"""seconds after which pages show that an agent is thinking"""
_log = logging.getLogger("tamaya.web")


class TurnServices(Protocol):
    """The parts of the server that asking agents needs."""

    roster: Roster
    workers: AgentProcesses
    store: Store


class AgentTurns:
    """Asks the agents of all tables.

    :param delay: shortest time of a move in games with people, in seconds
    :param pace: shortest time of a move in games without people, in seconds
    """

    def __init__(self, services: TurnServices, delay: float, pace: float) -> None:
        self._services = services
        self._delay, self._pace = delay, pace
        self._tasks: set[asyncio.Task[None]] = set()

    def move(self, table: LiveTable) -> None:
        """Asks the agent that is to move, and passes its move to the table."""
        self._start(self._move(table, table.history.state.current))

    def substitute(self, table: LiveTable) -> None:
        """Moves for the person to move, whose time has run out."""
        seat = table.history.state.current
        moved = fallback(table.history, seat, "the time for this move ran out")
        clock = table.history.began.clock or 0.0
        table.decided(msgspec.structs.replace(moved, at=time.time(), think=clock), None)

    def learn(self, table: LiveTable) -> None:
        """Lets all agents of a table learn from the finished game."""
        for seat, player in enumerate(table.history.began.seats):
            if player.kind == "agent":
                self._start(self._learn(table, seat))

    async def close(self) -> None:
        """Cancels all questions that are still open."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, table: LiveTable, seat: Seat) -> None:
        began, turn = time.monotonic(), table.history.state.turn
        loop = asyncio.get_running_loop()
        waiting = loop.call_later(PATIENCE, table.is_thinking, seat, turn)
        try:
            moved, belief = await self._decided(table, seat)
        finally:
            waiting.cancel()
        think = time.monotonic() - began
        wait = max(0.0, self._least(table) - think)
        await asyncio.sleep(wait)
        record = Moved(
            time.time(),
            seat,
            moved.move,
            round(think, 3),
            delay=round(wait, 3),
            late=moved.late,
            reason=moved.reason,
        )
        table.decided(record, belief)

    def _least(self, table: LiveTable) -> float:
        """Least seconds of a move."""
        if table.history.began.reply is not None:
            return table.history.began.reply
        return self._delay if table.history.with_people else self._pace

    async def _decided(self, table: LiveTable, seat: Seat) -> tuple[Moved, PartnerBelief | None]:
        try:
            answer = await self._ask(table, seat, over=False)
            decision = answer.decision
            if decision is None or table.legal(decision.move) is None:
                raise AgentFailedError(f"not a legal move: {decision and decision.move!r}")
        except Exception as error:  # the game continues, whatever an agent does
            # The error may name hidden cards, so it is stored with the move and not logged.
            _log.warning("game %s: the agent of seat %d was replaced", table.game, seat)
            return fallback(table.history, seat, str(error)), None
        return _moved(seat, decision, table.history.began.seats[seat].agent), decision.belief

    async def _learn(self, table: LiveTable, seat: Seat) -> None:
        try:
            answer = await self._ask(table, seat, over=True)
        except AgentFailedError as error:
            _log.warning("game %s: the agent of seat %d did not learn: %s", table.game, seat, error)
        else:
            table.learned(seat, answer.belief)

    async def _ask(self, table: LiveTable, seat: Seat, *, over: bool) -> AgentReply:
        history, began = table.history, table.history.began
        question = AgentQuestion(
            chair=f"{began.episode}/{seat}",
            spec=self._services.roster.spec(began.seats[seat].agent),
            seat=seat,
            players=len(began.seats),
            number=began.number,
            game=as_past_game(history),
            past=None,
            over=over,
        )

        async def past() -> tuple[PastGame, ...]:
            games = await self._services.store.episode(began.episode, began.number)
            return tuple(as_past_game(game.history) for game in games if game.history.state.over)

        return await self._services.workers.ask(question, past)


def as_past_game(history: GameHistory) -> PastGame:
    """A game in the form in which agents' processes replay it."""
    began = history.began
    moves = tuple(moved.move for moved in history.moves)
    return PastGame(began.setup, began.deck, began.seed, moves, parse_key(began.key))


def _moved(seat: Seat, decision: AgentMove, agent: str) -> Moved:
    reason = decision.reason
    known_as = None if reason is None else msgspec.structs.replace(reason, agent=agent)
    return Moved(0.0, seat, decision.move, reason=known_as)


def fallback(history: GameHistory, seat: Seat, why: str) -> Moved:
    """The move of a simple rule agent with the seat's view, marked as late."""
    view = history.state.view(seat)
    player = as_agent(FALLBACK).sit(seat)
    player.begin_game(view, history.began.seed)
    text = f"{without_folders(why)}; {FALLBACK} moved instead"
    reason = MoveReason(view.turn, seat, history.began.seats[seat].agent, "late", text)
    return Moved(0.0, seat, str(player.decide(view).move), late=True, reason=reason)
