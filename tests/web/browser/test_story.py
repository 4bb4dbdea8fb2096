"""The story of a game, puzzles and progress in a browser."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tamaya.web.puzzles.puzzle import all_puzzles
from tests.web.browser.conftest import Screen, Visit
from tests.web.browser.looks import is_not_too_wide, is_seen_whole, is_sound
from tests.web.browser.table import begin

LANGUAGES = [("desktop", "en-GB"), ("phone", "de-DE")]
"""each size and each language once"""
DOT_SIZE = 26
"""pixels across the number of a turning point"""


def finish(page: Page) -> str:
    """Begins a game in the lobby and plays the oldest card until it is over; returns its id."""
    begin(page)
    return played_out(page, page.url.rpartition("/")[2])


def finish_with(page: Page, partners: list[str]) -> str:
    """The same with these partners, without the lobby."""
    seats = [{"kind": "human"}, *({"kind": "agent", "agent": agent} for agent in partners)]
    id: str = page.evaluate(
        """async (seats) => {
            const headers = {"content-type": "application/json"};
            const init = {method: "POST", body: JSON.stringify({seats}), headers};
            return (await (await fetch("/api/games", init)).json()).game;
        }""",
        seats,
    )
    return played_out(page, id)


def played_out(page: Page, id: str) -> str:
    """Plays the oldest card in a game until it is over."""
    page.evaluate(
        """async (id) => {
            const headers = {"content-type": "application/json"};
            for (;;) {
                const { frames } = await (await fetch(`/api/games/${id}/events`)).json();
                const { turn, end, choices } = frames.at(-1).table;
                if (end) return;
                if (!choices?.length) {
                    await new Promise((go) => setTimeout(go, 50));
                    continue;
                }
                const act = {v: 1, t: "act", turn, move: choices[0].move, cid: `${turn}`};
                const init = {method: "POST", body: JSON.stringify(act), headers};
                await fetch(`/api/games/${id}/moves`, init);
            }
        }""",
        id,
    )
    return id


def invented_story(page: Page, id: str, turns: tuple[int, ...] = (0,)) -> None:
    """Answers the slow request for the story at once, with turning points at these turns."""
    point = {
        "seat": 0,
        "move": "play 0",
        "verdict": "mistake",
        "theme": "gamble",
        "before": 15.0,
        "after": 13.0,
        "change": -2.0,
        "error": 0.2,
        "choice": -1.5,
        "luck": -0.5,
        "best": "hint +1 1",
        "gain": 1.5,
        "gain_error": 0.2,
        "chance": 0.2,
        "card": "r4",
        "options": [
            {"move": move, "value": value}
            for move, value in (("discard 2", 15.1), ("hint +1 1", 15), ("play 0", 13.5))
        ],
        "advice": [{"agent": "piers", "move": "hint +1 1", "text": "because"}],
        "thought": {
            "turn": 1,
            "seat": 1,
            "agent": "piers",
            "text": "rule 1 of 9, play_safe: Plays.",
        },
    }
    story = {
        "id": id,
        "seat": 0,
        "names": ["Ann", "Bo"],
        "people": [True, False],
        "models": ["tamaya", "piers"],
        "exact": [False, True],
        "score": 3,
        "max_score": 25,
        "bombed": True,
        "expected": [15, 13, 9, 3] if max(turns) < 4 else [15 - turn / 5 for turn in range(60)],
        "points": [point | {"turn": turn} for turn in turns],
        "lesson": {"theme": "gamble", "turn": 0, "seat": 0, "gain": 1.5},
        "teams": [{"agent": "piers", "score": 17, "bombed": False}],
        "samples": 320,
        "stand_ins": [{"turn": 0, "seat": 0}, {"turn": 1, "seat": 1}, {"turn": 3, "seat": 1}],
    }
    page.route(
        f"**/api/stories/{id}",
        lambda route: route.fulfill(body=json.dumps(story), content_type="application/json"),
    )


@pytest.mark.parametrize(("screen", "locale"), LANGUAGES)
def test_a_finished_game_has_a_story_and_stays_in_the_history(
    visit: Visit, screen: Screen, locale: str
) -> None:
    page = visit("/", screen, locale="en-GB")
    id = finish(page)
    if locale == "de-DE":
        page.evaluate("localStorage.setItem('tamaya.language', 'de')")
    invented_story(page, id)
    page.goto(f"/story/{id}")
    german = locale == "de-DE"
    expect(
        page.get_by_role("heading", name="Zum Mitnehmen" if german else "What to learn from it")
    ).to_be_visible()
    expect(page.locator("article em").first).to_have_text("Ersatzspieler" if german else "stand-in")
    expect(page.locator("article h2").first).to_contain_text("Zug 1" if german else "Turn 1")
    expect(page.locator(".options").first.locator("li em").first).to_have_class(re.compile("best"))
    expect(page.locator(".options").first.locator("li").first.locator("em")).to_have_count(1)
    expect(page.locator("article .counters li").last).to_contain_text(re.compile(r"1\s*$"))
    expect(page.locator(".stand-in").last).to_contain_text(
        "den Zügen 2 und 4" if german else "turns 2 and 4"
    )
    is_sound(page, f"story-{screen}-{locale[:2]}")
    page.goto("/progress")
    expect(page.locator(".games li")).to_have_count(1)
    is_sound(page, f"progress-{screen}-{locale[:2]}")
    page.goto(f"/story/{id}")
    page.get_by_role(
        "button", name="Von hier noch einmal" if german else "Try again from here"
    ).click()
    page.wait_for_url("**/g/*")
    assert page.url.rpartition("/")[2] != id


def test_numbers_of_turning_points_do_not_cover_each_other(visit: Visit) -> None:
    page = visit("/", "phone")
    body = {"agents": ["piers", "iggi"], "seed": 5}
    id = page.request.post("/api/replays", data=body).json()["replay"]
    invented_story(page, id, turns=(50, 51, 53))
    page.goto(f"/story/{id}")
    expect(page.locator("a.dot")).to_have_count(3)
    boxes = [dot.bounding_box() for dot in page.locator("a.dot").all()]
    places = [(box["x"], box["y"]) for box in boxes if box is not None]
    assert all(math.dist(a, b) >= DOT_SIZE for a, b in combinations(places, 2)), places


def test_the_end_of_a_game_names_the_best_score_with_this_partner(visit: Visit) -> None:
    page = visit("/")
    partner = ["piers"]
    first = finish_with(page, partner)
    page.goto(f"/g/{first}")
    expect(page.locator(".end")).to_be_visible()
    expect(page.locator(".end .record")).to_have_count(0)
    second = finish_with(page, partner)
    page.goto(f"/g/{second}")
    expect(page.locator(".end .record")).to_have_text(re.compile(r"^your best(: \d+| so far!)$"))


def test_a_surprise_is_named_at_the_end(visit: Visit) -> None:
    page = visit("/")
    id = finish_with(page, ["surprise"])
    page.goto(f"/g/{id}")
    names = "|".join(("Detective", "Companion", "Tamaya", "Intent", "Kagiya", "Echo"))
    expect(page.locator(".end .small")).to_contain_text(re.compile(rf"You played with .*({names})"))


def test_the_end_of_a_game_asks_for_reasons_once(visit: Visit) -> None:
    page = visit("/")
    id = finish_with(page, ["piers"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/g/{id}")
    expect(page.locator(".why")).to_contain_text("The agent's reason")
    page.wait_for_load_state("networkidle")
    assert sum(url.endswith("/reasons") for url in asked) == 1


def test_a_story_tells_players_of_one_name_apart(visit: Visit) -> None:
    page = visit("/story/invented", locale="de-DE")
    id = finish_with(page, ["piers", "piers"])
    invented_story(page, id)
    page.goto(f"/story/{id}")
    expect(page.locator("h1")).to_have_text("Die Geschichte von dir, Piers und Piers 2")
    expect(page.locator("article").first.locator(".board h2")).to_have_text(
        ["Du", "Piers", "Piers 2"]
    )
    expect(page.locator(".stand-in").last).to_contain_text("Piers")


def test_reasons_after_a_game_name_agents_as_the_lobby_does(visit: Visit) -> None:
    page = visit("/")
    id = finish(page)
    text = "plays like learned:companion: 15.68 points expected"
    reasons = [{"turn": turn, "seat": 1, "text": text} for turn in range(100)]
    page.route(
        f"**/api/games/{id}/reasons",
        lambda route: route.fulfill(
            body=json.dumps({"reasons": reasons}), content_type="application/json"
        ),
    )
    page.reload()
    expect(page.locator(".why")).to_contain_text("plays like Companion (learned), which averages")


@pytest.mark.parametrize(("screen", "locale"), LANGUAGES)
def test_a_puzzle_is_solved_with_a_hint(visit: Visit, screen: Screen, locale: str) -> None:
    puzzle = next(puzzle for puzzle in all_puzzles().values() if puzzle.kind == "play")
    page = visit("/puzzles", screen, locale=locale)
    expect(page.locator("ol li")).to_have_count(len(all_puzzles()))
    is_sound(page, f"puzzles-{screen}-{locale[:2]}")
    page.goto(f"/puzzles/{puzzle.id}")
    german = locale == "de-DE"
    page.get_by_role("button", name="Tipp 1" if german else "Hint 1").click()
    expect(page.locator(".feedback p")).to_be_visible()
    is_not_too_wide(page, "puzzle")
    page.keyboard.press(str(puzzle.slot + 1))
    page.keyboard.press("p")
    expect(page.locator(".verdict")).to_have_text("Richtig!" if german else "Right!")
    expect(page.locator(".feedback")).to_contain_text("Ladder (convention)")
    if screen == "desktop":
        is_seen_whole(page, "a solved puzzle")
    is_sound(page, f"puzzle-{screen}-{locale[:2]}")
    page.goto("/puzzles")
    expect(page.locator("a.tried")).to_have_count(1)  # a hint was used


def test_another_device_is_linked_and_everything_is_deleted(visit: Visit) -> None:
    puzzle = next(iter(all_puzzles().values()))
    page = visit("/progress")
    answer = {"move": puzzle.solutions[0]}
    page.request.post(f"/api/puzzles/{puzzle.id}/answer", data=answer)
    page.get_by_role("button", name="Link another device").click()
    address = page.get_by_label("Address for the other device").input_value()
    other = visit(address.partition("/progress")[1] + address.partition("/progress")[2], "phone")
    other.get_by_role("button", name="Link this device").click()
    expect(other.get_by_text("2 browsers are linked.")).to_be_visible()
    expect(other.locator("dd", has_text=f"1/{len(all_puzzles())}")).to_be_visible()
    other.get_by_role("button", name="Delete everything").click()
    other.get_by_role("button", name="Delete for good").click()
    expect(other.get_by_text("One browser.")).to_be_visible()
    page.reload()
    expect(page.locator("dd", has_text=f"0/{len(all_puzzles())}")).to_be_visible()
