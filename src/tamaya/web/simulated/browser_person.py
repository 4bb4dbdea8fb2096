"""A bot in a real browser: it reads what the page was sent, and clicks and types as people do."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from tamaya.errors import TamayaError
from tamaya.extras import extra
from tamaya.game import Setup
from tamaya.web.game.protocol import Choice, EventFrame, ServerFrame, Snapshot, TableView
from tamaya.web.simulated.mind import Mind
from tamaya.web.simulated.person import MOST_PAGES, SimulatedPerson, Who, deadline_of
from tamaya.web.study.protocol import StudyPage, StudyState

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Page, WebSocket

_KEYS = {"play": "p", "discard": "d", "hint_color": "c", "hint_rank": "r"}
_SECONDS = 60.0
"""after which a page or a frame counts as lost"""
_SETTLE = 0.15
"""seconds for a page to show what it received"""
_LESSON = 8
"""steps of the lesson"""
_decoder = msgspec.json.Decoder(ServerFrame)
_MEASURE = """(() => {
  const times = (window.moveTimes = []), sent = new Map(), send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (!this.measured) {
      this.measured = true;
      this.addEventListener("message", (event) => {
        const cid = JSON.parse(event.data).cid;
        if (sent.has(cid)) times.push((event.timeStamp - sent.get(cid)) / 1000);
        sent.delete(cid);
      });
    }
    const frame = JSON.parse(data);
    if (frame.t === "act") sent.set(frame.cid, performance.now());
    return send.call(this, data);
  };
})()"""
"""measures in the page how long the server takes to confirm each move, in seconds"""


@asynccontextmanager
async def chromium() -> AsyncIterator[Chromium]:
    """The system's Chromium, driven by Playwright.

    :raises TamayaError: if either is missing
    """
    with extra("dev", "browsers need Playwright"):
        from playwright.async_api import async_playwright  # noqa: PLC0415

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise TamayaError("browsers need Chromium (looked for chromium, chromium-browser)")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


class BrowserPerson(SimulatedPerson):
    """Takes part in a study in a browser of its own."""

    def __init__(self, *who: *Who, browser: Chromium) -> None:
        super().__init__(*who)
        self._chromium = browser
        self.account.in_browser = True
        self._frames: asyncio.Queue[ServerFrame] = asyncio.Queue()
        self._socket: WebSocket | None = None

    async def _take_part(self, leave_after: int | None) -> None:
        context = await self._chromium.new_context(
            base_url=self.address,
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
            locale="en",
        )
        context.set_default_timeout(1000 * _SECONDS)
        try:
            await context.add_init_script(_MEASURE)
            page = await context.new_page()
            page.on("websocket", self._listen)
            await page.goto(f"/?{self.study.people.id_parameters[0]}={self.name}")
            await page.get_by_role("button", name="Begin").click()
            await page.locator("[data-trace=agree]").wait_for()
            await self._go_through(page, leave_after)
        finally:
            await context.close()

    async def _go_through(self, page: Page, leave_after: int | None) -> None:
        state = await self._state(page)
        self.account.participant = state.participant
        for pages in range(MOST_PAGES):
            if state.page.kind in ("end", "closed"):
                self.account.ended = state.page.kind
                return
            if leave_after is not None and pages >= leave_after:
                self.account.ended = "left"
                return
            given = await self._do(page, state.page)
            state = await self._changed(page, state)
            self._record(given, state)
        raise TamayaError(f"the study did not end after {MOST_PAGES} pages")

    async def _state(self, page: Page) -> StudyState:
        answer = await page.request.get("/api/study/state")
        return msgspec.json.decode(await answer.body(), type=StudyState)

    async def _changed(self, page: Page, before: StudyState) -> StudyState:
        """Waits until the server is at another page, and the browser shows it."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            state = await self._state(page)
            if _place(state.page) != _place(before.page):
                await asyncio.sleep(_SETTLE)
                return state
            await asyncio.sleep(0.05)
        raise TamayaError(f"page {before.page.kind} {before.page.step} was never left")

    async def _do(self, page: Page, shown: StudyPage) -> dict[str, str]:
        """Does what a page asks for; returns answers. A page whose time is up hands itself in."""
        deadline, given = deadline_of(shown), dict[str, str]()
        if shown.game is not UNSET:
            if shown.over or await self._finish(page, shown.game, deadline):
                await page.locator("[data-trace='game over']").click()
        elif shown.kind == "consent":
            await page.locator("[data-trace=agree]").click()
        elif shown.kind == "lesson":
            for _ in range(_LESSON):
                await page.locator("[data-trace='lesson next']").click()
        else:
            for question in shown.questions:
                if not await self._ponder(deadline):
                    self.account.expired += 1
                    return given
                given[question.id] = self._answer(self._items[question.id])
                await self._give(page, question.id, given[question.id])
            await page.locator("[data-trace=submit], [data-trace=continue]").first.click()
        return given

    async def _give(self, page: Page, name: str, value: str) -> None:
        if self._items[name].options:
            await page.locator(f"input[name='{name}'][value='{value}']").check()
        else:
            await page.locator(f"[name='{name}']").fill(value)

    # Games.

    def _listen(self, socket: WebSocket) -> None:
        """Keeps the frames of the page's latest table, also for a caller that already waits."""
        self._socket = socket
        while not self._frames.empty():
            self._frames.get_nowait()

        def keep(payload: str | bytes) -> None:
            if self._socket is socket:
                self._frames.put_nowait(_decoder.decode(payload))

        socket.on("framereceived", keep)

    async def _next_frame(self) -> ServerFrame:
        try:
            return await asyncio.wait_for(self._frames.get(), _SECONDS)
        except TimeoutError:
            raise TamayaError(f"the table was silent for {_SECONDS:g} seconds") from None

    async def _finish(self, page: Page, game: str, deadline: float | None) -> bool:
        """Plays a game to its end. False if its time was up first."""
        self.log = []
        try:
            async with asyncio.timeout(None if deadline is None else deadline - time.monotonic()):
                await self._play_in(page, game)
        except TimeoutError:
            await asyncio.sleep(_SETTLE)
            state = await self._state(page)
            if not (state.page.game == game and state.page.over):
                self.account.closed[game] = [entry.move for entry in self.log]
                self.account.expired += 1
                return False
        finally:
            self.account.moves += await page.evaluate("window.moveTimes.splice(0)")
        return True

    async def _play_in(self, page: Page, game: str) -> None:
        await page.locator(".board").first.wait_for()
        frame = await self._next_frame()
        while not (isinstance(frame, Snapshot) and frame.game == game):
            frame = await self._next_frame()
        assert frame.seat is not UNSET
        mind = Mind(self.account.model, Setup.parse(frame.setup), frame.seat, self._rng)
        self.log, view, seat = list(frame.log), frame.table, frame.seat
        while not view.end:
            if view.current == seat:
                await page.locator(".status.mine").first.wait_for(state="attached")
                move = mind.decide(self.log, view)
                await self._ponder(None)
                await self._press(page, view, move)
            view = await self._moved(game, view)
        self._ended(game, view)

    async def _moved(self, game: str, before: TableView) -> TableView:
        """Waits for the next move, also if the page has to join the table again."""
        view = before
        while view.turn == before.turn:
            frame = await self._next_frame()
            if isinstance(frame, EventFrame):
                self.log.append(frame.entry)
                view = frame.table
            elif isinstance(frame, Snapshot) and frame.game == game:
                self.log, view = list(frame.log), frame.table
        return view

    async def _press(self, page: Page, view: TableView, move: str) -> None:
        """Makes a move with the keys of the table, even against its advice."""
        choice = next(choice for choice in view.choices if choice.move == move)
        await page.keyboard.press("Escape")
        await page.keyboard.press(_card_keys(view, choice))
        await page.keyboard.press(_KEYS[choice.kind])
        if choice.guard:
            await page.get_by_role("button", name="Do it anyway").press("Enter")


def _place(page: StudyPage) -> tuple[object, ...]:
    """Tells pages apart: equal until the participant leaves the page."""
    return page.step, page.kind, page.attempts_left


def _card_keys(view: TableView, choice: Choice) -> str:
    """The keys that choose the card to use, or a card that the hint touches."""
    if choice.target is UNSET:
        assert choice.slot is not UNSET
        return f"Digit{choice.slot + 1}"
    hand = view.seats[choice.target].hand
    place = next(n for n, card in enumerate(hand) if card.key in choice.touches)
    return f"Shift+Digit{place + 1}"
