"""Everything that the stand-in sends has the shape of the examples, and the README lists it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tamaya.game import State
from tests.live.stand_in.examples import ACTIONS, CLIENT, SERVER
from tests.live.stand_in.hub import COMMANDS
from tests.live.stand_in.people import action_of, random_moves, scripted, silent
from tests.live.stand_in.raw import Raw
from tests.live.stand_in.server import StandIn

README = (Path(__file__).parent / "stand_in" / "README.md").read_text()
TIMED = {"timed": True, "timeBase": 100, "timePerTurn": 10}


def mismatch(value: Any, example: Any, path: str) -> list[str]:
    """Where a message differs from its example in field names or types."""
    if isinstance(example, dict) and isinstance(value, dict):
        if set(value) != set(example):
            return [f"{path}: fields {sorted(set(value) ^ set(example))}"]
        return [m for name in value for m in mismatch(value[name], example[name], f"{path}.{name}")]
    if isinstance(example, list) and isinstance(value, list):
        first = example[:1] * len(value)
        return [m for v, e in zip(value, first, strict=False) for m in mismatch(v, e, f"{path}[]")]
    if path == "gameOver.votes" and value is None:
        return []
    return [] if type(value) is type(example) else [f"{path}: {value!r} like {example!r}"]


def flaws(command: str, data: Any) -> list[str]:
    """Where a message of the server differs from the examples."""
    if command not in SERVER:
        return [f"{command}: no example"]
    if command == "gameAction":
        action = data["action"]
        return mismatch(action, ACTIONS[action["type"]], action["type"])
    if command == "gameActionList":
        return [m for a in data["list"] for m in mismatch(a, ACTIONS[a["type"]], a["type"])]
    return mismatch(data, SERVER[command].content, command)


def run_through_the_protocol(server: StandIn) -> None:
    """Makes the server send every message that it knows."""
    server.settings.seats = ("alice", "bob", "robin")
    server.settings.deck = " ".join(sorted(map(str, State.deal(0).full_deck), key=lambda c: c[1]))
    alice = server.person("alice", silent)
    bob, watcher = server.person("bob", random_moves(3)), server.person("cathy", silent)
    number = alice.create_table(options=TIMED)
    bob.tell("tableJoin", tableID=number)
    bob.tell("tableLeave", tableID=number)
    bob.tell("tableJoin", tableID=number)
    with Raw(server, "robin") as robin:
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
        alice.tell("chat", msg="go", room=f"table{number}")
        alice.start()
        robin.enter(number)
        watcher.tell("tableSpectate", tableID=number, shadowingPlayerIndex=-1)
        alice.tell("note", tableID=number, order=0, note="r1")
        alice.tell("pause", tableID=number, setting="pause")
        alice.tell("pause", tableID=number, setting="unpause")
        alice.choose = scripted(["play 0"])
        alice.act()
        alice.choose = random_moves(4)
        play_random_turns(server, robin, number)
        alice.tell("tableRestart", tableID=number)
        robin.enter(number + 1)
        alice.choose = bob.choose = silent
        robin.send("tableVoteForTermination", tableID=number + 1)
        alice.tell("tableVoteForTermination", tableID=number + 1)
        robin.wait("finishOngoingGame")
        alice.tell("tableJoin", tableID=99)
        with Raw(server, "robin"):
            robin.wait("error")


def play_random_turns(server: StandIn, robin: Raw, number: int) -> None:
    """Makes random moves for seat 2 until the game is over."""
    choose, table = random_moves(6), server.table(number)
    while (turn := robin.wait_action("turn"))["currentPlayerIndex"] >= 0:
        if turn["currentPlayerIndex"] == 2:
            move = choose(table.live.state.view(2))
            assert move is not None
            robin.send("action", tableID=number, **action_of(table, 2, move))
    robin.wait("finishOngoingGame")


def test_every_message_has_the_shape_of_its_example(stand_in: StandIn) -> None:
    run_through_the_protocol(stand_in)
    sent = [record for record in stand_in.records if record.direction == "out"]
    assert [flaw for record in sent for flaw in flaws(record.command, record.data)] == []
    assert {record.command for record in sent} == set(SERVER)


def test_every_command_has_an_example_and_the_server_knows_it() -> None:
    assert set(CLIENT) == set(COMMANDS)


@pytest.mark.parametrize("examples", [SERVER, CLIENT], ids=["server", "client"])
def test_the_readme_names_every_message_and_its_origin(examples: dict[str, Any]) -> None:
    rows = [line for line in README.splitlines() if line.startswith("| `")]
    for name, example in examples.items():
        origin = example.origin.rpartition("/")[2]
        assert any(row.startswith(f"| `{name}`") and origin in row for row in rows), name


def test_the_readme_names_every_action() -> None:
    for name, content in ACTIONS.items():
        row = re.search(rf"^\| `{name}` \|.*\|$", README, re.M)
        assert row, name
        assert all(f"{field}" in row[0] for field in content if field != "type"), name
