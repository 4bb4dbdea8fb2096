"""One bot: a model of a person who takes part in a study from arrival to the end."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field

import numpy as np
from msgspec import UNSET

from tamaya.errors import TamayaError
from tamaya.game import Setup
from tamaya.study.instruments import Catalogue
from tamaya.study.simulation import answers as answers_2017
from tamaya.study.study_file import Item, StudyFile
from tamaya.web.game.protocol import EventFrame, TableView, TurnEntry
from tamaya.web.simulated.connection import Browser, TableSocket
from tamaya.web.simulated.mind import Mind
from tamaya.web.study.protocol import Arrive, HandIn, StudyPage, StudyState

Who = tuple[StudyFile, str, str, int, str]
"""study, address of the server, model of people, seed, and id in the address"""
MOST_PAGES = 500
"""pages after which a bot gives up"""
ATTENTION = 0.95
"""probability of answering a quiz question or an attention check as expected"""


@dataclass
class BotAccount:
    """What a bot did and saw, to compare with what the server stored."""

    model: str
    participant: str = ""
    ended: str = ""
    """kind of the last page, `left` if the bot left on purpose, or the error"""
    games: dict[str, list[str]] = field(default_factory=dict)
    """all moves of finished games, by game"""
    answers: list[tuple[str, str]] = field(default_factory=list)
    """questions and answers that the server acknowledged, in order"""
    closed: dict[str, list[str]] = field(default_factory=dict)
    """moves seen of games whose time ran out, by game"""
    moves: list[float] = field(default_factory=list)
    """seconds from sending a move until it was acknowledged; in a browser, as the page saw it"""
    expired: int = 0
    """pages and games whose time ran out"""
    error: str = ""
    in_browser: bool = False
    """did the bot use a real browser?"""


class SimulatedPerson:
    """Takes part in a study as a browser would, and plays by a model of people."""

    def __init__(self, study: StudyFile, address: str, model: str, seed: int, name: str) -> None:
        self.study, self.address, self.name = study, address, name
        self.account = BotAccount(model)
        self._browser = Browser(address)
        self._rng = np.random.default_rng(seed)
        catalogue = Catalogue.of(study)
        self._items: dict[str, Item] = {
            item.id: item for name in catalogue.names for item in catalogue[name].items
        }
        self._points = 0.0
        self.think = 0.0
        """mean seconds before a move or an answer"""
        self.log: list[TurnEntry] = []
        """the moves of the current game that the bot has seen"""

    async def take_part(self, leave_after: int | None = None) -> BotAccount:
        """Goes through the study. Errors are stored in the account, not raised.

        :param leave_after: pages after which the bot leaves; None to stay until the end
        """
        try:
            await self._take_part(leave_after)
        except TamayaError as error:
            self.account.error = str(error)
        except Exception as error:
            self.account.error = f"{type(error).__name__}: {error}"
        return self.account

    async def _take_part(self, leave_after: int | None) -> None:
        body = Arrive("en", {self.study.people.id_parameters[0]: self.name})
        state = await self._browser.post("/api/study/arrive", body, StudyState)
        self.account.participant = state.participant
        for pages in range(MOST_PAGES):
            if state.page.kind in ("end", "closed"):
                self.account.ended = state.page.kind
                return
            if leave_after is not None and pages >= leave_after:
                self.account.ended = "left"
                return
            state = await self._next(state.page)
        raise TamayaError(f"the study did not end after {MOST_PAGES} pages")

    async def _next(self, page: StudyPage) -> StudyState:
        """Does what a page asks for and submits it, unfinished if the page's time is up."""
        deadline = deadline_of(page)
        if page.game is not UNSET and not page.over:
            await self._play(page.game, deadline)
        given = {"agree": "yes"} if page.kind == "consent" else await self._fill(page, deadline)
        body = HandIn(page.step, "en", given)
        state = await self._browser.post("/api/study/submit", body, StudyState)
        if page.kind != "consent":
            self._record(given, state)
        return state

    async def _fill(self, page: StudyPage, deadline: float | None) -> dict[str, str]:
        """Answers questions one after the other, until the time of the page is up.

        Like a page, it keeps sending drafts if there is a time limit.
        """
        given: dict[str, str] = {}
        for question in page.questions:
            if not await self._ponder(deadline):
                self.account.expired += 1
                break
            given[question.id] = self._answer(self._items[question.id])
            if deadline is not None:
                draft = HandIn(page.step, "en", given, draft=True)
                await self._browser.post("/api/study/submit", draft, StudyState)
        return given

    def _record(self, given: dict[str, str], state: StudyState) -> None:
        """Remembers answers that the server must have stored.

        If a time limit has ended the whole participation, the server drops the last page.
        """
        if state.page.reason != "time_limit":
            self.account.answers += given.items()

    async def _ponder(self, deadline: float | None) -> bool:
        """Thinks for a while. False if the time was up first."""
        seconds = float(self._rng.exponential(self.think)) if self.think else 0.0
        left = math.inf if deadline is None else deadline - time.monotonic()
        await asyncio.sleep(max(0.0, min(seconds, left)))
        return seconds < left

    def _answer(self, item: Item) -> str:
        if item.expected and self._rng.random() < ATTENTION:
            return item.expected
        codes = [option.code for option in item.options]
        if item.id in answers_2017.QUESTIONS and len(codes) == answers_2017.OPTIONS:
            points = np.array([self._points])
            place = answers_2017.draw(item.id, answers_2017.ANY, points, self._rng)
            return codes[int(place[0]) - 1]
        if codes:
            return codes[int(self._rng.integers(len(codes)))]
        if item.kind == "slider":
            steps = int((item.most - item.least) / item.step)
            return f"{item.least + item.step * int(self._rng.integers(steps + 1)):g}"
        return "simulated"

    async def _play(self, game: str, deadline: float | None) -> None:
        async with self._browser.table(game) as table:
            snapshot = await table.join()
            if snapshot.seat is UNSET:
                raise TamayaError(f"no seat at game {game}")
            mind = Mind(self.account.model, Setup.parse(snapshot.setup), snapshot.seat, self._rng)
            self.log, view = list(snapshot.log), snapshot.table
            shown: TableView | None = view
            while shown is not None and not view.end:
                mine = view.current == snapshot.seat
                if mine:
                    shown = await self._move(table, view, mind, deadline)
                else:
                    shown = await self._event(table, deadline)
                view = shown or view
        self._ended(game, view)

    def _ended(self, game: str, view: TableView) -> None:
        """Remembers a game that is over, or whose time is up."""
        moves = [entry.move for entry in self.log]
        if view.end:
            self.account.games[game] = moves
        else:
            self.account.closed[game] = moves
            self.account.expired += 1
        self._points = float(view.score)

    async def _move(
        self, table: TableSocket, view: TableView, mind: Mind, deadline: float | None
    ) -> TableView | None:
        """Makes a move, and waits until the server has stored it. None if the time is up."""
        move = mind.decide(self.log, view)
        if not await self._ponder(deadline):
            return None
        began = time.perf_counter()
        cid = await table.act(view.turn, move)
        while True:
            frame = await table.frame(deadline)
            if frame is None:
                return None
            if isinstance(frame, EventFrame):
                self.log.append(frame.entry)
                if frame.cid == cid:
                    self.account.moves.append(time.perf_counter() - began)
                    return frame.table

    async def _event(self, table: TableSocket, deadline: float | None) -> TableView | None:
        """Waits for the partner's move. None if the time is up."""
        frame = await table.frame(deadline)
        while frame is not None and not isinstance(frame, EventFrame):
            frame = await table.frame(deadline)
        if frame is None:
            return None
        self.log.append(frame.entry)
        return frame.table


def deadline_of(page: StudyPage) -> float | None:
    """When the time of a page is up, on the monotonic clock; None without a limit."""
    return None if page.seconds_left is UNSET else time.monotonic() + page.seconds_left
