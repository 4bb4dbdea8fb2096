"""Whole games in Chromium: by mouse, keys and touch, for 2 to 5 players, at four sizes."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Screen, Visit
from tests.web.browser.driven import Device
from tests.web.browser.games import games_in
from tests.web.browser.looks import is_not_too_wide, is_seen_whole
from tests.web.browser.table import Hand, act, choose, wait_for_turn

HANDS: dict[Device, Hand] = {"mouse": "click", "keys": "keys", "touch": "tap"}
LOCALES = {"en": "en-GB", "de": "de-DE"}


def play_quickly(page: Page, device: Hand, name: str) -> int:
    """Hints once, then plays the oldest card until the game is over; returns our moves."""
    moves = 0
    while wait_for_turn(page):
        is_not_too_wide(page, name)
        rows = page.locator(".log li").count()
        kind: Literal["hint_rank", "play"] = "play" if moves else "hint_rank"
        choose(page, 0, device, partner=moves == 0)
        act(page, kind, device)
        expect(page.locator(".log li")).not_to_have_count(rows)
        moves += 1
    return moves


@pytest.mark.parametrize(("screen", "players", "device", "language"), games_in("chromium"))
def test_a_game_from_the_lobby_to_the_score(
    visit: Visit, screen: Screen, players: int, device: Device, language: str
) -> None:
    name = f"{screen}-{device}-{players}-{language}"
    page = visit("/", screen, locale=LOCALES[language], touch=device == "touch")
    expect(page.locator("label.partner").first).to_be_attached()
    is_not_too_wide(page, name)
    page.locator(f"label:has(input[name=players][value='{players}'])").click()
    page.locator("button[type=submit].big").click()
    assert play_quickly(page, HANDS[device], name) > 2
    words = "von 25 Punkten" if language == "de" else "of 25 points"
    expect(page.locator(".end h2")).to_contain_text(words)
    is_not_too_wide(page, name)
    is_seen_whole(page, name)
    end = page.locator(".end").evaluate(
        "node => [node.scrollWidth - node.clientWidth, node.clientHeight / innerHeight]"
    )
    assert end[0] <= 0, f"{name}: the end's buttons are cut off"
    assert end[1] < 0.3, f"{name}: the end covers the table"
    expect(page.locator("[data-pile]")).to_be_in_viewport(ratio=1)
