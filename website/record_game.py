"""Records a game in the browser, with what the partner believes about the player.

python -m website.record_game docs/pictures/game.webp

Starts a server, lets an agent move in the seat of a person, and takes a picture after each pair of
turns. Needs Chromium and the extra `dev`.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.web.browser.server import Server

import tamaya as ty

PARTNER = "meta:detective"
STAND_IN = "elite:canaan2020-1#3,3"
"""the agent that moves for the person"""
SETUP, SEED = "competition", 7
PICTURES = 22
WIDTH, HEIGHT = 1120, 790
_FETCH = """([path, body]) => fetch(path, body && {method: "POST", body: JSON.stringify(body),
    headers: {"content-type": "application/json"}}).then(answer => answer.json())"""


def record(path: Path) -> None:
    """Plays a game and writes the animation."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tool:
        server = Server(Path(folder))
        try:
            browser = tool.chromium.launch(executable_path=shutil.which("chromium"))
            context = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT},
                color_scheme="dark",
                reduced_motion="reduce",
            )
            first, *others = _play(context.new_page(), server.url)
            browser.close()
        finally:
            server.stop()
    shown = [1500, *[900] * (len(others) - 1), 3000]
    first.save(
        path, save_all=True, append_images=others, duration=shown, loop=0, quality=60, method=4
    )


def _play(page: Page, url: str) -> list[Image.Image]:
    page.goto(url)
    wish = {
        "seats": [{"kind": "human", "name": "You"}, {"kind": "agent", "agent": PARTNER}],
        "deck": {"kind": "seed", "seed": SEED},
        "setup": SETUP,
    }
    game = page.evaluate(_FETCH, ["/api/games", wish])["game"]
    page.goto(f"{url}/g/{game}")
    page.locator(".beside summary").click()
    state = ty.State.deal(SEED, ty.Setup.competition(players=2))
    player = ty.as_agent(STAND_IN).sit(0, SEED)
    player.begin_game(state.view(0))
    pictures = [_picture(page)]
    while len(pictures) < PICTURES and not state.over:
        _move(page, game, state, str(player.decide(state.view(0)).move))
        pictures.append(_picture(page))
    return pictures


def _move(page: Page, game: str, state: ty.State, move: str) -> None:
    """Makes a move, waits for the partner's, and follows both in `state`."""
    turn = state.turn
    body = {"v": 1, "turn": turn, "move": move, "cid": f"move{turn}"}
    page.evaluate(_FETCH, [f"/api/games/{game}/moves", body])
    while True:
        entries = _entries(page, game)
        if len(entries) > turn + 1 or state.over:
            break
        page.wait_for_timeout(100)
    for entry in entries[turn:]:
        state.apply(entry["move"])


def _entries(page: Page, game: str) -> list[dict[str, Any]]:
    frames = page.evaluate(_FETCH, [f"/api/games/{game}/events?after=0", None])["frames"]
    return [frame["entry"] for frame in frames if frame["t"] == "event"]


def _picture(page: Page) -> Image.Image:
    page.wait_for_timeout(1200)  # until the page has drawn the turn and the belief
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    record(Path(sys.argv[1]))
