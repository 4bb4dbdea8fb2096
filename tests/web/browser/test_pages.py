"""Checks every page in both themes and sizes. `test_whole_games` checks the end of a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Screen, Theme, Visit
from tests.web.browser.looks import is_seen_whole, is_sound
from tests.web.browser.table import begin, move, wait_for_turn

LOOKS = [
    pytest.param("desktop", "dark"),
    pytest.param("desktop", "light", marks=pytest.mark.exhaustive),
    pytest.param("phone", "dark", marks=pytest.mark.exhaustive),
    pytest.param("phone", "light"),
]
"""`make test` runs each size and each theme once, `make test-all` every combination"""


@pytest.mark.parametrize(("screen", "theme"), LOOKS)
def test_pages_are_accessible_and_fit(visit: Visit, screen: Screen, theme: Theme) -> None:
    look = f"{screen}-{theme}"
    page = visit("/", screen, theme)
    expect(page.get_by_role("radio", name="Surprise me")).to_be_attached()
    is_sound(page, f"lobby-{look}")
    begin(page, deck="a picture")
    for number in range(3):
        assert wait_for_turn(page)
        move(page, number, "click")
    assert wait_for_turn(page)
    page.locator(".seat.own li:nth-child(2) button").click()
    is_sound(page, f"play-{look}")
    is_seen_whole(page, f"play-{look}")
    if screen == "desktop":
        page.keyboard.press("?")
        is_sound(page, f"help-{look}")
    for name, path in (
        ("learn", "/learn/4"),
        ("missing", "/nowhere"),
        ("map", "/map"),
        ("belief", "/belief"),
    ):
        page.goto(path)
        expect(page.locator("h1")).to_be_attached()
        page.wait_for_load_state("networkidle")
        is_sound(page, f"{name}-{look}")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("players", [3, 5])
def test_larger_tables_are_seen_whole(visit: Visit, players: int, screen: Screen) -> None:
    page = visit("/", screen)
    begin(page, players=players, deck="a larger picture")
    assert wait_for_turn(page)
    move(page, 0, "click")
    assert wait_for_turn(page)
    is_sound(page, f"play{players}-{screen}-dark")
    is_seen_whole(page, f"play{players}-{screen}")


def test_german_has_the_words_of_a_game(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="DE", exact=True).click()
    expect(page.get_by_role("heading", name="Wähle einen Partner")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("button[type=submit].big").click()
    expect(page.locator(".status.mine")).to_have_text("Du bist dran")


def test_fingers_find_targets_of_44_pixels(visit: Visit) -> None:
    page = visit("/", "phone")
    begin(page)
    assert wait_for_turn(page)
    page.locator(".seat.own li:nth-child(2) button").tap()
    small = [
        f"{target.inner_text()!r} {box['width']:.0f} x {box['height']:.0f}"
        for target in page.locator("button:visible, a:visible, select:visible").all()
        if (box := target.bounding_box()) and min(box["width"], box["height"]) < 44
        if "empathy" not in (target.get_attribute("class") or "")  # its clickable area is larger
        if not (target.get_attribute("class") or "").startswith("skip")
    ]
    assert not small
