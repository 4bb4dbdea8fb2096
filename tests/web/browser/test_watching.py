"""Replays as films, agents that say why while they play, and pages without a server."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PATIENCE, Screen, Visit
from tests.web.browser.contexts import stop_clock
from tests.web.browser.looks import is_not_too_wide, is_seen_whole, is_sound
from tests.web.browser.server import Server
from tests.web.browser.table import wait_until

SECONDS = PATIENCE / 1000


@pytest.fixture(scope="module")
def crowded(server: Server) -> str:
    """A game of five players of one name."""
    body = {"agents": ["companion"] * 5, "seed": 4}
    answer = httpx.post(f"{server.url}/api/replays", json=body, timeout=SECONDS)
    id: str = answer.json()["replay"]
    return id


@pytest.fixture(scope="module")
def replay(server: Server) -> str:
    body = {"agents": ["tamaya", "companion"], "seed": 5}
    answer = httpx.post(f"{server.url}/api/replays", json=body, timeout=SECONDS)
    id: str = answer.json()["replay"]
    return id


def test_a_replay_plays_and_pauses(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/0")
    stop_clock(page)
    page.get_by_role("button", name=re.compile("^4")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    for turn in (1, 2, 3):
        page.clock.run_for(350)
        expect(page).to_have_url(re.compile(f"/{turn}$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.clock.run_for(10_000)
    expect(page).to_have_url(re.compile("/3$"))
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(350)
    expect(page).to_have_url(re.compile("/4$"))


def test_a_replay_ends_at_its_last_turn_and_begins_again(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/900")
    stop_clock(page)
    expect(page.get_by_text("The game is over.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(f"/replay/{replay}/0$"))


def test_moves_and_discards_are_listed_and_lead_to_their_turn(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/4")
    page.get_by_role("tab", name="Moves").click()
    expect(page.get_by_role("table", name="Discards")).to_be_visible()
    rows = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    expect(rows.nth(3)).to_have_attribute("aria-current", "step")
    rows.nth(10).click()
    expect(page).to_have_url(re.compile(f"/replay/{replay}/11\\b"))
    expect(rows.nth(10)).to_have_attribute("aria-current", "step")
    expect(page.get_by_text(re.compile(r"^Hint tokens \d\/8$"))).to_be_visible()
    score = page.get_by_text(re.compile(r"^Score \d+/25$"))  # the board may say it too
    expect(score.last).to_be_visible()


@pytest.mark.parametrize("screen", ["phone", "sideways", "tablet", "wide"])
def test_the_moves_of_a_replay_fit(visit: Visit, replay: str, screen: Screen) -> None:
    page = visit(f"/replay/{replay}/30?tab=moves", screen, locale="de-DE")
    expect(page.get_by_role("table", name="Ablage")).to_be_visible()
    if screen == "wide":
        is_sound(page, "replay-moves-wide")
    is_not_too_wide(page, f"replay-moves-{screen}")


@pytest.mark.parametrize("screen", ["desktop", "tablet", "phone", "sideways"])
def test_hands_fireworks_and_the_discard_pile_of_a_replay_are_not_cut_off(
    visit: Visit, replay: str, screen: Screen
) -> None:
    page = visit(f"/replay/{replay}/30", screen, locale="de-DE")
    pile = page.locator("[data-pile]")
    expect(pile).to_be_in_viewport(ratio=1)
    inside = pile.evaluate(
        "node => node.getBoundingClientRect().right"
        " <= node.closest('.board').getBoundingClientRect().right"
    )
    assert inside, "the pile reaches over the edge of the board, where it is clipped"
    for card in page.locator(".hands li").all():
        expect(card).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("slider")).to_be_in_viewport(ratio=1)
    story, slider = (page.locator(part).bounding_box() for part in (".story", ".watch"))
    assert story is not None
    assert slider is not None
    below = story["y"] >= slider["y"] + slider["height"]
    assert below or story["y"] + story["height"] <= slider["y"], "the slider covers what was played"


BROKEN_NAMES = """names => names.filter((name) => {
  const word = document.createRange();
  word.setStart(name.firstChild, 0);
  word.setEnd(name.firstChild, name.textContent.split(" ")[0].length);
  return new Set([...word.getClientRects()].map((box) => box.top)).size > 1;
}).length"""
"""how many names have a line break in their first word"""


@pytest.mark.parametrize("screen", ["desktop", "tablet", "phone", "sideways"])
def test_all_five_hands_of_a_replay_stand_above_its_slider(
    visit: Visit, crowded: str, screen: Screen
) -> None:
    page = visit(f"/replay/{crowded}/30", screen)
    cards = page.locator(".hands li")
    expect(cards).to_have_count(20)
    slider = page.locator(".watch").bounding_box()
    assert slider is not None
    bottoms = cards.evaluate_all("all => all.map((card) => card.getBoundingClientRect().bottom)")
    assert max(bottoms) <= slider["y"]
    assert page.locator(".hands h2").evaluate_all(BROKEN_NAMES) == 0
    is_not_too_wide(page, f"replay5-{screen}")


def test_players_of_one_name_are_told_apart_in_replays(visit: Visit, crowded: str) -> None:
    page = visit(f"/replay/{crowded}/1?tab=moves")
    names = ["Companion", *(f"Companion {number}" for number in (2, 3, 4, 5))]
    expect(page.locator(".hands h2")).to_have_text(names)
    expect(page.locator("h1")).to_contain_text("Companion 4, and Companion 5")
    rows = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    expect(rows.nth(1)).to_contain_text("Companion 2 ")


def test_reasons_are_words_and_the_deciding_rule_is_in_sight(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12")
    expect(page.locator(".deciding")).to_be_in_viewport(ratio=1)
    panel = page.get_by_role("tabpanel").inner_text()
    assert len(panel) > 200
    assert not re.search(r"[a-z]_[a-z]|\w=\w|elite:|#\d", panel), panel


def test_rules_and_styles_of_agents_are_german_for_german_readers(
    visit: Visit, replay: str
) -> None:
    page = visit(f"/replay/{replay}/12", locale="de-DE")
    expect(page.locator(".deciding")).to_contain_text(
        re.compile(r"^Regel \d+ von \d+ entscheidet: (Spielt|Gibt|Legt|Rettet) ")
    )
    rules = page.locator(".trace .rules .words").all_inner_texts()
    assert len(rules) > 5
    assert not [rule for rule in rules if re.search(r"\b(the|card|hint|plays|gives)\b", rule, re.I)]
    page.goto("/")
    expect(page.locator("label.partner", has_text="Companion").first).to_contain_text("Menschen")
    styles = page.locator("label.partner .style").all_inner_texts()
    assert len(styles) > 5
    assert not [style for style in styles if re.search(r"\b(the|plays|hints|with)\b", style, re.I)]


def test_agents_without_rules_give_german_reasons(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12", locale="de-DE")
    for agent, words in {
        "learned:response": r"das Netz bevorzugt „.+“",
        "convention:hats": r"der Hinweis sagt die Zahl|(spielt|legt) Karte \d",
        "cyclone:self_play": r"Partner erfährt|Karte passt|entbehrlich|Fehlgriff",
    }.items():
        page.get_by_label("Erklären als").select_option(agent)
        expect(page.get_by_role("tabpanel")).to_contain_text(re.compile(words))


def test_a_film_of_the_game_can_be_saved(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/0")
    page.get_by_text("Export").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a film (GIF)").click()
    assert saved.value.path().read_bytes()[:6] == b"GIF89a"
    assert saved.value.suggested_filename.endswith(".gif")


def test_a_link_shows_a_picture_of_its_turn(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/7")
    picture = page.locator("meta[property='og:image']").get_attribute("content")
    assert picture is not None
    assert picture.endswith(f"/api/replays/{replay}/picture.png?turn=7")
    shown = page.evaluate(
        "address => new Promise((done) => { const image = new Image();"
        "image.onload = () => done([image.width, image.height]); image.src = address; })",
        picture,
    )
    assert shown == [1200, 630]


def test_agents_that_play_alone_say_why_while_they_play(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator("label.partner").first).to_be_attached()
    page.locator("label.partner", has_text="Companion").click()
    page.get_by_role("button", name="Watch them play").click()
    expect(page.locator(".why")).to_contain_text("The agent's reason")
    expect(page.locator(".end")).to_have_count(0)


@pytest.mark.parametrize(("screen", "below"), [("phone", ".rail"), ("sideways", ".foot")])
def test_a_phone_shows_five_hands_that_are_watched_and_the_discard_pile(
    visit: Visit, screen: Screen, below: str
) -> None:
    page = visit("/", screen, locale="de-DE")
    page.locator("label:has(input[name=players][value='5'])").click()
    page.get_by_role("button", name="Lieber zuschauen").click()
    expect(page.locator(".others li")).to_have_count(20)
    edge = page.locator(below).bounding_box()
    assert edge is not None
    bottoms = page.locator(".others li, [data-pile] *").evaluate_all(
        "all => all.map((part) => part.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= edge["y"]
    is_seen_whole(page, f"watch5-{screen}")


def test_the_lesson_and_a_visited_replay_work_without_the_server(visit: Visit, replay: str) -> None:
    page = visit("/", offline=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    page.goto(f"/replay/{replay}/2")
    expect(page.get_by_text("Turn 2 of")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/learn")
    expect(page.get_by_role("list", name="Step 1 of 8")).to_be_attached()
    page.goto(f"/replay/{replay}/9")
    expect(page.get_by_text("Turn 9 of")).to_be_visible()
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()


def test_the_app_can_be_installed(visit: Visit, server: Server) -> None:
    page = visit("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(httpx.get(f"{server.url}{address}", timeout=SECONDS).text)
    assert {"name", "start_url", "display", "icons"} <= set(manifest)
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        answer = httpx.get(f"{server.url}{icon['src']}", timeout=SECONDS)
        assert answer.headers["content-type"].startswith(icon["type"])
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
