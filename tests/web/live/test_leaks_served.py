"""The test of leaks through a whole server: sockets, HTTP bodies and lists of games."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from tamaya.web.live import table as tables
from tests.sampling import sampled
from tests.web.given_decks import SESSION, begin_with_deck, make_moves
from tests.web.hidden import Deal, elsewhere, random_deal
from tests.web.pages import page, serving

pytestmark = pytest.mark.slow
PARTS, GAMES = 16, 13
"""208 games in all, split so that workers can share them"""


def received_by(folder: Path, deals: list[Deal], viewers: list[int]) -> list[str]:
    """Everything that the viewers of the games receive, and watchers of their seats."""
    received: list[str] = []
    with serving(folder) as client:
        for number, (deal, viewer) in enumerate(zip(deals, viewers, strict=True)):
            begin_with_deck(client, f"game{number}", deal, viewer)
            received += received_in_game(client, f"game{number}", deal, viewer)
    return received


def received_in_game(client: TestClient, game: str, deal: Deal, viewer: int) -> list[str]:
    address, received = f"/api/games/{game}", []
    client.cookies.clear()
    with page(client, game, shadows=viewer) as watcher:
        watcher.receive("presence")
        client.cookies.set("tamaya_session", SESSION)
        with page(client, game) as seated:
            for viewer_page in (seated, watcher):
                viewer_page.receive("presence")
            make_moves(client, game, deal)
            for viewer_page in (seated, watcher):
                while viewer_page.receive().get("seq") != len(deal.moves):
                    pass
                received += [str(frame) for frame in viewer_page.frames]
    for path in ("/events", "/events?after=3", "/export", "/reasons"):
        answer = client.get(address + path)
        assert answer.status_code == (200 if "events" in path else 409)
        received.append(answer.text)
    received.append(client.get("/api/games?mine").text)
    return received


@pytest.mark.parametrize("part", sampled(range(PARTS), {0}))
def test_a_server_tells_a_seat_the_same_whatever_is_hidden(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = SimpleNamespace(time=lambda: 0.0, monotonic=lambda: 0.0)
    monkeypatch.setattr(tables, "time", still)
    deals, lookalikes, viewers = [], [], []
    for seed in range(part * GAMES, (part + 1) * GAMES):
        deal = random_deal(seed)
        viewer = random.Random(seed).randrange(deal.setup.players)
        deals.append(deal.cut(len(deal.moves) * 3 // 4))
        lookalikes.append(elsewhere(deals[-1], viewer, seed))
        viewers.append(viewer)
    assert sum(a.deck != b.deck for a, b in zip(deals, lookalikes, strict=True)) > GAMES - 2
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first, second = (
        received_by(tmp_path / name, games, viewers)
        for name, games in (("one", deals), ("two", lookalikes))
    )
    assert len(first) > 20 * GAMES
    assert first == second
