"""Every page in both themes and sizes: accessible, within its width, and left as a picture."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.truth import ROOT
from tests.web.browser.conftest import Screen, Theme, Visit
from tests.web.browser.table import begin, move, play_to_the_end, wait_for_turn

SCREENSHOTS = ROOT / "build" / "screenshots"
LOOKS: list[tuple[Screen, Theme]] = [
    ("desktop", "dark"), ("desktop", "light"), ("phone", "dark"), ("phone", "light"),
]  # fmt: skip


def is_sound(page: Page, name: str) -> None:
    """Nothing for axe to complain about, nothing wider than the screen; a picture is left."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, f"{name} is {width} pixels wider than the screen"
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def fits(page: Page, name: str) -> None:
    """A table is seen whole, without scrolling."""
    height = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    assert height <= 0, f"{name} is {height} pixels higher than the screen"


@pytest.mark.parametrize(("screen", "theme"), LOOKS)
def test_pages_are_accessible_and_fit(visit: Visit, screen: Screen, theme: Theme) -> None:
    look = f"{screen}-{theme}"
    page = visit("/", screen, theme)
    expect(page.get_by_role("radio", name="Surprise me")).to_be_attached()
    is_sound(page, f"lobby-{look}")
    begin(page, deck="a picture")
    for number in range(4):
        assert wait_for_turn(page)
        move(page, number, "click")
    assert wait_for_turn(page)
    page.locator(".seat.own li:nth-child(2) button").click()
    is_sound(page, f"play-{look}")
    fits(page, f"play-{look}")
    if theme == "dark":
        page.keyboard.press("?")
        is_sound(page, f"help-{look}")
        page.keyboard.press("Escape")
    play_to_the_end(page, "click")
    is_sound(page, f"end-{look}")
    fits(page, f"end-{look}")
    for name, path in (("learn", "/learn/4"), ("missing", "/nowhere")):
        page.goto(path)
        expect(page.locator("h1")).to_be_attached()
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
    fits(page, f"play{players}-{screen}")


def test_german_has_the_words_of_a_game(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="DE").click()
    expect(page.get_by_role("heading", name="Wähle einen Partner")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("button[type=submit].big").click()
    expect(page.locator(".status.mine")).to_have_text("Du bist dran", timeout=20_000)


def test_fingers_find_targets_of_44_pixels(visit: Visit) -> None:
    page = visit("/", "phone")
    begin(page)
    assert wait_for_turn(page)
    page.locator(".seat.own li:nth-child(2) button").tap()
    small = [
        f"{one.inner_text()!r} {box['width']:.0f} x {box['height']:.0f}"
        for one in page.locator("button:visible, a:visible, select:visible").all()
        if (box := one.bounding_box()) and min(box["width"], box["height"]) < 44
        if "empathy" not in (one.get_attribute("class") or "")  # has a wider reach than its face
        if not (one.get_attribute("class") or "").startswith("skip")
    ]
    assert not small
