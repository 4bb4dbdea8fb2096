"""What Lighthouse asks of every page: nothing jumps while it loads, and crawlers are answered."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tamaya.web.puzzles.puzzle import all_puzzles
from tests.web.browser.conftest import PATIENCE, Screen, Visit
from tests.web.browser.server import Server
from tests.web.browser.table import wait_for_turn

LARGEST_SHIFT = 0.05
"""sum of layout shifts; Lighthouse calls a page good up to 0.1"""
SLOW_ANSWERS: dict[str, Any] = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
SHIFTS = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
})"""
"""the sum of all layout shifts since the page began"""
PAGES = {
    "/": "label.partner",
    "/learn": ".seat.own",
    "/puzzles": "ol li",
    f"/puzzles/{next(iter(all_puzzles()))}": ".seat.own",
    "/progress": "dl.numbers",
    "/replay": "form select",
    "/map": "[role=gridcell]",
    "/belief": "h1",
}
"""addresses, and what shows that everything has arrived"""


def shifts(page: Page, path: str, arrived: str) -> float:
    """How much the parts of a page jump while it loads over a slow line."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW_ANSWERS)
    page.goto(path)
    expect(page.locator(arrived).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    moved: float = page.evaluate(SHIFTS)
    return moved


@pytest.mark.parametrize(("screen", "locale"), [("desktop", "en-GB"), ("phone", "de-DE")])
def test_nothing_jumps_while_a_page_loads(visit: Visit, screen: Screen, locale: str) -> None:
    page = visit("/nowhere", screen, locale=locale)
    moved = {path: shifts(page, path, arrived) for path, arrived in PAGES.items()}
    page.goto("/")
    page.locator("button[type=submit].big").click()
    assert wait_for_turn(page)
    moved["a table"] = shifts(page, page.url, ".status.mine")
    print({path: round(sum_, 3) for path, sum_ in moved.items()})
    assert {path: sum_ for path, sum_ in moved.items() if sum_ > LARGEST_SHIFT} == {}


def test_crawlers_learn_what_to_leave_out(server: Server) -> None:
    answer = httpx.get(f"{server.url}/robots.txt", timeout=PATIENCE / 1000)
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith("User-agent: *\n")
    assert re.findall(r"^Disallow: (\S+)$", answer.text, re.MULTILINE) == [
        "/api/",
        "/g/",
        "/study",
    ]
