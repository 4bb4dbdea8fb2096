"""Whole games in Firefox: by mouse, keys and touch, for 2 to 5 players, at four sizes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import pytest

from tests.web.browser.conftest import SIZES, Screen
from tests.web.browser.firefox import Device, Firefox, FirefoxPage, firefox_path
from tests.web.browser.server import Server

SAMPLE = {("wide", "mouse", 2, "en"), ("phone", "touch", 5, "de"), ("tablet", "keys", 3, "de")}
"""games of `make test`: starting Firefox is slow"""
GAMES = [
    pytest.param(*game, marks=[] if game in SAMPLE else [pytest.mark.exhaustive])
    for game in product(
        ("wide", "tablet", "phone", "sideways"),
        ("mouse", "keys", "touch"),
        (2, 3, 4, 5),
        ("en", "de"),
    )
]


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


def choose(page: FirefoxPage, slot: int, device: Device, *, partner: bool = False) -> None:
    """Chooses one of our cards, or one of the first partner's."""
    hand = ".others .seat:first-child" if partner else ".seat.own"
    if device != "keys":
        page.press(f"{hand} li:nth-child({slot + 1}) button", device)
    elif partner:
        page.keys("!", shift=True)  # Shift and 1: the partner's oldest card
    else:
        page.keys(str(slot + 1))


def act(page: FirefoxPage, kind: str, device: Device) -> None:
    """Makes a move with the chosen card, even if the page warns against it."""
    page.wait_for(f".act.{kind}")
    next_row = f".log li:nth-child({page.count('.log li') + 1})"
    if device == "keys":
        page.keys({"play": "p", "hint_rank": "r"}[kind])
    else:
        page.press(f".act.{kind}", device)
    page.wait_for(f"dialog[open], {next_row}")
    if page.count("dialog[open]"):
        page.press("dialog[open] .body > div .button:last-child", device)


def play_to_the_end(page: FirefoxPage, device: Device, name: str) -> int:
    """Hints once, then plays the oldest card until the game is over; returns our moves."""
    moves = 0
    while True:
        page.wait_for(".status.mine, .end")
        assert page.too_wide() <= 0, name
        if page.count(".end"):
            return moves
        turns = page.count(".log li")
        choose(page, 0, device, partner=moves == 0)
        act(page, "hint_rank" if moves == 0 else "play", device)
        page.wait_for(f".log li:nth-child({turns + 1})")
        moves += 1


@pytest.mark.parametrize(("screen", "device", "players", "language"), GAMES)
def test_a_whole_game_in_firefox(  # noqa: PLR0913, PLR0917
    firefox: Firefox, server: Server, screen: Screen, device: Device, players: int, language: str
) -> None:
    page = firefox.page(f"{server.url}/", SIZES[screen])
    name = f"{screen} {device} {players} {language}"
    page.wait_for("label.partner")
    page.evaluate(f"localStorage.setItem('tamaya.language', '{language}')")
    page.go(f"{server.url}/")
    page.wait_for("label.partner")
    assert page.too_wide() <= 0, name
    page.press(f"label:has(input[name=players][value='{players}'])", "mouse")
    page.press("button[type=submit].big", device)
    page.wait_for(".board")
    assert play_to_the_end(page, device, name) > 2
    words = "von 25 Punkten" if language == "de" else "of 25 points"
    assert words in page.evaluate("document.querySelector('.end h2').textContent")
    page.close()
