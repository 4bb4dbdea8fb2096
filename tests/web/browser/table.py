"""Uses the page of a table as a player would."""

from __future__ import annotations

import re
import time
from typing import Literal

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PATIENCE

Hand = Literal["click", "tap", "keys"]
ANYWAY = re.compile("^(Do it anyway|Trotzdem)$")
COUNT_SOUNDS = """() => {
  window.struck = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.struck += 1;
    return start.apply(this, when);
  };
}"""
"""counts the tones that begin, in `window.struck`"""


def begin(page: Page, *, players: int = 2, deck: str = "", partner: str = "") -> None:
    """Begins a game from the lobby, with the recommended partner or with an agent by its id."""
    expect(page.get_by_role("radio", name="Surprise me")).to_be_attached()
    page.locator(f"label:has(input[name=players][value='{players}'])").click()
    if deck:
        page.locator("details.further summary").click()
        page.locator("label:has(input[name=deck][value=named])").click()
        page.get_by_label("Name of the deck").fill(deck)
    if partner:
        card = page.locator(f"label.partner:has(input[value='{partner}'])")
        if not card.count():
            page.get_by_role("button", name=re.compile(r"^All \d+ partners$")).click()
        card.click()
    page.locator("button[type=submit].big").click()
    expect(page.locator(".board")).to_be_visible()


def wait_for_turn(page: Page) -> bool:
    """Waits until it is our turn or the game is over; returns whether it is our turn."""
    settled = page.locator(".status.mine, .end")
    expect(settled.first).to_be_attached()
    return page.locator(".end").count() == 0


def wait_until(page: Page, condition: str) -> None:
    """Waits until a JavaScript expression is true.

    `page.wait_for_function` evaluates text in the page again and again, which the content policy of
    the page forbids.
    """
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never true: {condition}"
        page.wait_for_timeout(20)


def turn_of(page: Page) -> int:
    """The number of the turn, from the counters."""
    text = page.locator(".counters li", has_text="Turn").first.inner_text()
    return int("".join(filter(str.isdigit, text.split("Turn")[1].split("\n")[0])))


def press(page: Page, selector: str, device: Hand) -> None:
    """Clicks or taps."""
    target = page.locator(selector).first
    if device == "tap":
        target.tap()
    else:
        target.click()


def move(page: Page, number: int, device: Hand) -> None:
    """Makes a move and waits until the log shows it.

    Every third move plays a hinted card if there is one. All others hint while there are tokens,
    then discard.
    """
    before = page.locator(".log li").count()
    hinted = page.locator(".seat.own li:has(.touched)")
    if number % 3 == 2 and hinted.count():
        slot = hinted.first.evaluate("li => [...li.parentElement.children].indexOf(li)")
        choose(page, slot, device)
        act(page, "play", device)
    else:
        cards = page.locator(".others .seat:first-child li").count()
        choose(page, number % cards, device, partner=True)
        if page.locator(".act.hint_rank").count():
            act(page, "hint_rank", device)
        else:
            choose(page, 0, device)
            act(page, "discard", device)
    expect(page.locator(".log li")).not_to_have_count(before)


def choose(page: Page, slot: int, device: Hand, *, partner: bool = False) -> None:
    """Chooses one of our cards, or one of the first partner's, and waits until it is chosen."""
    if device == "keys":
        page.keyboard.press(f"Shift+Digit{slot + 1}" if partner else f"Digit{slot + 1}")
    else:
        hand = ".others .seat:first-child" if partner else ".seat.own"
        press(page, f"{hand} li:nth-child({slot + 1}) button", device)
    expect(page.locator(".foot .actions:not(.idle)")).to_be_attached()


def act(page: Page, kind: Literal["play", "discard", "hint_rank"], device: Hand) -> None:
    """Makes a move with the chosen card, even if the page warns against it."""
    rows = page.locator(".log li")
    next_row = rows.nth(rows.count())
    if device == "keys":
        page.keyboard.press({"play": "p", "discard": "d", "hint_rank": "r"}[kind])
    else:
        press(page, f".act.{kind}", device)
    anyway = page.get_by_role("button", name=ANYWAY)
    expect(anyway.or_(next_row).first).to_be_attached()
    if anyway.count():
        anyway.press("Enter")


def play_to_the_end(page: Page, device: Hand) -> int:
    """Moves until the game is over; returns the number of our moves."""
    moves = 0
    while wait_for_turn(page):
        move(page, moves, device)
        moves += 1
    return moves
