"""Every page of a study in the browser: both sizes, both languages, by keyboard and touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.study.files import SMALL, changed
from tests.web.browser.conftest import PATIENCE, SIZES, Screen
from tests.web.browser.looks import SCREENSHOTS, is_seen_whole, is_sound
from tests.web.browser.table import COUNT_SOUNDS, move, wait_for_turn
from tests.web.study.test_killed import play, served

TOKEN = "a token of sixteen"
LONG = changed(
    (
        '[[pages]]\npage = "rules"',
        '[[pages]]\npage = "info"\nname = "hello"\ntext = "Some **words** to read."\n'
        'minutes = 20\non_timeout = "submit"\n'
        '[[pages]]\npage = "lesson"\n[[pages]]\npage = "rules"',
    ),
    ('page = "practice"', 'page = "practice"\nminutes = 30\non_timeout = "submit"'),
    (
        'instrument = "attention"',
        'instrument = "attention"\n[[pages]]\npage = "survey"\ninstrument = "nasa_tlx"\n'
        '[[pages]]\npage = "survey"\ninstrument = "words"',
    ),
    text=SMALL
    + '\n[[instruments]]\nname = "words"\n[[instruments.items]]\nid = "remarks"\nkind = "text"\n'
    'prompt = { en = "Anything else?", de = "Möchten Sie noch etwas sagen?" }\n'
    "[later_games]\nmost = 5\nfirst_seed = 6\nlast_seed = 9\n",
)
SAMPLE = {("desktop", "en"), ("phone", "de")}
LOOKS = [
    pytest.param(*look, marks=[] if look in SAMPLE else [pytest.mark.exhaustive])
    for look in product(SIZES, ("en", "de"))
]
"""`make test` runs two of them, `make test-all` every size in every language"""
BEGIN = {"en": "Begin", "de": "Beginnen"}
GO_ON = {"en": "Continue", "de": "Weiter"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(LONG)
    with served(folder) as (_, port):
        yield port


def context_of(browser: Browser, port: int, screen: Screen, language: str) -> BrowserContext:
    width, height = SIZES[screen]
    context = browser.new_context(
        base_url=f"http://localhost:{port}",
        viewport={"width": width, "height": height},
        color_scheme="dark" if language == "de" else "light",
        reduced_motion="reduce",
        locale=language,
        has_touch=screen in ("phone", "sideways"),
        is_mobile=screen in ("phone", "sideways"),
    )
    context.set_default_timeout(PATIENCE)
    return context


def session_of(page: Page) -> str:
    return next(c["value"] for c in page.context.cookies() if c["name"] == "tamaya_session")


def finish_game(page: Page, port: int) -> None:
    """Plays the game that the page shows to its end, beside the page."""
    state = page.request.get("/api/study/state").json()
    play(port, state["page"]["game"], session_of(page), 1000)
    expect(page.locator("section.end")).to_be_visible()


def answer_all(page: Page, choice: int = 1) -> None:
    """Gives an answer to every question: of options, the one with this number."""
    for group in page.locator("fieldset:has(input[type=radio])").all():
        group.locator("input[type=radio]").nth(choice).check()
    for slider in page.locator("input[type=range]").all():
        slider.press("ArrowRight")
    for field in page.locator("textarea").all():
        field.fill("Nothing <b>else</b>.")


@pytest.mark.parametrize(("screen", "language"), LOOKS)
def test_every_page_is_accessible_and_fits(
    browser: Browser, port: int, screen: Screen, language: str
) -> None:
    look = f"{screen}-{language}"
    with context_of(browser, port, screen, language) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"/?PROLIFIC_PID=p-{look}")
        begin = page.get_by_role("button", name=BEGIN[language])
        expect(begin).to_be_enabled()
        is_sound(page, f"study-landing-{look}")
        begin.click()
        expect(page.locator("[data-trace=agree]")).to_be_visible()
        go_through(page, port, look, language)
        page.get_by_role("button", name="Play another" if language == "en" else "Noch ein").click()
        expect(page.locator(".board")).to_be_visible()
        finish_game(page, port)
        page.locator("section.end button").click()
        expect(page.locator(".code")).to_be_visible()
        assert errors == []


def operator_watches(page: Page, port: int, screen: Screen, language: str) -> None:
    """The operator sees the table of a game that a participant is playing."""
    browser = page.context.browser
    assert browser is not None
    look = f"{screen}-{language}"
    participant = page.request.get("/api/study/state").json()["participant"]
    with context_of(browser, port, screen, language) as context:
        operator = context.new_page()
        operator.goto("/study/operator")
        expect(operator.get_by_role("heading", level=1)).to_be_visible()
        is_sound(operator, f"study-operator-token-{look}")
        operator.locator("input[type=password]").fill(TOKEN)
        operator.locator("button[type=submit]").click()
        table = operator.locator(".tables article", has_text=participant)
        expect(table).to_be_visible()
        score = int(table.locator(".counters b").first.inner_text())
        is_sound(operator, f"study-operator-{look}")
        operator.screenshot(path=SCREENSHOTS / f"study-operator-whole-{look}.png", full_page=True)
        faces = table.get_by_role("img").count() or table.locator(".card").count()
        assert faces >= 10  # both hands
        assert score >= 0
        finish_game(page, port)
        expect(table).to_have_count(0)  # the page asks again by itself


def title_is_whole(page: Page, name: str) -> None:
    """The bar shows its whole title, also beside the time left."""
    cut = page.locator("header.bar .title").evaluate("e => e.scrollWidth - e.clientWidth")
    assert cut <= 0, f"{name}: {cut} pixels of the title are cut off"


def go_through(page: Page, port: int, look: str, language: str) -> None:
    seen: list[str] = []
    while True:
        state = page.request.get("/api/study/state").json()["page"]
        name = f"{len(seen):02}-{state['kind']}"
        seen.append(state["kind"])
        expect(page.locator("h1")).to_be_attached()
        if state["kind"] == "end":
            expect(page.locator(".code code")).to_have_text(state["code"])
            is_sound(page, f"study-{name}-{look}")
            break
        # The next page has another heading element, even if it has the same words.
        page.locator("h1").evaluate("heading => (heading.dataset.before = '')")
        if "game" in state:
            expect(page.locator(".board")).to_be_visible()
            assert wait_for_turn(page)
            expect(page.locator(".prompt")).not_to_contain_text("Tip")
            page.evaluate(COUNT_SOUNDS)
            move(page, 0, "click")
            assert wait_for_turn(page)
            is_sound(page, f"study-{name}-{look}")
            is_seen_whole(page, f"study-{name}-{look}")
            title_is_whole(page, f"study-{name}-{look}")
            assert page.evaluate("window.struck") == 0, "games of studies are silent"
            if state["kind"] == "practice":
                expect(page.get_by_role("timer")).to_be_visible()
                operator_watches(page, port, cast(Screen, look.split("-", maxsplit=1)[0]), language)
            else:
                finish_game(page, port)
            is_sound(page, f"study-{name}-over-{look}")
            page.locator("section.end button").click()
        elif state["kind"] == "lesson":
            is_sound(page, f"study-{name}-{look}")
            for _ in range(8):
                page.locator("[data-trace='lesson next']").click()
        elif state["kind"] == "consent":
            menu(page, look)
            is_sound(page, f"study-{name}-{look}")
            page.locator("[data-trace=agree]").click()
        else:
            answer_all(page, choice=0 if state["kind"] == "quiz" else 1)
            is_sound(page, f"study-{name}-{look}")
            page.get_by_role("button", name=GO_ON[language], exact=True).click()
            if state["kind"] == "quiz":
                expect(page.locator(".mistaken input").first).to_be_focused()
                is_sound(page, f"study-{name}-wrong-{look}")
                answer_all(page)
                page.get_by_role("button", name=GO_ON[language], exact=True).click()
        expect(page.locator("h1[data-before]")).to_have_count(0)
    assert set(seen) == {
        "consent",
        "survey",
        "info",
        "lesson",
        "rules",
        "quiz",
        "practice",
        "game",
        "debrief",
        "end",
    }


def seconds_in(timer: str) -> int:
    """The time left, like 19:58, in seconds."""
    minutes, seconds = timer.rsplit(maxsplit=1)[-1].split(":")
    return 60 * int(minutes) + int(seconds)


def menu(page: Page, look: str) -> None:
    page.locator("[data-trace=menu]").click()
    page.locator("[data-trace=link]").click()
    expect(page.locator(".address")).to_contain_text("/study#resume=")
    is_sound(page, f"study-menu-{look}")
    page.keyboard.press("Escape")


def test_a_reload_another_device_and_unsent_answers(browser: Browser, port: int) -> None:
    with context_of(browser, port, "desktop", "en") as context:
        page = context.new_page()
        page.goto("/study")
        page.get_by_role("button", name="Begin").press("Enter")  # by keyboard
        page.locator("[data-trace=agree]").press("Enter")
        page.locator("input[name=gamer]").first.check()
        page.reload()
        expect(page.locator("input[name=gamer]").first).to_be_checked()
        page.locator("[data-trace=menu]").click()
        page.locator("[data-trace=link]").click()
        link = page.locator(".address code").inner_text()
        with context_of(browser, port, "phone", "en") as phone:
            other = phone.new_page()
            other.goto(link.partition(str(port))[2])
            expect(other.locator("input[name=gamer]").first).to_be_visible()
            assert "resume" not in other.url
            other.locator("[data-trace=menu]").click()
            other.get_by_role("button", name="Stop and delete my data").click()
            other.locator("[data-trace='stop delete']").click()
            expect(other.locator("h1")).to_have_text("Your data are deleted")
            is_sound(other, "study-withdrawn-phone-en")
        page.reload()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        page.goto(link.partition(str(port))[2])
        page.reload()  # only the part after # changed
        expect(page.get_by_role("alert")).to_contain_text("This personal link is not valid")
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        assert "resume" not in page.url


def test_a_survey_says_which_question_is_missing(browser: Browser, port: int) -> None:
    with context_of(browser, port, "desktop", "en") as context:
        page = context.new_page()
        page.goto("/study")
        page.get_by_role("button", name="Begin").click()
        page.locator("[data-trace=agree]").click()
        page.get_by_role("button", name="Continue", exact=True).click()
        timer = page.get_by_role("timer")
        first = timer.inner_text()
        expect(timer).not_to_have_text(first)
        assert seconds_in(timer.inner_text()) < seconds_in(first) <= 20 * 60
        page.get_by_role("button", name="Continue", exact=True).click()
        expect(page.get_by_role("timer")).to_have_count(0)
        for _ in range(8):
            page.locator("[data-trace='lesson next']").click()
        page.get_by_role("button", name="Continue", exact=True).click()
        expect(page.locator("input[name=quiz_hint]").first).to_be_visible()
        page.get_by_role("button", name="Continue", exact=True).click()
        expect(page.get_by_role("alert")).to_have_text("Some questions still need an answer.")
        expect(page.locator("input[name=quiz_own_cards]").first).to_be_focused()
        is_sound(page, "study-missing-desktop-en")
