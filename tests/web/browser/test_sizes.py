"""What every size of screen shows: the Play button, all hands, the last move; and the focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tamaya.web.puzzles.puzzle import all_puzzles
from tests.web.browser.conftest import Screen, Visit
from tests.web.browser.looks import is_not_too_wide, is_seen_whole
from tests.web.browser.table import begin, wait_for_turn

WIDEST = """() => new Promise((resolve) => {
  let widest = 0;
  const began = performance.now();
  const look = () => {
    widest = Math.max(widest, document.documentElement.scrollWidth - screen.width);
    if (performance.now() - began < 1700) requestAnimationFrame(look);
    else resolve(widest);
  };
  look();
})"""
"""how many pixels too wide a page becomes within 1.7 seconds"""


def width_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["width"]


def test_the_lobby_shows_the_play_button_and_what_scores_mean(visit: Visit) -> None:
    screens: tuple[Screen, ...] = ("phone", "sideways", "desktop")
    for screen in screens:
        page = visit("/", screen, locale="de-DE")
        expect(page.get_by_role("button", name="Mit ", exact=False).first).to_be_in_viewport(
            ratio=1
        )
        is_not_too_wide(page, f"lobby-{screen}")
    bar = visit("/", "phone").locator(".start .go")
    behind = bar.evaluate("node => getComputedStyle(node).backgroundColor")
    assert behind.startswith("rgb("), "text shines through the bar of the Play button"
    score = page.get_by_text("mit einem Menschen-Modell").first
    shown = score.evaluate(
        "node => { const { x, y, width } = node.getBoundingClientRect();"
        "return document.elementFromPoint(x + width / 2, y + 5).closest('[title]')?.title }"
    )
    assert re.search(r"Modell von Menschen in \d+ Spielen mit 2 Spielern", shown)
    expect(page.get_by_role("radio", name=re.compile("^Tamaya"))).to_have_count(1)
    page.locator("label:has(input[name=players][value='5'])").click()
    expect(page.get_by_role("radio", name="Kagiya")).to_have_count(1)
    expect(page.locator(".start .name")).to_have_text("Detective mit 4 Partnern")
    expect(page.get_by_text("Diese Punkte sind aus Spielen mit 2 Spielern.")).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^Tamaya"))).to_have_count(0)


def test_a_link_that_names_a_game_says_where_its_json_is(visit: Visit) -> None:
    page = visit("/g/%")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto("/")
    page.get_by_text("Import a game").click()
    page.get_by_label("JSON or link from hanab.live").fill("https://hanab.live/replay/12345")
    page.get_by_role("button", name="Open replay").click()
    expect(page.get_by_role("alert")).to_contain_text("https://hanab.live/export/12345")


def test_a_tablet_shows_whose_turn_it_is_and_hands_of_similar_size(visit: Visit) -> None:
    page = visit("/", "tablet", locale="de-DE")
    expect(page.locator("label.partner").first).to_be_visible()
    page.locator("label:has(input[name=players][value='3'])").click()
    page.locator("button[type=submit].big").click()
    assert wait_for_turn(page)
    status = page.locator(".status")
    assert status.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    own, other = (width_of(page, f"{hand} li") for hand in (".seat.own", ".others .seat"))
    assert other > 0.7 * own
    is_seen_whole(page, "play3-tablet")
    is_not_too_wide(page, "play3-tablet")


MEETING = """() => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((b) => b.getBoundingClientRect());
  const [words] = boxes(".head .status"), counters = boxes(".head .counters li");
  const right = boxes(".head .side > *").filter((box) => box.width > 0);
  const across = (a, b) => a.left < b.right && b.left < a.right;
  return counters.filter((box) => [words, ...right].some((other) => across(box, other))).length;
}"""
"""how many counters of the table's head lie over the words or buttons beside them"""


@pytest.mark.parametrize("screen", ["desktop", "tablet"])
def test_the_head_of_a_table_with_friends_has_room_for_its_words(
    visit: Visit, screen: Screen
) -> None:
    page = visit("/", screen, locale="de-DE")
    page.get_by_role("button", name="Jemanden einladen").click()
    page.get_by_role("button", name="Tisch eröffnen").click()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator(".head .side button")).to_have_count(3)
    assert page.evaluate(MEETING) == 0


COVERED_RANKS = """() => [...document.querySelectorAll(".board .card")].filter((card) => {
  const tags = document.createElement("span");
  tags.className = "tags";
  const scope = [...card.classList].find((name) => name.startsWith("svelte-"));
  for (let tag = 0; tag < 2; tag++)
    tags.append(Object.assign(document.createElement("span"), { className: `tag ${scope}` }));
  tags.classList.add(scope);
  card.querySelector(".tags")?.remove();
  card.append(tags);
  const rank = card.querySelector(".rank").getBoundingClientRect();
  return rank.right > tags.getBoundingClientRect().left;
}).length"""
"""gives every card two tags of hints; on how many cards do they lie over the rank?"""


def test_a_phone_on_its_side_shows_all_hands(visit: Visit) -> None:
    for players in (2, 5):
        page = visit("/", "sideways")
        begin(page, players=players)
        assert wait_for_turn(page)
        for card in page.locator(".board li button").all():
            expect(card).to_be_in_viewport(ratio=1)
        is_not_too_wide(page, f"play{players}-sideways")
    assert width_of(page, ".seat.own li") > 1.2 * width_of(page, ".others li")
    assert page.evaluate(COVERED_RANKS) == 0


def test_a_phone_on_its_side_shows_puzzles_and_the_lesson_whole(visit: Visit) -> None:
    for path in (f"/puzzles/{next(iter(all_puzzles()))}", "/learn/3"):
        page = visit(path, "sideways", locale="de-DE")
        expect(page.locator(".seat.own li button")).not_to_have_count(0)
        for shown in page.locator(".board li button, .actions").all():
            expect(shown).to_be_in_viewport(ratio=1)
        is_seen_whole(page, path)
        is_not_too_wide(page, path)


def test_a_phone_on_its_side_shows_a_map_that_can_be_read(visit: Visit) -> None:
    page = visit("/map", "sideways")
    for cell in page.locator("[role=row] button:not(.empty)").all():
        written = cell.evaluate(
            "node => [...node.children].every(text => text.scrollWidth <= node.clientWidth)"
        )
        assert written, f"{cell.inner_text()!r} does not fit its cell"
    assert width_of(page, "[role=row] button") > 40


def test_a_burst_does_not_widen_a_phone(visit: Visit) -> None:
    """The partner answers with the five of the rightmost suit, whose burst is the longest."""
    page = visit("/learn/8", "phone", motion=True)
    page.locator(".seat.own li:nth-child(3) button").tap()
    page.locator(".act.play").tap()
    assert page.evaluate(WIDEST) == 0


def test_the_keyboard_stays_where_the_player_is(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    page.keyboard.press("Tab")
    page.locator(".seat.own li:nth-child(2) button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".act.play")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".seat.own li:nth-child(2) button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".act.play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".log li")).not_to_have_count(0)
    expect(page.locator(".seat.own li:nth-child(2) button")).to_be_focused()


SAY_MORE = """words => words.forEach((word) => {
  word.lastElementChild.textContent = "Detective 4: Hinweis an Detective 2: Rot, 2 Karten";
})"""
"""what is told becomes about as long as it can be in German"""
CUT_OFF = """words => words.map((word) => {
  const [own, line] = [word, word.parentElement].map((node) => node.getBoundingClientRect());
  return Math.max(line.left - own.left, own.right - line.right);
})"""
"""by how many pixels moves reach over the ends of the line that tells them"""


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_a_misplay_is_seen_until_the_next_turn(visit: Visit, screen: Screen) -> None:
    page = visit("/", screen)
    begin(page, players=4, deck="a misplay")
    misplay = page.locator(".last-move .misplay")
    for _ in range(4):
        assert wait_for_turn(page)
        moves = page.locator(".log li").count()
        page.locator(".seat.own li:nth-child(1) button").tap()
        page.locator(".act.play").tap()
        expect(page.locator(".log li")).to_have_count(moves + 4)
        if misplay.count():
            break
    expect(misplay).to_contain_text("a life is lost")
    expect(misplay).to_contain_text("that firework needs a ")
    words = page.locator(".last-move .words")
    expect(words).to_have_count(2)
    words.evaluate_all(SAY_MORE)
    assert max(words.evaluate_all(CUT_OFF)) <= 0
    expect(page.locator("[aria-live=polite]").first).to_be_attached()


EDGE_OF_WHITE = """() => {
  const parts = (text) => text.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map(Number);
  const light = (color) => {
    const [r, g, b] = parts(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const stack = document.querySelector(".stack.w");
  const edge = light(getComputedStyle(stack.querySelector("path.ink")).stroke);
  const behind = light(getComputedStyle(stack).backgroundColor);
  return (Math.max(edge, behind) + 0.05) / (Math.min(edge, behind) + 0.05);
}"""
"""contrast between the outline of the white firework and what is behind it"""


def test_white_is_easy_to_see_in_the_light_theme(visit: Visit) -> None:
    """WCAG asks for a contrast of 3 for shapes that carry meaning."""
    page = visit("/", theme="light")
    begin(page)
    assert page.evaluate(EDGE_OF_WHITE) >= 3
