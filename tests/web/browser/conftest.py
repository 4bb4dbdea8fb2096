"""One server and one Chromium for all browser tests of a worker."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")
playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.web.browser.contexts import Contexts  # noqa: E402
from tests.web.browser.server import Server  # noqa: E402

PATIENCE = 120_000
"""milliseconds for what must happen: on a busy machine a page takes far longer than elsewhere"""
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
Screen = Literal["desktop", "phone", "tablet", "sideways", "wide"]
Theme = Literal["dark", "light"]
SIZES: dict[Screen, tuple[int, int]] = {
    "desktop": (1280, 800),
    "phone": (390, 844),
    "tablet": (1024, 768),
    "sideways": (844, 390),
    "wide": (1440, 900),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks all tests of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """Path of the system's Chromium. Without one tests skip, but in CI they fail."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing = "no Chromium here: apt-get install --no-install-recommends chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return path


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed before other tests: while it is open, Playwright's event loop counts as running."""
    path = chromium()
    with sync_playwright() as tool:
        running = tool.chromium.launch(executable_path=path, timeout=PATIENCE)
        yield running
        running.close()


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Iterator[Contexts]:
    all_contexts = Contexts(browser)
    yield all_contexts
    all_contexts.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.stop()


Visit = Callable[..., Page]


@pytest.fixture
def visit(contexts: Contexts, server: Server) -> Iterator[Visit]:
    """Opens an address as a person of its own; every request must go to the server.

    `fresh` people have nothing in their cache; `offline` ones have a service worker, too.
    """
    strayed: list[str] = []
    broken: list[str] = []

    def go(  # noqa: PLR0913
        path: str,
        screen: Screen = "desktop",
        theme: Theme = "dark",
        *,
        motion: bool = False,
        locale: str = "en-GB",
        fresh: bool = False,
        offline: bool = False,
        touch: bool = False,
    ) -> Page:
        width, height = SIZES[screen]
        options = {
            "base_url": server.url,
            "viewport": {"width": width, "height": height},
            "color_scheme": theme,
            "reduced_motion": "no-preference" if motion else "reduce",
            "locale": locale,
            # Answers of a service worker would hide requests from these tests.
            "service_workers": "allow" if offline else "block",
            "has_touch": touch or screen in ("phone", "sideways"),
            "is_mobile": screen in ("phone", "sideways"),
        }
        page = contexts.page(options, fresh=fresh or offline)
        page.context.set_default_timeout(PATIENCE)
        page.on("request", lambda request: stray(request.url))
        page.on("websocket", lambda socket: stray(socket.url))
        page.on("console", lambda message: forbidden(message.text))
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(path)
        return page

    def stray(url: str) -> None:
        if server.url.partition("//")[2] != url.partition("//")[2].partition("/")[0]:
            strayed.append(url)

    def forbidden(text: str) -> None:
        if "Content Security Policy" in text:
            broken.append(text)

    yield go
    contexts.give_back()
    assert not strayed, "requests left the server"
    assert not broken, "errors in the page"
