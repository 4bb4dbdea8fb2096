"""Plays games in browsers that Playwright cannot drive here."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any, Literal

Device = Literal["mouse", "touch", "keys"]
Action = dict[str, Any]
_SHIFT = "\ue008"
_ENTER = "\ue007"
_PATIENCE = 180.0
"""seconds for what must happen on a busy machine"""


class DrivenPage(ABC):
    """One tab of a browser."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Opens an address."""

    @abstractmethod
    def close(self) -> None:
        """Closes the tab and forgets its cookies."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""

    @abstractmethod
    def perform(self, source: Action) -> None:
        """Performs the actions of an input device, as WebDriver defines them."""

    def count(self, selector: str) -> int:
        """How many elements match."""
        number: int = self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")
        return number

    def wait_for(self, selector: str) -> None:
        """Waits until an element matches."""
        deadline = time.monotonic() + _PATIENCE
        while not self.count(selector):
            assert time.monotonic() < deadline, f"no {selector} after {_PATIENCE} s"
            time.sleep(0.05)

    def press(self, selector: str, device: Device) -> None:
        """Clicks or taps the middle of an element, as a hand would; keys press Enter on it."""
        self.wait_for(selector)
        text = json.dumps(selector)
        if device == "keys":
            self.evaluate(f"document.querySelector({text}).focus()")
            self.keys(_ENTER)
            return
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({text}); e.scrollIntoView("
            "{ block: 'center' }); const b = e.getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        at = {"x": round(box[0]), "y": round(box[1])}
        actions = [
            {"type": "pointerMove", **at},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        parameters = {"pointerType": device}
        pointer = {"type": "pointer", "id": device, "parameters": parameters, "actions": actions}
        self.perform(pointer)

    def keys(self, letters: str, *, shift: bool = False) -> None:
        """Presses keys one after the other."""
        actions = []
        for letter in letters:
            pressed = [_SHIFT, letter] if shift else [letter]
            actions += [{"type": "keyDown", "value": key} for key in pressed]
            actions += [{"type": "keyUp", "value": key} for key in reversed(pressed)]
        self.perform({"type": "key", "id": "keys", "actions": actions})

    def too_wide(self) -> int:
        """Pixels by which the page is wider than its window."""
        wider: int = self.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return wider


def choose(page: DrivenPage, slot: int, device: Device, *, partner: bool = False) -> None:
    """Chooses one of our cards, or one of the first partner's."""
    hand = ".others .seat:first-child" if partner else ".seat.own"
    if device != "keys":
        page.press(f"{hand} li:nth-child({slot + 1}) button", device)
    elif partner:
        page.keys("!", shift=True)  # Shift and 1: the partner's oldest card
    else:
        page.keys(str(slot + 1))


def act(page: DrivenPage, kind: str, device: Device) -> None:
    """Makes a move with the chosen card, even if the page warns against it."""
    turns = page.count(".log li")
    page.wait_for(f".act.{kind}")
    if device == "keys":
        page.keys({"play": "p", "hint_rank": "r"}[kind])
    else:
        page.press(f".act.{kind}", device)
    moved = f".log li:nth-child({turns + 1})"
    page.wait_for(f"dialog[open], {moved}")
    if page.count("dialog[open]"):
        page.press("dialog[open] .body > div .button:last-child", device)
    page.wait_for(moved)


def play_to_the_end(page: DrivenPage, device: Device, name: str) -> int:
    """Hints once, then plays the oldest card until the game is over; returns our moves."""
    moves = 0
    while True:
        page.wait_for(".status.mine, .end")
        assert page.too_wide() <= 0, name
        if page.count(".end"):
            return moves
        choose(page, 0, device, partner=moves == 0)
        act(page, "hint_rank" if moves == 0 else "play", device)
        moves += 1


def play_from_the_lobby(
    page: DrivenPage, url: str, device: Device, players: int, language: str
) -> None:
    """Begins a game in the lobby and plays it to its score."""
    name = f"{device} {players} {language}"
    page.wait_for("label.partner")
    page.evaluate(f"localStorage.setItem('tamaya.language', '{language}')")
    page.go(url)
    page.wait_for("label.partner")
    assert page.too_wide() <= 0, name
    page.press(f"label:has(input[name=players][value='{players}'])", "mouse")
    page.press("button[type=submit].big", device)
    page.wait_for(".board")
    assert play_to_the_end(page, device, name) > 2
    words = "von 25 Punkten" if language == "de" else "of 25 points"
    assert words in page.evaluate("document.querySelector('.end h2').textContent")
