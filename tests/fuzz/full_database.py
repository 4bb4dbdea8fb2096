"""A server whose disk is full: it says so, goes on, and keeps every move that it confirmed."""

from __future__ import annotations

import json
import random
import tempfile
import urllib.error
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.fuzz.crashes import TWO_PEOPLE
from tests.fuzz.limits import SmallDisk
from tests.fuzz.target import Refused, Target, register
from tests.web.process import Server, act, frame, served

_MOST_GAMES = 25
"""fewer than a server lets one visitor begin in a minute"""


def _draw(rng: random.Random) -> bytes:
    return json.dumps({"bytes": rng.randrange(500_000, 1_500_000, 4096)}).encode()


def _full_database(data: bytes) -> None:
    size = int(json.loads(data)["bytes"])
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "disk"
        with SmallDisk.mounted(place, size) as disk:
            if disk is None:
                raise Refused  # this user may not mount anything
            database = f"sqlite:///{place}/games.db"
            with served(database) as server:
                games = _begun(server)
                confirmed = {game: _one_move(server, game, token) for game, token in games.items()}
                assert server.get("/api/agents")[0] == 200, "the server goes on"
                server.kill()
            disk.resize(1 << 26)
            with served(database) as server:
                for game, token in games.items():
                    assert _turn(server, game, token) >= confirmed[game], "a move is lost"


def _begun(server: Server) -> dict[str, str]:
    """Begins games until the disk is full; the token of the first seat of each."""
    games = {}
    for _ in range(_MOST_GAMES):
        try:
            game = server.post("/api/games", TWO_PEOPLE)
        except urllib.error.HTTPError as error:
            assert error.code == 503, f"{error.code}: {error.read()!r}"
            assert b"cannot store anything now" in error.read()
            break
        games[game["game"]] = game["tokens"][0]["token"]
    return games


def _one_move(server: Server, game: str, token: str) -> int:
    """Makes a move; the number of moves that the server has confirmed."""
    try:
        with server.page(game, token=token) as page:
            table = frame(page, "snapshot")["table"]
            act(page, table, "play 0")
            frame(page, "event")
            return int(table["turn"]) + 1
    except ConnectionClosed:  # the table is read again from the database
        return 0


def _turn(server: Server, game: str, token: str) -> int:
    with server.page(game, token=token) as page:
        return int(frame(page, "snapshot")["table"]["turn"])


register(
    Target(
        "full database",
        "a server whose disk is full says so, goes on, and keeps every move that it confirmed",
        _draw,
        _full_database,
        slow=True,
        seconds=600.0,
    )
)
