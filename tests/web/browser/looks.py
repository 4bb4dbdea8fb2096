"""Checks that a page is accessible and fits its screen, and saves a screenshot."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.truth import ROOT

SCREENSHOTS = ROOT / "build" / "screenshots"


def is_sound(page: Page, name: str) -> None:
    """Checks that axe reports nothing and nothing is wider than the screen; saves a screenshot."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    is_not_too_wide(page, name)
    report = Axe().run(page)
    assert report.violations_count == 0, f"{name}: {report.generate_report()}"


def is_not_too_wide(page: Page, name: str) -> None:
    """Checks that the page needs no horizontal scrolling.

    The window of a phone grows with its content, so the page is compared with the screen.
    """
    size = page.viewport_size
    assert size is not None
    wider = page.evaluate("document.documentElement.scrollWidth") - size["width"]
    assert wider <= 0, f"{name} is {wider} pixels wider than the screen"


def is_seen_whole(page: Page, name: str) -> None:
    """Checks that the table fits the screen without scrolling."""
    higher = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    assert higher <= 0, f"{name} is {higher} pixels higher than the screen"
