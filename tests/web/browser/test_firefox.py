"""Whole games in Firefox: by mouse, keys and touch, for 2 to 5 players, at four sizes."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.web.browser.conftest import SIZES, Screen
from tests.web.browser.driven import Device, play_from_the_lobby
from tests.web.browser.firefox import Firefox, firefox_path
from tests.web.browser.games import games_in
from tests.web.browser.server import Server


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = firefox_path()
    if path is None:
        missing = "no Firefox here: apt-get install --no-install-recommends firefox-esr"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    running = Firefox(path, tmp_path_factory.mktemp("profile"))
    yield running
    running.close()


@pytest.mark.parametrize(("screen", "players", "device", "language"), games_in("firefox"))
def test_a_whole_game_in_firefox(  # noqa: PLR0913, PLR0917
    firefox: Firefox, server: Server, screen: Screen, players: int, device: Device, language: str
) -> None:
    page = firefox.page(f"{server.url}/", SIZES[screen])
    play_from_the_lobby(page, f"{server.url}/", device, players, language)
    page.close()
