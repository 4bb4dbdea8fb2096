"""How a page looks: accessible, within its screen, and left as a picture."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.truth import ROOT

SCREENSHOTS = ROOT / "build" / "screenshots"


def is_sound(page: Page, name: str) -> None:
    """Nothing for axe to complain about, nothing wider than the screen; a picture is left."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wider <= 0, f"{name} is {wider} pixels wider than the screen"
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def is_seen_whole(page: Page, name: str) -> None:
    """Nothing to scroll: a table fits its screen."""
    higher = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    assert higher <= 0, f"{name} is {higher} pixels higher than the screen"
