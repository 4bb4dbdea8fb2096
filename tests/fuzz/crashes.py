"""kill -9 at random moments: what was saved is whole, and work goes on as if nothing had happened.

Other commands that save their work belong here, each with a `Target` of its own: one function that
starts it, one that says what must hold after it was killed and started again.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from tests.fuzz.target import Target, register
from tests.web.process import Server, act, frame, served

_EVOLVE = """
import sys, tamaya as ty
from tamaya.qd import run
run._SAVE_SECONDS = 0.0
ty.evolve(sys.argv[1], candidates=240, batch=20, games=10, grid=(3, 3), random_start=40, seed=5,
          progress=lambda _: print(".", flush=True))
"""
_KEPT = ("archive.parquet", "pool.json", "config.toml", "inputs.json")
"""files that do not depend on the time that a run takes"""


def _draw(rng: random.Random) -> bytes:
    return json.dumps(
        {
            "kills": [rng.randrange(14) for _ in range(rng.randint(1, 3))],
            "later": rng.random() * 0.05,
        }
    ).encode()


def _evolving(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _EVOLVE, str(folder)],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _results(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in _KEPT}


@cache
def _uninterrupted() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        assert _evolving(folder).wait() == 0
        return _results(folder)


def _kill_evolve(data: bytes) -> None:
    """Kills a run after some batches, several times, and compares its end with a whole run."""
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        for batches in given["kills"]:
            process = _evolving(folder)
            assert process.stdout is not None
            for _ in range(batches):
                process.stdout.readline()
            time.sleep(given["later"])
            process.send_signal(signal.SIGKILL)
            process.communicate()
        last = _evolving(folder)
        _, errors = last.communicate(timeout=120)
        assert last.returncode == 0, errors
        assert _results(folder) == _uninterrupted()


register(
    Target(
        "kill evolve",
        "a run that was killed at any moment ends as if it had not been",
        _draw,
        _kill_evolve,
        slow=True,
        seconds=240.0,
    )
)


def _draw_moves(rng: random.Random) -> bytes:
    return json.dumps({"moves": rng.randrange(1, 8), "later": rng.random() * 0.02}).encode()


def _kill_server(data: bytes) -> None:
    """Kills a server while a game is played; whatever it has confirmed is there afterwards."""
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "served"
        folder.mkdir()
        database = f"sqlite:///{folder}/games.db"
        confirmed = 0
        with served(database) as server:
            made = server.post(
                "/api/games",
                {"seats": [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bob"}]},
            )
            confirmed = _played(server, made, int(given["moves"]))
            time.sleep(given["later"])
            server.kill()
        with served(database) as server:
            token = made["tokens"][0]["token"]
            with server.page(made["game"], token=token) as page:
                table = frame(page, "snapshot")["table"]
                assert table["turn"] >= confirmed, "a confirmed move is lost"


def _played(server: Server, made: dict[str, object], moves: int) -> int:
    """Two people take turns; the number of moves that the server has confirmed."""
    tokens = [token["token"] for token in made["tokens"]]  # type: ignore[attr-defined]
    game = str(made["game"])
    with server.page(game, token=tokens[0]) as ann, server.page(game, token=tokens[1]) as bob:
        pages = (ann, bob)
        for page in pages:
            frame(page, "snapshot")
        for turn in range(moves):
            act(pages[turn % 2], {"turn": turn}, f"play {turn % 2}")
            for page in pages:
                frame(page, "event")
            if turn >= 2:  # three misplays may end the game
                return turn + 1
    return moves


register(
    Target(
        "kill server",
        "a server that was killed at any moment has every move that it confirmed",
        _draw_moves,
        _kill_server,
        slow=True,
        seconds=120.0,
    )
)
