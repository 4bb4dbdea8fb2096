"""Whole games in WebKit: by mouse, keys and touch, for 2 to 5 players, at four sizes.

`apt-get install --no-install-recommends webkit2gtk-driver xvfb` brings what they need; without it
they are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.web.browser.conftest import SIZES, Screen
from tests.web.browser.driven import Device, play_from_the_lobby
from tests.web.browser.server import Server
from tests.web.browser.webkit import WebKit, webkit_paths

pytestmark = pytest.mark.exhaustive
GAMES = list(
    product(
        ("wide", "tablet", "phone", "sideways"),
        ("mouse", "keys", "touch"),
        (2, 3, 4, 5),
        ("en", "de"),
    )
)


@pytest.fixture
def webkit(tmp_path: Path) -> Iterator[WebKit]:
    """A driver for each game, so that a browser that hangs disturbs no other game."""
    paths = webkit_paths()
    if paths is None:
        pytest.skip(
            "no WebKit here: apt-get install --no-install-recommends webkit2gtk-driver xvfb"
        )
    running = WebKit(paths, tmp_path)
    yield running
    running.close()


@pytest.mark.parametrize(("screen", "device", "players", "language"), GAMES)
def test_a_whole_game_in_webkit(  # noqa: PLR0913, PLR0917
    webkit: WebKit, server: Server, screen: Screen, device: Device, players: int, language: str
) -> None:
    page = webkit.page(f"{server.url}/", SIZES[screen])
    play_from_the_lobby(page, f"{server.url}/", device, players, language)
    page.close()
