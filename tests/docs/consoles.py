"""How tests execute the blocks of `console`, whose commands take too long as they are printed.

Each command runs with the words that `CONSOLES` adds to it. Of an option that is given twice the
last one counts, so the added words make the work smaller, and all others run as documented.
"""

from __future__ import annotations

import json
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from benchmarks.own_postgres import missing, own_postgres

from tests.docs.story import blocks_of
from tests.humans import study
from tests.remote.test_http import first_move, reply, server
from tests.truth import ROOT

StandIn = Callable[[Path], AbstractContextManager[Mapping[str, str]]]
"""Puts something into the folder, and gives the text that it replaces in commands"""

_NETWORK = (
    "--games 8 --set steps=2 --turns 16 --set hidden=8,8 --set precision=float32 --device cpu"
)
_TINY = f"tamaya learn self-play tiny --setup 'standard colors=2 ranks=2 hand_size=2' {_NETWORK}"
_GREEDY = "--games 10 --device cpu"
_EVOLUTION = "--candidates 20 --batch 20 --games 2"
_NO_CHILDREN = "--children 0 --random 0"
_RAY = "--address ''"  # on this machine
_STUDY = "tamaya study new pilot.toml --template adaptation"
_SERVER = "--port 0 --workers 1"


@dataclass(frozen=True)
class Console:
    """A block of `console` that a test executes."""

    page: str
    """below `docs`"""
    commands: Mapping[str, str]
    """how each command begins, and the words added to it"""
    before: tuple[str, ...] = ()
    """commands that make what earlier blocks of the page have made"""
    stand_ins: tuple[StandIn, ...] = ()
    exhaustive: bool = field(default=False, kw_only=True)
    """whether it takes more than two seconds of a core"""
    needs: str = field(default="", kw_only=True)
    """a program or a module, without which it is skipped"""

    @property
    def name(self) -> str:
        """The page and the first command."""
        return f"{self.page}: {next(iter(self.commands))}"


@contextmanager
def people(folder: Path) -> Iterator[Mapping[str, str]]:
    """The project contains no games of people: agents replace them."""
    study.write(folder / "HanabiData", people=20)
    yield {}


@contextmanager
def server_of_an_agent(folder: Path) -> Iterator[Mapping[str, str]]:
    """A server that makes the first legal move."""
    with server(first_move) as address:
        yield {"http://localhost:8123/": address}


@contextmanager
def program(folder: Path) -> Iterator[Mapping[str, str]]:
    """The example of the page as an executable file, which has more time on a busy machine."""
    bot = folder / "my_bot"
    bot.write_text(f"#!{sys.executable}\n" + (ROOT / "examples" / "remote_agent.py").read_text())
    bot.chmod(bot.stat().st_mode | stat.S_IXUSR)
    yield {"seconds=2": "seconds=100"}


@contextmanager
def chat_model(folder: Path) -> Iterator[Mapping[str, str]]:
    """A server that names the last legal move of each question."""

    def respond(handler: BaseHTTPRequestHandler, body: dict[str, object]) -> None:
        questions = body["messages"]
        assert isinstance(questions, list)
        move = questions[-1]["content"].partition("egal moves: ")[2].splitlines()[0].split(", ")[-1]
        reply(handler, json.dumps({"choices": [{"message": {"content": move}}]}).encode())

    shutil.copytree(ROOT / "examples", folder / "examples")
    with server(respond) as address:
        yield {
            "http://localhost:11434/v1/chat/completions": address,
            "remote:python ": f"remote:{sys.executable} ",
        }


@contextmanager
def entry(folder: Path) -> Iterator[Mapping[str, str]]:
    """The bot of the page, and a value of a beacon."""
    write_files(ROOT / "docs" / "tutorials" / "enter_benchmark.md", folder)
    yield {"VALUE": "4d2"}


@contextmanager
def careful(folder: Path) -> Iterator[Mapping[str, str]]:
    """The bot of another tutorial."""
    write_files(ROOT / "docs" / "tutorials" / "first_bot.md", folder)
    yield {}


@contextmanager
def few_games(folder: Path) -> Iterator[Mapping[str, str]]:
    """Less to measure."""
    yield {"games=400": "games=4"}


@contextmanager
def checkout(folder: Path) -> Iterator[Mapping[str, str]]:
    """This checkout, and its pip."""
    yield {"pip": f"{sys.executable} -m pip", "'.[cluster]'": f"'{ROOT}[cluster]'"}


@contextmanager
def database(folder: Path) -> Iterator[Mapping[str, str]]:
    """A database on this machine, and a secret."""
    if missing():
        pytest.skip(missing())
    with own_postgres() as url:
        yield {"postgresql://tamaya@db/games": f"'{url}'", "SECRET=...": f"SECRET={32 * '5'}"}


def write_files(page: Path, folder: Path) -> None:
    """Writes the blocks that have the name of a file."""
    for block in blocks_of(page):
        if block.title:
            (folder / block.title).write_text(block.text)


CONSOLES = (
    Console("cluster.md", {"pip install": "--dry-run -q"}, stand_ins=(checkout,), exhaustive=True),
    Console("cluster.md", {"export RAY_AUTH_MODE": ""}),
    Console(
        "cluster.md",
        {"tamaya evolve runs/demo": _EVOLUTION},
        exhaustive=True,
        needs="ray",
    ),
    Console(
        "cluster.md",
        {
            "tamaya evolve runs/big": f"{_EVOLUTION} {_RAY}",
            "tamaya table tamaya-1": f"--games 1 {_RAY}",
            "tamaya meta grow": f"--groups 1 --candidates 20 --generations 1 --responses 2 "
            f"--children 1 --random 2 --joining 2 --games 2 --rulebook tamaya {_RAY}",
            "tamaya humans partner": f"--generations 1 --children 5 --survivors 2 --games 5 {_RAY}",
            "tamaya pool metrics": f"--self-games 4 --recorded-games 1 --games 1 {_RAY}",
            "tamaya benchmark run": f"--track people --quick {_RAY}",
            "tamaya benchmark grow": f"--track people --quick {_RAY}",
        },
        exhaustive=True,
        needs="ray",
    ),
    Console(
        "learning.md",
        {"tamaya learn show tiny": "", "tamaya learn evaluate tiny": _GREEDY},
        before=(_TINY,),
    ),
    Console(
        "learning.md",
        {"tamaya learn self-play runs/sp": _NETWORK, "tamaya learn evaluate runs/sp": _GREEDY},
    ),
    Console(
        "learning.md",
        {"tamaya learn response runs/br ": _NETWORK},
        before=("tamaya pool widen classics --children 0 --random 0 --out my_pool.json",),
    ),
    Console(
        "learning.md",
        {
            "tamaya learn response runs/strangers": _NETWORK,
            "tamaya learn export runs/strangers": "",
            "tamaya meta train canaan2020-1": "--games 1",
        },
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {
            "mkdir": "",
            "tamaya pool widen canaan2020-3p-1": "--children 1 --random 1",
            "tamaya pool widen wide-3p-1": "--children 1",
            "tamaya learn response runs/br3": _NETWORK,
        },
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {
            "tamaya humans clone HanabiData --half 1 --folds 0 --groups 3": "",
            "tamaya humans clone HanabiData --half 1 --folds 0 --groups 5": "",
            "tamaya humans clone HanabiData --half 1 --folds 0 --groups 8": "",
            "ls runs/people/*/*.npz": "",
            "tamaya learn response runs/people2": _NETWORK,
        },
        stand_ins=(people,),
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {
            "tamaya humans clone HanabiData --half 2": "",
            "tamaya match learned:companion": "--games 4",
            "tamaya match human:runs/others/all.npz": "--games 4",
        },
        stand_ins=(people,),
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {"tamaya learn other-play runs/op1": _NETWORK, "tamaya learn evaluate runs/op1": _GREEDY},
        before=(f"tamaya learn other-play runs/op2 {_NETWORK} --seed 2",),
    ),
    Console(
        "learning.md",
        {
            "mkdir": "",
            "tamaya pool widen canaan2020-1": _NO_CHILDREN,
            "tamaya pool widen canaan2020-2": _NO_CHILDREN,
            "tamaya pool widen wide-1": _NO_CHILDREN,
            "tamaya pool widen canaan2019-1": _NO_CHILDREN,
            "tamaya pool widen tamaya-1": _NO_CHILDREN,
            "tamaya learn response runs/counts": _NETWORK,
        },
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {
            "tamaya evolve runs/published-1": _EVOLUTION,
            "tamaya evolve runs/published-2": _EVOLUTION,
            "tamaya evolve runs/ours": _EVOLUTION,
            "tamaya learn export runs/plain": "",
            "tamaya learn export runs/counts": "",
            "tamaya evaluate": "--episodes 1 --games 1",
        },
        before=(
            f"tamaya learn response runs/plain {_NETWORK} --set observation=extended",
            f"tamaya learn response runs/counts {_NETWORK}",
        ),
        exhaustive=True,
    ),
    Console(
        "learning.md",
        {
            "tamaya learn distill": "--hidden 8 --updates 2 --games 4 --device cpu",
            "tamaya learn export": "",
        },
        before=(f"tamaya learn self-play runs/sp {_NETWORK}",),
    ),
    Console(
        "meta.md",
        {
            "tamaya benchmark run learned:response": "--track people --quick",
            "tamaya benchmark run companion": "--track people --quick",
            "tamaya benchmark board": "",
        },
        exhaustive=True,
    ),
    Console(
        "remote.md",
        {"tamaya match": "--games 2", "tamaya evaluate": "--episodes 1"},
        stand_ins=(server_of_an_agent, program),
    ),
    Console("remote.md", {"export CHAT_URL": "", "tamaya play": ""}, stand_ins=(chat_model,)),
    Console(
        "study.md",
        {"tamaya study serve pilot.toml": _SERVER},
        before=(_STUDY,),
        exhaustive=True,
    ),
    Console(
        "study.md",
        {"export TAMAYA_SECRET": "", "tamaya study serve pilot.toml --name": _SERVER},
        before=(_STUDY,),
        exhaustive=True,
    ),
    Console(
        "study_analysis.md",
        {
            "tamaya study new": "",
            "tamaya study simulate": "--people 2 --browsers 1 --at-once 2 --think 0",
        },
        exhaustive=True,
        needs="chromium",
    ),
    Console(
        "tutorials/enter_benchmark.md",
        {"tamaya benchmark run": "--quick"},
        stand_ins=(entry,),
        exhaustive=True,
    ),
    Console(
        "tutorials/play_with_people.md",
        {"tamaya serve": _SERVER},
        before=(
            "tamaya meta train classics --games 1 --out known.meta",
            f"tamaya evolve runs/mine {_EVOLUTION}",
        ),
        stand_ins=(careful,),
        exhaustive=True,
    ),
    Console(
        "tutorials/run_study.md",
        {"tamaya study power": "--studies 10 --most 20 --games 10"},
        before=(_STUDY,),
    ),
    Console(
        "tutorials/run_study.md",
        {"tamaya study simulate": "--people 4 --drop-out 0", "tamaya study analyse": "--no-moves"},
        before=(_STUDY,),
        exhaustive=True,
    ),
    Console(
        "tutorials/run_study.md",
        {"tamaya study serve": _SERVER},
        before=(_STUDY,),
        exhaustive=True,
    ),
    Console("tutorials/train_network.md", {"tamaya learn self-play": _NETWORK}),
    Console("tutorials/train_network.md", {"tamaya learn response": _NETWORK}),
    Console(
        "vector.md",
        {
            "tamaya match learned:self-play": "--games 2",
            "tamaya match learned:response": "--games 2",
        },
    ),
    Console("vector.md", {"python -m timeit": ""}, stand_ins=(few_games,)),
    Console(
        "web.md",
        {
            "export TAMAYA_SECRET": "",
            "tamaya serve --port 8001": _SERVER,
            "tamaya serve --port 8002": _SERVER,
        },
        stand_ins=(database,),
        exhaustive=True,
    ),
)
