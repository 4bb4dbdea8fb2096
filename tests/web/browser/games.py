"""Which whole games are played in which browser.

The sample of `make test` meets every pair of values once, such as Firefox and a phone, or a phone
and five players. `make test-all` plays all games in both browsers.
"""

from __future__ import annotations

from typing import Literal

import pytest
from _pytest.mark import ParameterSet

from tests.sampling import pairwise
from tests.web.browser.conftest import Screen
from tests.web.browser.driven import Device

SCREENS: tuple[Screen, ...] = ("wide", "tablet", "phone", "sideways")
DEVICES: tuple[Device, ...] = ("mouse", "keys", "touch")
BROWSERS = ("firefox", "chromium")
LANGUAGES = ("en", "de")


def games_in(browser: Literal["chromium", "firefox"]) -> list[ParameterSet]:
    """Parameters for a test in this browser: screen, players, device and language."""
    games = pairwise(SCREENS, (2, 3, 4, 5), DEVICES, BROWSERS, LANGUAGES)
    return [
        pytest.param(screen, players, device, language, marks=game.marks)
        for game in games
        for screen, players, device, its_browser, language in [game.values]
        if its_browser == browser
    ]
