"""No page needs horizontal scrolling: every page at every size, in English and German."""

from __future__ import annotations

from itertools import product

import httpx
import pytest
from playwright.sync_api import expect

from tamaya.web.puzzles.puzzle import all_puzzles
from tests.web.browser.conftest import PATIENCE, SIZES, Screen, Visit
from tests.web.browser.looks import is_not_too_wide
from tests.web.browser.server import Server
from tests.web.browser.table import wait_for_turn
from tests.web.browser.test_story import finish_with, invented_story

SAMPLE = {("phone", "de-DE"), ("tablet", "de-DE")}
"""looks of `make test`: German words are longer, and these screens narrow for their columns"""
LOOKS = [
    pytest.param(*look, marks=[] if look in SAMPLE else [pytest.mark.exhaustive])
    for look in product(SIZES, ("en-GB", "de-DE"))
]
AFTER_A_GAME = {
    "/g/{}": ".end",
    "/story/{}": "article .board",
    "/progress": ".games li",
    "/replay": "ol li",
}
"""addresses of pages about a finished game, and what shows that it has arrived"""
TABS = ("why", "moves", "belief", "ask", "branch")
PAGES = (
    "/",
    "/learn/1",
    "/learn/8",
    "/puzzles",
    f"/puzzles/{next(iter(all_puzzles()))}",
    "/progress",
    "/replay",
    "/map",
    "/map/tamaya-1?cell=2,2",
    "/belief",
    "/nowhere",
)


@pytest.fixture(scope="module")
def crowded_replay(server: Server) -> str:
    """The address of a game of five players of one name."""
    body = {"agents": ["companion"] * 5, "seed": 4}
    answer = httpx.post(f"{server.url}/api/replays", json=body, timeout=PATIENCE / 1000)
    return f"/replay/{answer.json()['replay']}"


@pytest.mark.parametrize(("screen", "locale"), LOOKS)
def test_no_page_is_wider_than_its_screen(
    visit: Visit, crowded_replay: str, screen: Screen, locale: str
) -> None:
    page = visit("/", screen, locale=locale)
    replays = (f"{crowded_replay}/30?tab={tab}" for tab in TABS)
    for path in (*PAGES, *replays):
        page.goto(path)
        expect(page.locator("h1").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        is_not_too_wide(page, f"{path} {screen} {locale}")
    game = finish_with(page, ["piers"] * 4)
    invented_story(page, game)
    for path, arrived in AFTER_A_GAME.items():
        page.goto(path.format(game))
        expect(page.locator(arrived).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        is_not_too_wide(page, f"{path} after a game {screen} {locale}")
    for players in (2, 5):
        page.goto("/")
        page.locator(f"label:has(input[name=players][value='{players}'])").click()
        page.locator("button[type=submit].big").click()
        assert wait_for_turn(page)
        is_not_too_wide(page, f"table of {players} {screen} {locale}")
