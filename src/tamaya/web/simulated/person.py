"""One bot: a model of a person who takes part in a study from arrival to the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from msgspec import UNSET

from tamaya.agents import Episode, as_agent
from tamaya.errors import TamayaError
from tamaya.game import Move, Setup
from tamaya.study.instruments import Catalogue
from tamaya.study.simulation import answers as answers_2017
from tamaya.study.study_file import Item, StudyFile
from tamaya.web.game.protocol import EventFrame, TableView, TurnEntry
from tamaya.web.simulated.connection import Browser, TableSocket
from tamaya.web.simulated.seen_game import made_up_start
from tamaya.web.study.protocol import Arrive, HandIn, StudyPage, StudyState

Seen = tuple[list[TurnEntry], TableView]
"""the log of a game, and its table now"""
Who = tuple[StudyFile, str, str, int, str]
"""study, address of the server, model of people, seed, and id in the address"""
MOST_PAGES = 500
"""pages after which a bot gives up"""
ATTENTION = 0.95
"""chance to answer a quiz question or an attention check as expected"""


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
    moves: list[float] = field(default_factory=list)
    """seconds from sending a move until it was acknowledged"""
    error: str = ""
    in_browser: bool = False
    """did the bot use a real browser, whose own work is part of these seconds?"""


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
        """mean seconds before a move"""

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
        """Does what a page asks for, and hands it in."""
        if page.game is not UNSET and not page.over:
            await self._play(page.game)
        given = {"agree": "yes"} if page.kind == "consent" else self._answers(page)
        body = HandIn(page.step, "en", given)
        state = await self._browser.post("/api/study/submit", body, StudyState)
        if page.kind != "consent":
            self.account.answers += given.items()
        return state

    def _answers(self, page: StudyPage) -> dict[str, str]:
        return {question.id: self._answer(self._items[question.id]) for question in page.questions}

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

    async def _play(self, game: str) -> None:
        async with self._browser.table(game) as table:
            snapshot = await table.join()
            if snapshot.seat is UNSET:
                raise TamayaError(f"no seat at game {game}")
            mind = Mind(self.account.model, Setup.parse(snapshot.setup), snapshot.seat, self._rng)
            log, view = list(snapshot.log), snapshot.table
            while not view.end:
                if view.current == snapshot.seat:
                    log, view = await self._move(table, log, view, mind)
                else:
                    log, view = await _waited(table, log, view)
        self.account.games[game] = [entry.move for entry in log]
        self._points = float(view.score)

    async def _move(
        self, table: TableSocket, log: list[TurnEntry], view: TableView, mind: Mind
    ) -> Seen:
        """Makes a move, and waits until the server has stored it."""
        move = mind.decide(log, view)
        if self.think:
            await asyncio.sleep(float(self._rng.exponential(self.think)))
        began = time.perf_counter()
        cid = await table.act(view.turn, move)
        while True:
            frame = await table.frame()
            if isinstance(frame, EventFrame):
                log, view = [*log, frame.entry], frame.table
                if frame.cid == cid:
                    self.account.moves.append(time.perf_counter() - began)
                    return log, view


async def _waited(table: TableSocket, log: list[TurnEntry], view: TableView) -> Seen:
    """Waits for the partner's move."""
    frame = await table.frame()
    if isinstance(frame, EventFrame):
        return [*log, frame.entry], frame.table
    return log, view


class Mind:
    """A model of people that decides by what the page was sent."""

    def __init__(self, model: str, setup: Setup, seat: int, rng: np.random.Generator) -> None:
        self._setup, self._seat = setup, seat
        self._player = as_agent(model).sit()
        self._player.begin_episode(Episode(("partner",), 1))
        self._seed = int(rng.integers(2**53))
        self._followed = -1
        """moves that the player was told; -1 before the game"""

    def decide(self, log: Sequence[TurnEntry], table: TableView) -> str:
        """The text of the move."""
        state = made_up_start(self._setup, self._seat, log, table)
        if self._followed < 0:
            self._player.begin_game(state.view(self._seat), self._seed)
            self._followed = 0
        for number, entry in enumerate(log):
            state.apply(Move.parse(entry.move))
            if self._player.follows and number >= self._followed:
                self._player.observe(state.events[-1], state.view(self._seat))
        self._followed = len(log)
        move = self._player.decide(state.view(self._seat)).move
        if move is None:
            raise TamayaError(f"model {self._player!r} made no move")
        return str(move)
