"""What the page tells about the moves of partners: characters never move at random."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tamaya.web.live.roster import BEST_WITH, RECOMMENDED
from tests.sampling import sampled
from tests.web.browser.conftest import Visit
from tests.web.browser.table import act, begin, choose, play_to_the_end, wait_for_turn

DECK = "no card fits"
"""a deck with which the second player, with all hint tokens, has no card to play and none to hint.
The first version of the companion moved at random in such positions."""


def play_only(page: Page) -> None:
    """Plays the oldest card until the game is over: few hint tokens are used up."""
    while wait_for_turn(page):
        rows = page.locator(".log li").count()
        choose(page, 0, "click")
        act(page, "play", "click")
        expect(page.locator(".log li")).not_to_have_count(rows)


def reasons(page: Page) -> list[str]:
    """What the page tells about each move of a partner after the game, the last move first."""
    rows = page.locator(".log li a").filter(has_not_text=re.compile(r"\bYou "))
    links = rows.evaluate_all("rows => rows.map((row) => row.getAttribute('href'))")
    texts = []
    for link in links:
        page.goto(link)
        trace = page.locator(".why .trace")
        expect(trace).to_contain_text(re.compile(r"\w"))
        texts.append(trace.inner_text())
    return texts


def is_random(text: str) -> bool:
    """Does the page say that a move was made at random, or list rules of which none decides?"""
    undecided = "does not apply" in text and "decides" not in text
    return undecided or re.search("random legal move|any legal move", text) is not None


@pytest.mark.parametrize("partner", sampled(RECOMMENDED, ("detective", "companion")))
def test_every_move_of_a_character_has_a_reason(visit: Visit, partner: str) -> None:
    page = visit("/")
    begin(page, players=BEST_WITH.get(partner, (2,))[0], deck=DECK, partner=partner)
    play_only(page)
    expect(page.locator(".why .own")).not_to_contain_text("any legal move")
    texts = reasons(page)
    assert len(texts) > 2
    assert not [text for text in texts if is_random(text)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("partner", RECOMMENDED)
def test_every_move_of_a_character_has_a_reason_in_long_games(visit: Visit, partner: str) -> None:
    page = visit("/")
    begin(page, players=BEST_WITH.get(partner, (2,))[0], deck=DECK, partner=partner)
    play_to_the_end(page, "click")
    expect(page.locator(".why .own")).not_to_contain_text("any legal move")
    texts = reasons(page)
    assert len(texts) > 10
    assert not [text for text in texts if is_random(text)]


def test_a_random_move_of_a_published_agent_is_told(visit: Visit) -> None:
    """In the first and the last of its positions none of its rules applies."""
    page = visit("/")
    begin(page, deck=DECK, partner="hle:van_den_bergh")
    play_only(page)
    expect(page.locator(".why .own")).to_contain_text("no rule applies: any legal move")
    texts = reasons(page)
    assert "No rule applies: a random legal move." in texts[-1]
    assert is_random(texts[-1])
    assert not is_random(texts[1])
