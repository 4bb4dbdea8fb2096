"""Games with friends: the same deck without them, a link to watch, phrases, and the clock."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.table import act, choose, wait_for_turn, wait_until
from tests.web.browser.test_telling import COUNT_NOTICES

# A phrase disappears after a few seconds, which a test on a busy machine may miss.
NOTE_SPEECH = """() => new MutationObserver(() => {
  window.speech = document.querySelector(".others .said")?.textContent ?? window.speech;
}).observe(document.body, { subtree: true, childList: true })"""


def opened(visit: Visit, *, watchable: bool = False, clock: str = "") -> tuple[Page, Page]:
    """Two people at one table."""
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    if watchable or clock:
        ada.locator("details.further summary").click()
    if watchable:
        ada.get_by_label("Others may watch with a link").check()
    if clock:
        ada.get_by_label("Clock").select_option(label=clock)
    ada.get_by_role("button", name="Open the table").click()
    bob = visit(ada.get_by_label("Send this link").input_value())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".others h2")).to_contain_text("Bob")
    return ada, bob


def play_oldest(page: Page) -> None:
    choose(page, 0, "click")
    act(page, "play", "click")


def test_the_same_deck_with_another_partner_needs_no_friend(visit: Visit) -> None:
    ada, bob = opened(visit)
    for turn in range(60):
        mover = (ada, bob)[turn % 2]
        if not wait_for_turn(mover):
            break
        play_oldest(mover)
        expect(mover.locator(".log li")).to_have_count(turn + 1)
    expect(ada.locator(".end")).to_be_visible()
    first = ada.url
    ada.get_by_label("Same deck, other partner").select_option("companion")
    expect(ada).not_to_have_url(first)
    expect(ada.locator(".others h2")).to_contain_text("Companion")
    expect(ada.get_by_text("has not joined yet")).to_have_count(0)
    assert wait_for_turn(ada)


def test_a_phrase_is_seen_and_heard_by_the_friend(visit: Visit) -> None:
    ada, bob = opened(visit)
    bob.evaluate(NOTE_SPEECH)
    ada.get_by_role("button", name="Say something").click()
    ada.get_by_role("button", name="Hello!").click()
    wait_until(bob, "window.speech === 'Hello!'")
    expect(bob.locator("p[aria-live=polite]")).to_contain_text("Player 1: Hello!")
    expect(ada.get_by_role("button", name="Hello!")).to_have_count(0)


def test_a_phrase_does_not_announce_the_turn_again(visit: Visit) -> None:
    ada, bob = opened(visit)
    ada.evaluate(COUNT_NOTICES)
    assert wait_for_turn(ada)
    ada.keyboard.press("?")
    ada.get_by_label("Notify me when it is my turn").check()
    ada.keyboard.press("Escape")
    for page in (ada, bob):
        assert wait_for_turn(page)
        play_oldest(page)
    expect(ada.locator(".status.mine")).to_be_attached()
    expect(ada.locator(".log li")).to_have_count(2)
    bob.get_by_role("button", name="Say something").click()
    bob.get_by_role("button", name="Hello!").click()
    expect(ada.locator("p[aria-live=polite]")).to_contain_text("Bob: Hello!")
    assert ada.evaluate("window.notices") == ["Your turn"]


def test_a_friend_can_watch_with_a_link_and_sees_no_hidden_hand(visit: Visit) -> None:
    ada, _ = opened(visit, watchable=True)
    expect(ada.get_by_role("button", name="Copy a link to watch")).to_be_visible()
    guest = visit(ada.url)
    expect(guest.locator(".board")).to_be_visible()
    expect(guest.get_by_text(re.compile("You see the table as Player 1 does"))).to_be_visible()
    expect(guest.get_by_text("unknown card")).not_to_have_count(0)
    expect(guest.get_by_role("button", name="Say something")).to_have_count(0)


def test_a_clock_runs_from_the_second_move_on(visit: Visit) -> None:
    ada, bob = opened(visit, clock="3 min a move")
    assert wait_for_turn(ada)
    expect(ada.get_by_role("timer")).to_have_count(0)
    play_oldest(ada)
    for page in (ada, bob):
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"2:\d\d|3:00"))
