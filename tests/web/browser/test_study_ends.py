"""Pages of a study that few people see: its ends, errors of the network, the operator's warning.

The server's answers are changed on their way to the page; other tests show that servers send them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.study.files import SMALL
from tests.web.browser.conftest import Screen
from tests.web.browser.looks import SCREENSHOTS, is_sound
from tests.web.browser.test_study import BEGIN, TOKEN, context_of
from tests.web.study.test_killed import served

LOOKS = [
    pytest.param("phone", "en"),
    pytest.param("desktop", "de"),
    pytest.param("desktop", "en", marks=pytest.mark.exhaustive),
    pytest.param("phone", "de", marks=pytest.mark.exhaustive),
]
CLOSED = {
    "declined": ("You did not agree", "Du hast nicht zugestimmt"),
    "failed_quiz": ("Thank you", "Vielen Dank"),
    "timed_out": ("Your time has run out", "Deine Zeit ist abgelaufen"),
    "time_limit": ("Your time has run out", "Deine Zeit ist abgelaufen"),
    "stopped": ("You have stopped", "Du hast aufgehört"),
    "withdrawn": ("Your data are deleted", "Deine Daten sind gelöscht"),
}
OFFLINE = {"en": "could not reach the server", "de": "Der Server war nicht erreichbar"}
UNKNOWN = {"en": "This personal link is not valid", "de": "Dieser persönliche Link ist nicht"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(SMALL)
    with served(folder) as (_, port):
        yield port


def change(shown: Page, path: str, **fields: object) -> None:
    """Changes fields of the server's answers to GET requests of a path."""

    def handle(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), **fields}))

    shown.unroute_all()
    shown.route(f"**{path}", handle)


@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_every_end_of_a_study_is_accessible_and_fits(
    browser: Browser, port: int, screen: Screen, language: str
) -> None:
    with context_of(browser, port, screen, language) as context:
        page = context.new_page()
        for admits in ("full", "paused"):
            change(page, "/api/study", admits=admits)
            page.goto("/study")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_role("button", name=BEGIN[language])).to_have_count(0)
            is_sound(page, f"study-{admits}-{screen}-{language}")
        page.unroute_all()
        page.goto("/study")
        page.get_by_role("button", name=BEGIN[language]).click()
        expect(page.locator("[data-trace=agree]")).to_be_visible()
        for reason, titles in CLOSED.items():
            closed = {"kind": "closed", "step": 3, "reason": reason}
            change(page, "/api/study/state", page=closed)
            page.goto("/study")
            title = titles[language == "de"]
            expect(page.get_by_role("heading", level=1, name=title, exact=True)).to_be_visible()
            is_sound(page, f"study-{reason}-{screen}-{language}")


@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_errors_of_links_and_networks_are_said_and_lose_nothing(
    browser: Browser, port: int, screen: Screen, language: str
) -> None:
    with context_of(browser, port, screen, language) as context:
        page = context.new_page()
        page.goto("/study#resume=nobody-has-this-link-0123456789")
        expect(page.get_by_role("alert")).to_contain_text(UNKNOWN[language])
        is_sound(page, f"study-unknown-link-{screen}-{language}")
        change(page, "/api/study", id_required=True)
        page.goto("/study")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        is_sound(page, f"study-no-id-{screen}-{language}")
        page.unroute_all()
        page.goto("/study")
        page.get_by_role("button", name=BEGIN[language]).click()
        agree = page.locator("[data-trace=agree]")
        page.route("**/api/study/submit", lambda route: route.abort())
        agree.click()
        expect(page.get_by_role("alert")).to_contain_text(OFFLINE[language])
        is_sound(page, f"study-offline-{screen}-{language}")
        page.unroute_all()
        agree.click()
        expect(page.locator("input[name=gamer]").first).to_be_visible()
        page.route("**/api/study**", lambda route: route.abort())
        page.goto("/study")
        expect(page.get_by_role("alert")).to_contain_text(OFFLINE[language])
        is_sound(page, f"study-offline-landing-{screen}-{language}")
        page.unroute_all()
        page.get_by_role("alert").get_by_role("button").click()  # tries again
        expect(page.locator("input[name=gamer]").first).to_be_visible()


@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_the_operators_page_warns_of_late_moves(
    browser: Browser, port: int, screen: Screen, language: str
) -> None:
    with context_of(browser, port, screen, language) as context:
        page = context.new_page()
        warning = page.get_by_text(
            "Warning: a simple agent" if language == "en" else "Achtung: Ein"
        )
        page.goto("/study/operator")
        page.locator("input[type=password]").fill(TOKEN)
        page.locator("button[type=submit]").click()
        expect(page.locator("progress")).to_be_visible()
        expect(warning).to_have_count(0)
        change(page, "/api/study/operator", late_moves=7)
        page.locator(".actions button").first.click()
        expect(warning).to_contain_text("7")
        is_sound(page, f"study-operator-late-{screen}-{language}")
        name = f"study-operator-late-whole-{screen}-{language}.png"
        page.screenshot(path=SCREENSHOTS / name, full_page=True)
