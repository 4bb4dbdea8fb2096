"""Whole games at the table: by mouse, by keys and by touch."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Screen, Theme, Visit
from tests.web.browser.contexts import stop_clock
from tests.web.browser.looks import is_not_too_wide, is_seen_whole, is_sound
from tests.web.browser.table import (
    Hand,
    begin,
    move,
    play_to_the_end,
    wait_for_turn,
)

SAMPLE = {("desktop", "dark", 3), ("phone", "light", 2)}
"""each size, theme and number of players once in `make test`: by keys and by touch"""
LOOKS = [
    pytest.param(*look, marks=[] if look in SAMPLE else [pytest.mark.exhaustive])
    for look in product(("desktop", "phone"), ("dark", "light"), (2, 3))
]


def is_reviewed(page: Page) -> None:
    """Checks that the page shows the score and all hands after the end."""
    expect(page.locator(".end h2")).to_contain_text("of 25 points")
    for card in page.locator(".seat.own li").all():
        expect(card).not_to_contain_text("unknown card")
    expect(page).to_have_title(re.compile("^The game is over"))


def finished_games_stay(page: Page, game: str) -> None:
    """Checks that the player finds a finished game again, in the lobby and among the replays."""
    for address in ("/", "/replay"):
        page.goto(address)
        expect(page.locator(f"a[href='/replay/{game}/0']")).to_be_visible()


@pytest.mark.parametrize(("screen", "theme", "players"), LOOKS)
def test_a_whole_game(visit: Visit, screen: Screen, theme: Theme, players: int) -> None:
    """All devices at all sizes, with any number of players: test_every_table.py."""
    hand: Hand = "tap" if screen == "phone" else "click" if players == 2 else "keys"
    look = f"{players}-{screen}-{theme}"
    page = visit("/", screen, theme)
    begin(page, players=players, deck="a whole game")
    assert play_to_the_end(page, hand) > 3
    is_reviewed(page)
    expect(page.locator(".counters li").last).to_contain_text(f"{page.locator('.log li').count()}")
    is_sound(page, f"end-{look}")
    expect(page.locator(".why")).to_contain_text("The agent's reason")
    is_seen_whole(page, f"end-{look}")
    page.get_by_role("link", name="Review the game").click()
    expect(page).to_have_url(re.compile(r"/replay/\w"))
    expect(page.get_by_role("list", name="Fireworks")).to_be_visible()
    page.wait_for_load_state("networkidle")
    is_sound(page, f"replay-{look}")


def test_the_sheet_of_a_crowded_phone_can_be_closed(visit: Visit) -> None:
    page = visit("/", "phone")
    begin(page, players=4, deck="a crowded phone")
    assert wait_for_turn(page)
    move(page, 0, "tap")
    assert wait_for_turn(page)
    expect(page.locator(".last-move")).to_contain_text("Detective 3")
    for name in ("Discards", "Log", "Why"):
        page.get_by_role("button", name=name).tap()
        expect(page.locator(".sheet")).to_be_visible()
        page.get_by_role("button", name="Close").tap()
        expect(page.locator(".sheet")).to_be_hidden()
    page.get_by_role("button", name="Log").tap()
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".sheet")).to_be_hidden()


def test_play_again_and_the_same_deck_with_another_partner(visit: Visit) -> None:
    page = visit("/", "phone")
    begin(page, players=4)
    play_to_the_end(page, "tap")
    is_not_too_wide(page, "the end of a game of four")
    first = page.url
    finished_games_stay(page, first.rpartition("/")[2])
    page.goto(first)
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(first)
    assert wait_for_turn(page)
    expect(page.locator(".seat")).to_have_count(4)
    page.goto(first)
    expect(page.locator(".end")).to_be_visible()
    before = page.locator(".seat.own li").all_inner_texts()
    page.get_by_label("Same deck, other partner").select_option("piers")
    expect(page).not_to_have_url(first)
    assert wait_for_turn(page)
    expect(page.locator(".others .name").first).to_have_text(re.compile("piers", re.IGNORECASE))
    assert page.locator(".seat.own li").all_inner_texts() != before


def test_the_lesson_can_be_done_from_the_first_step_to_the_last(visit: Visit) -> None:
    page = visit("/learn", "phone")
    others, own = ".others li:nth-child({}) button", ".seat.own li:nth-child({}) button"
    steps = [
        (others.format(1), None),
        (others.format(1), ".act.hint_rank"),
        (own.format(2), ".act.play"),
        (own.format(1), ".act.play"),
        (own.format(1), ".act.discard"),
        (others.format(1), ".act.hint_rank"),
        (own.format(1), ".act.discard"),
        (own.format(3), ".act.play"),
    ]
    for number, (card, button) in enumerate(steps, 1):
        expect(page.get_by_role("list", name=f"Step {number} of 8")).to_be_attached()
        page.locator(card).tap()
        if button:
            page.locator(button).tap()
        expect(page.locator(".feedback .done")).to_be_visible()
        if number < len(steps):
            page.get_by_role("link", name="Next step").tap()
    expect(page.locator(".counters")).to_contain_text("25")
    expect(page.get_by_text("Your turn")).to_have_count(0)


def test_moves_of_partners_come_one_by_one_and_can_be_skipped(visit: Visit) -> None:
    page = visit("/", motion=True)
    begin(page, players=5)
    assert wait_for_turn(page)
    stop_clock(page)
    move(page, 0, "click")
    page.get_by_role("button", name="Skip ahead").click()
    page.clock.resume()
    assert wait_for_turn(page)
    expect(page.locator(".log li")).to_have_count(5)


def test_notes_and_marks_stay_with_a_card(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    page.locator(".seat.own li:nth-child(3) button").click()
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_role("button", name="keep", exact=True).click()
    expect(page.locator(".seat.own li:nth-child(3) .mark.keep")).to_be_visible()
    page.reload()
    expect(page.locator(".seat.own li:nth-child(3) .mark.keep")).to_be_visible()
    card = page.get_by_role("button", name="card 3: unknown card, your mark: keep")
    expect(card).to_be_visible()


def test_empathy_shows_a_partners_cards_as_the_partner_knows_them(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    cards = page.locator(".others li button")
    assert "unknown" not in (cards.first.get_attribute("aria-label") or "")
    page.locator(".empathy").click()
    expect(cards.first).to_have_attribute("aria-label", "card 1: unknown card")
