"""The same comparison through a whole server: sockets, HTTP bodies and what is kept for seats."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from tamaya.web.game.history import GameHistory, deck_text
from tamaya.web.game.records import Began, SeatedPlayer
from tamaya.web.http import tokens
from tamaya.web.live import table as tables
from tamaya.web.live.hub import Hub
from tamaya.web.storage.game_store import SeatKeys
from tests.sampling import sampled
from tests.web.hidden import Deal, elsewhere, some_deal
from tests.web.pages import page, serving

pytestmark = pytest.mark.slow
PARTS, GAMES = 8, 26
"""208 games in all, in parts that can be played beside each other"""
SESSION = "a session of somebody"


def begin(client: TestClient, game: str, deal: Deal, viewer: int) -> None:
    """Begins a game with a given deck, which no page can."""
    seats = tuple(SeatedPlayer("human", f"P{seat}") for seat in range(deal.setup.players))
    deck = deck_text(deal.deck)
    began = Began(0.0, str(deal.setup), deck, 1, seats, "negative", game, watchable=True)
    keys = [SeatKeys(tokens.hashed(f"token of {seat}")) for seat in range(len(seats))]
    keys[viewer] = SeatKeys(keys[viewer].token, tokens.hashed(SESSION))
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(hub.store.begin, game, GameHistory(began), keys)


def told(folder: Path, deals: list[Deal], viewers: list[int]) -> list[str]:
    """All that the viewers of some games receive, and what a watcher of the same seat does."""
    said: list[str] = []
    with serving(folder) as client:
        for number, (deal, viewer) in enumerate(zip(deals, viewers, strict=True)):
            begin(client, f"game{number}", deal, viewer)
            said += told_of(client, f"game{number}", deal, viewer)
    return said


def told_of(client: TestClient, game: str, deal: Deal, viewer: int) -> list[str]:
    address, said = f"/api/games/{game}", []
    mover = deal.setup.first_seat
    client.cookies.clear()
    with page(client, game, shadows=viewer) as watcher:
        watcher.receive("presence")
        client.cookies.set("tamaya_session", SESSION)
        with page(client, game) as seated:
            for one in (seated, watcher):
                one.receive("presence")
            for turn, move in enumerate(deal.moves):
                bearer = {"Authorization": f"Bearer token of {mover}"}
                body = {"v": 1, "t": "act", "turn": turn, "move": str(move), "cid": f"{turn}"}
                answer = client.post(f"{address}/moves", json=body, headers=bearer)
                assert answer.status_code == 200, answer.text
                mover = (mover + 1) % deal.setup.players
            for one in (seated, watcher):
                while one.receive().get("seq") != len(deal.moves):
                    pass
                said += [str(frame) for frame in one.frames]
    for path in ("/events", "/events?after=3", "/export", "/reasons"):
        answer = client.get(address + path)
        assert answer.status_code == (200 if "events" in path else 409)
        said.append(answer.text)
    said.append(client.get("/api/games?mine").text)
    return said


@pytest.mark.parametrize("part", sampled(range(PARTS), {0, 1}))
def test_a_server_tells_a_seat_the_same_whatever_is_hidden(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = SimpleNamespace(time=lambda: 0.0, monotonic=lambda: 0.0)
    monkeypatch.setattr(tables, "time", still)
    deals, others, viewers = [], [], []
    for seed in range(part * GAMES, (part + 1) * GAMES):
        whole = some_deal(seed)
        viewer = random.Random(seed).randrange(whole.setup.players)
        deals.append(whole.cut(len(whole.moves) * 3 // 4))
        others.append(elsewhere(deals[-1], viewer, seed))
        viewers.append(viewer)
    assert sum(a.deck != b.deck for a, b in zip(deals, others, strict=True)) > GAMES - 2
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first, second = (
        told(tmp_path / name, some, viewers) for name, some in (("one", deals), ("two", others))
    )
    assert len(first) > 20 * GAMES
    assert first == second
