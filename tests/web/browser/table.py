"""A table in the browser, as somebody at it uses it."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page, expect

Hand = Literal["click", "tap", "keys"]


def begin(page: Page, *, players: int = 2, deck: str = "") -> None:
    """From the lobby to a table, with the recommended partner."""
    expect(page.get_by_role("radio", name="Surprise me")).to_be_attached()
    page.locator(f"label:has(input[name=players][value='{players}'])").click()
    if deck:
        page.locator("label:has(input[name=deck][value=named])").click()
        page.get_by_label("Name of the deck").fill(deck)
    page.locator("button[type=submit].big").click()
    expect(page.locator(".board")).to_be_visible()


def wait_for_turn(page: Page) -> bool:
    """Until it is our turn, or the game is over. Is it our turn?"""
    settled = page.locator(".status.mine, .end")
    expect(settled.first).to_be_attached(timeout=20_000)
    return page.locator(".end").count() == 0


def turn_of(page: Page) -> int:
    """The number of the turn, from the counters."""
    text = page.locator(".counters li", has_text="Turn").first.inner_text()
    return int("".join(filter(str.isdigit, text.split("Turn")[1].split("\n")[0])))


def press(page: Page, where: str, how: Hand) -> None:
    """Clicks or taps."""
    target = page.locator(where).first
    if how == "tap":
        target.tap()
    else:
        target.click()


def move(page: Page, number: int, how: Hand) -> None:
    """Makes a move and waits until it is seen.

    Every third plays a hinted card; the others hint while there are tokens, then discard.
    """
    before = page.locator(".log li").count()
    hinted = page.locator(".seat.own li:has(.touched)")
    if number % 3 == 2 and hinted.count():
        slot = hinted.first.evaluate("li => [...li.parentElement.children].indexOf(li)")
        choose(page, slot, how)
        act(page, "play", how)
    else:
        cards = page.locator(".others .seat:first-child li").count()
        choose(page, number % cards, how, partner=True)
        if page.locator(".act.hint_rank").count():
            act(page, "hint_rank", how)
        else:
            choose(page, 0, how)
            act(page, "discard", how)
    expect(page.locator(".log li")).not_to_have_count(before)


def choose(page: Page, slot: int, how: Hand, *, partner: bool = False) -> None:
    """Chooses one of our cards, or one of the first partner's."""
    if how == "keys":
        page.keyboard.press(f"Shift+Digit{slot + 1}" if partner else f"Digit{slot + 1}")
    else:
        hand = ".others .seat:first-child" if partner else ".seat.own"
        press(page, f"{hand} li:nth-child({slot + 1}) button", how)


def act(page: Page, kind: Literal["play", "discard", "hint_rank"], how: Hand) -> None:
    """Does it with the chosen card, even against the table's advice."""
    if how == "keys":
        page.keyboard.press({"play": "p", "discard": "d", "hint_rank": "r"}[kind])
    else:
        press(page, f".act.{kind}", how)
    anyway = page.get_by_role("button", name="Do it anyway")
    if anyway.count():
        anyway.press("Enter")


def play_to_the_end(page: Page, how: Hand) -> int:
    """Moves until the game is over, and says how often."""
    moves = 0
    while wait_for_turn(page):
        move(page, moves, how)
        moves += 1
    return moves
