"""How the table tells moves: travelling cards, light, speech, the pile, sounds, notifications."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.table import (
    COUNT_SOUNDS,
    act,
    begin,
    choose,
    move,
    wait_for_turn,
    wait_until,
)

WATCH_TRAVELLERS = """() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const traveller = node.matches?.(".traveller") ? node : node.querySelector?.(".traveller");
        if (traveller) window.seen.push([traveller.className, traveller.textContent]);
      }
  }).observe(document.body, { subtree: true, childList: true });
}"""
FREEZE = """() => {
  window.frozen = 0;
  setInterval(() => {
    for (const animation of document.getAnimations()) {
      if (animation.playState !== "running") continue;
      animation.pause();
      window.frozen += 1;
    }
  }, 5);
}"""
COUNT_NOTICES = """() => {
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) {
      window.notices.push(options.body);
    }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
}"""


def misplay(page: Page) -> None:
    """Plays the oldest card until one does not fit."""
    for _ in range(8):
        assert wait_for_turn(page)
        lives = page.locator(".counters li").nth(2).inner_text()
        rows = page.locator(".log li").count()
        page.locator(".seat.own li:nth-child(1) button").click()
        page.locator(".act.play").click()
        expect(page.locator(".log li")).not_to_have_count(rows)
        if page.locator(".counters li").nth(2).inner_text() != lives:
            return
    raise AssertionError("every card fitted")


def test_cards_travel_and_a_misplay_shakes_and_shows_its_face(visit: Visit) -> None:
    page = visit("/", motion=True)
    begin(page, deck="travelling")
    page.evaluate(WATCH_TRAVELLERS)
    misplay(page)
    wait_until(page, "window.seen.some(([kind]) => kind.includes('misplay'))")
    seen = page.evaluate("window.seen")
    shaken = [text for kind, text in seen if "misplay" in kind]
    assert len(shaken) == 1
    assert re.search(r"[1-5].*a life is lost", shaken[0])
    assert wait_for_turn(page), "an animation holds nothing up"


def test_moves_can_be_made_while_animations_go_on(visit: Visit) -> None:
    """Here no animation ever ends."""
    page = visit("/", motion=True)
    begin(page, deck="travelling")
    page.evaluate(FREEZE)
    for slot in (0, 1, 0):
        assert wait_for_turn(page)
        rows = page.locator(".log li").count()
        choose(page, slot, "click")
        act(page, "play", "click")
        expect(page.locator(".log li")).not_to_have_count(rows)
    assert page.evaluate("window.frozen") > 3


def test_nothing_moves_if_the_system_asks_for_stillness(visit: Visit) -> None:
    page = visit("/")
    begin(page, deck="travelling")
    page.evaluate(WATCH_TRAVELLERS)
    misplay(page)
    assert page.evaluate("window.seen") == []
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".last-move .misplay")).to_contain_text("a life is lost")
    expect(page.locator("[data-pile] .misplayed")).to_be_visible()


def test_the_last_move_is_said_with_a_conclusion_and_heard(visit: Visit) -> None:
    page = visit("/")
    begin(page, deck="speech")
    assert wait_for_turn(page)
    move(page, 0, "click")
    assert wait_for_turn(page)
    words = page.locator(".last-move .words").last
    expect(words).to_contain_text("Detective")
    expect(words.locator(".face svg.detective")).to_be_visible()
    expect(words.locator(".so")).not_to_be_empty()
    heard = page.locator("p[aria-live=polite]")
    expect(heard).to_contain_text("Detective")
    expect(heard).to_contain_text("Your turn")


def test_players_of_one_name_are_told_apart(visit: Visit) -> None:
    page = visit("/")
    begin(page, players=4, deck="namesakes")
    for number in range(3):
        assert wait_for_turn(page)
        move(page, number, "click")
    assert wait_for_turn(page)
    rows = page.locator(".log li .text").all_inner_texts()
    hints = [row for row in rows if "hinted" in row]
    assert hints
    for row in hints:
        hint = r"(You|Detective( [23])?) hinted (you|Detective( [23])?): (\w+, )?(\d s?|\w+)"
        assert re.match(hint, row), row
        assert "1 cards" not in row


def test_the_discard_pile_shows_the_last_card_and_opens_all(visit: Visit) -> None:
    page = visit("/", "phone")
    begin(page, deck="a pile")
    assert wait_for_turn(page)
    pile = page.locator("[data-pile]")
    expect(pile).to_have_attribute("aria-label", "No card has been discarded")
    misplay(page)
    expect(pile).to_have_attribute("aria-label", re.compile(r"discarded, last: \w+ [1-5]"))
    pile.tap()
    expect(page.locator("section.discards")).to_be_visible()


def test_hinted_cards_stay_marked_as_new_until_the_next_move(visit: Visit) -> None:
    page = visit("/")
    begin(page, deck="light")
    for number in range(6):
        assert wait_for_turn(page)
        if page.locator(".seat.own .card.fresh").count():
            break
        move(page, number, "click")
    fresh = page.locator(".seat.own li:has(.card.fresh) button").first
    expect(fresh).to_have_attribute("aria-label", re.compile("new hint"))


def test_a_five_bursts_longer_than_other_cards(visit: Visit) -> None:
    """In the last step of the lesson, the partner answers with a five."""
    page = visit("/learn/8", motion=True)
    page.locator(".seat.own li:nth-child(3) button").click()
    page.locator(".act.play").click()
    durations = {
        kind: page.locator(f".stack{kind} .burst").evaluate_all(
            "all => all.map((burst) => getComputedStyle(burst).animationDuration)"
        )
        for kind in (".whole", ":not(.whole)")
    }
    assert durations == {".whole": ["1.1s"], ":not(.whole)": []}


def test_last_copies_in_partners_hands_are_marked(visit: Visit) -> None:
    page = visit("/")
    begin(page, deck="light")
    hand = page.locator(".others li")
    expect(hand.locator("button[aria-label*=' 5, last copy']")).to_have_count(2)
    expect(hand.locator("button[aria-label*=last]")).to_have_count(2)
    expect(hand.locator(".critical:visible")).to_have_count(2)


def test_sounds_play_and_can_be_switched_off(visit: Visit) -> None:
    page = visit("/")
    page.evaluate(COUNT_SOUNDS)
    begin(page)
    assert wait_for_turn(page)
    move(page, 0, "click")
    assert wait_for_turn(page)
    wait_until(page, "window.struck > 0")
    page.get_by_role("button", name="Turn sounds off").click()
    expect(page.get_by_role("button", name="Turn sounds on")).to_be_visible()
    before = page.evaluate("window.struck")
    move(page, 1, "click")
    assert wait_for_turn(page)
    page.wait_for_timeout(700)  # the sound of a turn comes half a second later
    assert page.evaluate("window.struck") == before
    page.reload()
    expect(page.get_by_role("button", name="Turn sounds on")).to_be_visible()


def test_a_hidden_page_notifies_if_the_player_agreed(visit: Visit) -> None:
    page = visit("/")
    page.evaluate(COUNT_NOTICES)
    begin(page)
    assert wait_for_turn(page)
    page.keyboard.press("?")
    page.get_by_label("Notify me when it is my turn").check()
    page.keyboard.press("Escape")
    move(page, 0, "click")
    wait_until(page, "window.notices.length > 0")
    assert page.evaluate("window.notices[0]") == "Your turn"
    assert page.title().startswith("● Your turn")


def test_the_newest_card_can_stand_on_the_left(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    places = "[...document.querySelectorAll('.seat.own li')].map((li) => li.dataset.card)"
    before = page.evaluate(places)
    page.keyboard.press("?")
    page.get_by_label("Newest card on the left").check()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Newest card on the left")).to_be_hidden()
    assert page.evaluate(places) == before[::-1]
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Play card 1")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".log li")).not_to_have_count(0)
    after = page.evaluate(places)
    assert before[-1] not in after, "the newest card was played"
    assert after[1:] == before[:-1][::-1]


def test_a_partners_card_can_have_a_note(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    page.locator(".others li:nth-child(2) button").click()
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_role("button", name="keep", exact=True).click()
    expect(page.locator(".others li:nth-child(2) .mark.keep")).to_be_visible()
