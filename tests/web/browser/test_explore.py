"""Replays, the map and beliefs, as somebody explores them."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PATIENCE, Screen, Theme, Visit
from tests.web.browser.looks import is_sound
from tests.web.browser.server import Server
from tests.web.browser.table import move, wait_for_turn

SECONDS = PATIENCE / 1000
LOOKS: list[tuple[Screen, Theme]] = [("desktop", "dark"), ("phone", "light")]
REASONS: dict[str, str | re.Pattern[str]] = {
    "cyclone:self_play": "What each move is worth",
    "human:all": "Share of people who would make each move",
    "eger:full": re.compile("hint", re.IGNORECASE),
}
"""agents whose reasons are not rules, and a text that their reasons show"""


@pytest.fixture(scope="module")
def replay(server: Server) -> str:
    """The id of a game that piers and iggi played for show."""
    request = {"agents": ["piers", "iggi"], "seed": 5}
    id: str = httpx.post(f"{server.url}/api/replays", json=request, timeout=SECONDS).json()[
        "replay"
    ]
    return id


def test_a_link_opens_a_turn_and_arrows_go_on(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12")
    expect(page.get_by_text("Turn 12 of 71")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Turn 13 of 71")).to_be_visible()
    assert page.url.endswith("/13")
    page.keyboard.press("End")
    expect(page.get_by_text("The game is over.")).to_be_visible()
    page.get_by_label("View of").select_option("1")
    expect(page).to_have_url(re.compile(r"/71\?seat=1$"))


def test_a_turn_says_why_what_was_known_and_what_others_would_do(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12")
    expect(page.locator("li.decides")).to_have_count(1)
    expect(page.get_by_text(re.compile(r"^Rule \d of 9 decides:"))).to_be_in_viewport()
    expect(page.get_by_label("Explain as").locator("option:checked")).to_have_text("Piers")
    expect(page.get_by_text("the move that was made")).to_be_visible()
    page.get_by_label("Explain as").select_option("cyclone:self_play")
    expect(page.get_by_text("What each move is worth")).to_be_visible()
    page.get_by_role("tab", name="Belief").click()
    expect(page.get_by_role("img", name=re.compile("^Card 1: actually green 4"))).to_be_visible()
    page.get_by_role("tab", name="Ask").click()
    page.get_by_role("button", name="Ask these agents").click()
    expect(page.get_by_text(re.compile(r"\d of \d would do the same"))).to_be_visible()


def test_a_branch_is_kept_and_can_be_played_on(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12?tab=branch")
    page.get_by_label("Move").select_option("discard 0")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("You are looking at a branch.")).to_be_visible()
    expect(page.get_by_text("Turn 13 of")).to_be_visible()
    page.get_by_role("button", name="The original game").click()
    expect(page.get_by_text("Turn 13 of 71")).to_be_visible()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/g/\w"))


def test_a_game_can_be_taken_to_hanab_live(visit: Visit, replay: str) -> None:
    page = visit(f"/replay/{replay}/12")
    page.get_by_text("Export", exact=True).click()
    link = page.get_by_role("link", name="Open on hanab.live")
    expect(link).to_have_attribute("href", re.compile(r"^https://hanab\.live/replay-json/2"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as hanab.live JSON").click()
    game = json.loads(saved.value.path().read_text())
    assert len(game["actions"]) == 71
    assert len(game["players"]) == 2


def test_a_turn_of_an_imported_game_offers_other_agents(
    visit: Visit, server: Server, replay: str
) -> None:
    game = httpx.get(f"{server.url}/api/replays/{replay}/export", timeout=SECONDS).json()["json"]
    body = {"text": json.dumps(game)}
    id = httpx.post(f"{server.url}/api/import", json=body, timeout=SECONDS).json()["game"]
    page = visit(f"/replay/{id}/12", locale="de-DE")
    expect(page.get_by_text(re.compile("hat kein Agent dieses Servers gespielt"))).to_be_visible()
    expect(page.get_by_text("trifft nicht zu").first).to_be_visible()


NUMBERS_OF_DOTS = """() => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((b) => b.getBoundingClientRect());
  const numbers = boxes(".numbers b"), dots = boxes(".points i");
  const across = (a, b) => a.left < b.right && b.left < a.right;
  const meet = (a, b) => across(a, b) && a.top < b.bottom && b.top < a.bottom;
  const covered = dots.filter((dot) => numbers.some((number) => meet(dot, number)));
  return [dots.length, covered.length];
}"""
"""the dots of known agents on the map, and those that a number covers"""


LINES_AND_NUMBERS = """() => {
  const reached = document.querySelectorAll(".numbers b, .leaders path");
  for (const node of reached) node.style.pointerEvents = "all";
  const numbers = [...document.querySelectorAll(".numbers b")];
  const layers = numbers.flatMap((number) => {
    const { x, y, width, height } = number.getBoundingClientRect();
    const places = Array.from({ length: 21 }, (_, part) => x + (width * part) / 20.5);
    return places.map((place) => document.elementsFromPoint(place, y + height / 2));
  });
  const crossed = layers.filter((layer) => layer.some((node) => node.matches(".leaders path")));
  const hidden = crossed.filter(([first]) => !first.matches(".numbers b"));
  return [crossed.length, hidden.length];
}"""
"""points at which a line to a name meets a number of the map, and those where the line is above"""


def test_lines_on_the_map_run_behind_numbers(visit: Visit) -> None:
    page = visit("/map/tamaya-1")
    expect(page.locator(".points li").first).to_be_attached()
    crossed, hidden = page.evaluate(LINES_AND_NUMBERS)
    assert crossed > 0
    assert hidden == 0
    behind = "numbers => numbers.map((number) => getComputedStyle(number).backgroundColor)"
    colors = page.locator(".numbers b").evaluate_all(behind)
    assert all(color.startswith("rgb(") for color in colors), "lines shine through"


def test_dots_on_the_map_cover_no_number_and_stay_visible(visit: Visit) -> None:
    page = visit("/map/tamaya-1?cell=2,4")
    expect(page.locator(".points li").first).to_be_attached()
    dots, covered = page.evaluate(NUMBERS_OF_DOTS)
    assert dots > 10
    assert covered == 0
    dot = page.locator(".points li", has_text="Eger").first.locator("i")
    above = dot.evaluate(
        "dot => { dot.parentElement.parentElement.style.pointerEvents = 'auto';"
        "const { x, y, width } = dot.getBoundingClientRect();"
        "return document.elementFromPoint(x + width / 2, y + width / 2) === dot }"
    )
    assert above, "the frame of a selected cell hides a dot"


def test_the_map_has_the_same_orientation_as_other_pictures(visit: Visit) -> None:
    """As in `tamaya.plotting` and in reports: the first feature grows upwards."""
    page = visit("/map/tamaya-1")
    up, right, start = (
        page.get_by_role("gridcell", name=re.compile(f"^Cell {cell}: ")).bounding_box()
        for cell in ("3,2", "2,3", "2,2")
    )
    assert up is not None
    assert right is not None
    assert start is not None
    assert (up["x"], up["y"] < start["y"]) == (start["x"], True)
    assert (right["y"], right["x"] > start["x"]) == (start["y"], True)
    assert "communicat" in page.locator(".y-name").inner_text().lower()


def test_the_keyboard_walks_the_map_to_a_game(visit: Visit) -> None:
    page = visit("/map/tamaya-1")
    page.get_by_role("gridcell", name=re.compile(r"^Cell 2,2: ")).focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("gridcell", name=re.compile(r"^Cell 3,2: "))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Agent of cell 3,2")).to_be_visible()
    assert page.url.endswith("?cell=3%2C2")
    page.get_by_role("button", name="Play with it").click()
    assert wait_for_turn(page)
    expect(page.get_by_text("Niche 3,2 (tamaya-1)").first).to_be_visible()


def test_a_niche_shows_its_rules_a_game_and_another_niche(visit: Visit) -> None:
    page = visit("/map/tamaya-1?cell=2,2")
    expect(page.get_by_text("Rules in order")).to_be_visible()
    page.get_by_role("button", name="Show them").click()
    expect(page.get_by_text("never decides", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Compare with…").click()
    page.get_by_role("gridcell", name=re.compile(r"^Cell 3,4: ")).click()
    expect(page.get_by_role("heading", name="Cells 2,2 and 3,4")).to_be_visible()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Open cell 1,2").click()
    page.get_by_role("link", name=re.compile("its best")).click()
    expect(page.get_by_text(re.compile("Turn 0 of"))).to_be_visible()


def test_belief_follows_the_moves(visit: Visit) -> None:
    page = visit("/belief")
    page.get_by_role("button", name="Play with the detective").click()
    assert wait_for_turn(page)
    page.locator(".beside summary").click()
    expect(page.locator(".beside [role=grid]")).to_be_visible()
    belief, log = (page.locator(part).bounding_box() for part in (".beside", ".rail .log"))
    assert belief is not None
    assert log is not None
    assert belief["y"] + belief["height"] <= log["y"], "the map covers the log"
    page.get_by_role("link", name=re.compile("Enlarge|What your partner believes")).click()
    expect(page.get_by_text("Uncertainty 4.46 of 4.46 bits")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    assert wait_for_turn(page)
    second = page.context.new_page()
    second.goto(page.url + "/belief")
    unsure = second.get_by_text("Uncertainty 4.46 of 4.46 bits")
    expect(unsure).to_be_visible()
    for number in range(20):  # a move that no hypothesis would make tells nothing
        assert wait_for_turn(page)
        move(page, number, "click")
        second.wait_for_timeout(1000)
        if not unsure.is_visible():
            break
    expect(unsure).not_to_be_visible()
    expect(second.get_by_text("During the game, this map uses only")).to_be_visible()


@pytest.mark.parametrize(("screen", "theme"), LOOKS)
def test_these_pages_are_accessible_and_fit(
    visit: Visit, replay: str, screen: Screen, theme: Theme
) -> None:
    look = f"{screen}-{theme}"
    page = visit(f"/replay/{replay}/12", screen, theme)
    expect(page.locator("li.decides")).to_have_count(1)
    page.get_by_text("Export", exact=True).click()
    expect(page.get_by_role("link", name="Open on hanab.live")).to_be_visible()
    is_sound(page, f"replay-taken-{look}")
    page.get_by_text("Export", exact=True).click()
    is_sound(page, f"replay-{look}")
    for agent, words in REASONS.items():
        page.get_by_label("Explain as").select_option(agent)
        expect(page.get_by_text(words).first).to_be_visible()
        is_sound(page, f"replay-{agent.replace(':', '-')}-{look}")
    page.get_by_role("tab", name="Belief").click()
    expect(page.get_by_role("img", name=re.compile("^Card 1: "))).to_be_visible()
    is_sound(page, f"replay-belief-{look}")
    page.get_by_role("tab", name="Ask").click()
    page.get_by_role("button", name="Ask these agents").click()
    expect(page.get_by_text(re.compile(r"\d of \d would do the same"))).to_be_visible()
    is_sound(page, f"replay-ask-{look}")
    page.get_by_role("tab", name="Branch").click()
    is_sound(page, f"replay-branch-{look}")
    page.goto("/map/tamaya-1?cell=2,2")
    expect(page.get_by_text("Rules in order")).to_be_visible()
    is_sound(page, f"map-{look}")
