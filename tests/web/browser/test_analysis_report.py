"""The report of a study's analysis in the browser: accessible, and no wider than the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tamaya.study.analysis.analysis import analyse
from tamaya.study.analysis.report import write_report
from tests.study.analysis.made_up import planned, tables
from tests.web.browser.conftest import PATIENCE, SIZES, Screen


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    return write_report(analyse(planned(), tables()), "A small study", folder)[0]


@pytest.mark.parametrize(("screen", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_report_is_accessible_and_fits(
    browser: Browser, report: Path, screen: Screen, theme: Literal["light", "dark"]
) -> None:
    width, height = SIZES[screen]
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme
    ) as context:
        page = context.new_page()
        page.goto(report.as_uri(), timeout=PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert Axe().run(page).response["violations"] == []


def test_print_shows_whole_tables_and_details(browser: Browser, report: Path) -> None:
    with browser.new_context(viewport={"width": 718, "height": 1000}) as context:  # A4
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(report.as_uri(), timeout=PATIENCE)
        wide = "e => e.querySelector('table').offsetWidth - e.offsetWidth"
        tables = page.locator(".scroll").all()
        assert len(tables) > 8
        assert max(table.evaluate(wide) for table in tables) <= 0
        assert page.locator("details table").first.is_visible()
