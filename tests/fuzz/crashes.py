"""kill -9 at random moments: saved files are intact, and work resumes with the same result.

Other commands that save their work belong here: a run in a folder is a `_Work` (a script, and what
must not depend on interruptions), anything else a `Target` of its own.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tamaya.networks.weights_file import WeightsFile
from tests.fuzz.target import Target, register
from tests.web.process import Server, act, frame, served

Results = dict[str, bytes]


@dataclass(frozen=True)
class _Work:
    """A run in a folder that resumes after any interruption."""

    script: str
    """prints a line for each step; its argument is the folder"""
    steps: int
    results: Callable[[Path], Results]
    """what does not depend on the time that a run takes"""

    def started(self, folder: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", self.script, str(folder)],
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


def _files_of_evolution(folder: Path) -> Results:
    names = ("archive.parquet", "pool.json", "config.toml", "inputs.json")
    return {name: (folder / name).read_bytes() for name in names}


def _learned(folder: Path) -> Results:
    from tamaya.learn.curve import Curve

    weights = WeightsFile.read(folder / "network.safetensors").tensors
    curve = Curve.read(folder / "curve.csv")
    columns = {name: curve.column(name).tobytes() for name in ("turns", "kept", "entropy")}
    return {name: values.tobytes() for name, values in weights.items()} | columns


WORKS = {
    "evolve": _Work(
        """
import sys, tamaya as ty
from tamaya.qd import run
run._SAVE_SECONDS = 0.0
ty.evolve(sys.argv[1], candidates=240, batch=20, games=10, grid=(3, 3), random_start=40, seed=5,
          progress=lambda _: print(".", flush=True))
""",
        14,
        _files_of_evolution,
    ),
    "learn": _Work(
        """
import sys
from tamaya.learn import Config, run
run._SAVE_SECONDS = 0.0
config = Config(setup="standard colors=2 ranks=2 hand_size=2", observation="hle", games=16,
                steps=8, turns=1024, hidden=(16, 16), minibatches=2, precision="float32")
run.train(sys.argv[1], config, device="cpu", threads=1, progress=lambda _: print(".", flush=True))
""",
        8,
        _learned,
    ),
}


@cache
def _uninterrupted(name: str) -> Results:
    with tempfile.TemporaryDirectory() as place:
        folder, work = Path(place) / "run", WORKS[name]
        _, errors = (whole := work.started(folder)).communicate(timeout=500)
        assert whole.returncode == 0, errors
        return work.results(folder)


def _kill_at(process: subprocess.Popen[str], steps: int, later: float) -> None:
    assert process.stdout is not None
    for _ in range(steps):
        process.stdout.readline()
    time.sleep(later)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def _kill(name: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        """Kills a run after some steps, several times, and compares its end with a whole run."""
        given, work = json.loads(data), WORKS[name]
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "run"
            for steps in given["kills"]:
                _kill_at(work.started(folder), steps, given["later"])
            _, errors = (last := work.started(folder)).communicate(timeout=500)
            assert last.returncode == 0, errors
            assert work.results(folder) == _uninterrupted(name)

    return run


def _draw_kills(steps: int) -> Callable[[random.Random], bytes]:
    def draw(rng: random.Random) -> bytes:
        kills = [rng.randrange(steps) for _ in range(rng.randint(1, 3))]
        return json.dumps({"kills": kills, "later": rng.random() * 0.05}).encode()

    return draw


for _name, _work in WORKS.items():
    register(
        Target(
            f"kill {_name}",
            "a run that was killed at any moment ends as if it had not been",
            _draw_kills(_work.steps),
            _kill(_name),
            slow=True,
            seconds=600.0,
        )
    )


def _draw_moves(rng: random.Random) -> bytes:
    return json.dumps({"moves": rng.randrange(1, 8), "later": rng.random() * 0.02}).encode()


def _kill_server(data: bytes) -> None:
    """Kills a server during a game; all confirmed moves must exist after the restart."""
    given = json.loads(data)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "served"
        folder.mkdir()
        database = f"sqlite:///{folder}/games.db"
        with served(database) as server:
            game = server.post("/api/games", TWO_PEOPLE)
            confirmed = _played(server, game, int(given["moves"]))
            time.sleep(given["later"])
            server.kill()
        with served(database) as server:
            token = game["tokens"][0]["token"]
            with server.page(game["game"], token=token) as page:
                table = frame(page, "snapshot")["table"]
                assert table["turn"] >= confirmed, "a confirmed move is lost"


TWO_PEOPLE = {"seats": [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bob"}]}


def _played(server: Server, created: dict[str, object], moves: int) -> int:
    """Lets two people take turns; returns the number of confirmed moves."""
    tokens = [token["token"] for token in created["tokens"]]  # type: ignore[attr-defined]
    game = str(created["game"])
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
        seconds=600.0,
    )
)
