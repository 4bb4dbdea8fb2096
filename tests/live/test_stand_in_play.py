"""Refused moves, notes, clocks, pauses, endings and reconnects on the stand-in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.stand_in.people import Person, silent
from tests.live.stand_in.raw import Raw
from tests.live.stand_in.server import StandIn

DECK = "r1 y1 g1 w1 b1  r2 y2 g2 w2 b2 " + " ".join(
    f"{color}{rank}" for color in "rygwb" for rank in (1, 1, 2, 3, 3, 4, 4, 5)
)
TIMED = {"timed": True, "timeBase": 100, "timePerTurn": 10}


def opened(server: StandIn, robin: Raw, **options: Any) -> tuple[int, Person]:
    """Starts a game in which robin moves first and alice moves only when told."""
    alice = server.person("alice", silent)
    number = alice.create_table(options=options)
    robin.send("tableJoin", tableID=number)
    robin.wait("joined")
    server.settings.seats, server.settings.deck = ("robin", "alice"), DECK
    alice.start()
    robin.wait("tableStart")
    robin.enter(number)
    server.wait(lambda: all(p.present for p in server.table(number).players))
    return number, alice


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"type": 0, "target": 7}, "hand"),
        ({"type": 1, "target": 0}, "8 clues"),
        ({"type": 2, "target": 0, "value": 0}, "yourself"),
        ({"type": 2, "target": 5, "value": 0}, "player 5"),
        ({"type": 2, "target": 1, "value": 5}, "value 5"),
        ({"type": 3, "target": 1, "value": 0}, "value 0"),
        ({"type": 3, "target": 1, "value": 5}, "touch"),
        ({"type": 9, "target": 1}, "type 9"),
    ],
)
def test_illegal_moves_are_answered_with_a_warning_only(
    stand_in: StandIn, move: dict[str, int], reason: str
) -> None:
    with Raw(stand_in, "robin") as robin:
        number, _ = opened(stand_in, robin)
        before = stand_in.table(number).live.state.copy()
        robin.send("action", tableID=number, **move)
        assert reason in robin.wait("warning")["warning"]
        assert stand_in.table(number).live.state == before
        robin.send("action", tableID=number, type=0, target=0)
        assert robin.wait_action("play")["rank"] == 1


def test_moves_out_of_turn_and_from_outsiders_are_refused(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin, Raw(stand_in, "sam") as sam:
        number, alice = opened(stand_in, robin)
        alice.tell("action", tableID=number, type=0, target=5)
        assert "turn" in alice.received("warning")[-1]["warning"]
        sam.send("action", tableID=number, type=0, target=0)
        assert sam.wait("warning")
        sam.send("getGameInfo2", tableID=number)
        assert sam.wait("warning")


def test_a_player_who_loses_the_connection_returns_to_the_same_game(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, alice = opened(stand_in, robin)
        robin.send("note", tableID=number, order=2, note="a one?")
        robin.send("action", tableID=number, type=0, target=0)
        robin.wait_action("turn")
        stand_in.cut("robin")
        stand_in.wait(lambda: not stand_in.is_online("robin"))
        assert alice.received("connected")[-1]["list"] == [False, True]
        alice.tell("action", tableID=number, type=0, target=5)
        robin.reconnect()
        assert robin.wait("welcome")["playingAtTables"] == [number]
        robin.send("tableReattend", tableID=number)
        assert robin.wait("tableStart") == {"tableID": number, "replay": False}
        actions = robin.enter(number)
        assert robin.init["ourPlayerIndex"] == 0
        assert [a["order"] for a in actions if a["type"] == "play"] == [0, 5]
        own = [a for a in actions if a["type"] == "draw" and a["playerIndex"] == 0]
        assert {a["rank"] for a in own} == {-1}
        notes = [data for name, data in robin.log if name == "noteListPlayer"][-1]["notes"]
        assert (notes[2], len(notes)) == ("a one?", 55)
        robin.send("action", tableID=number, type=0, target=1)
        assert robin.wait_action("play")["order"] == 1


def test_actions_before_loaded_are_not_sent_again(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, alice = opened(stand_in, robin)
        robin.send("action", tableID=number, type=0, target=0)
        robin.wait_action("turn")
        robin.send("tableUnattend", tableID=number)
        robin.wait("user", lambda user: user["name"] == "robin")
        robin.send("tableReattend", tableID=number)
        robin.send("getGameInfo2", tableID=number)
        listed = robin.wait("gameActionList")["list"]
        alice.tell("action", tableID=number, type=0, target=5)
        robin.send("loaded", tableID=number)
        robin.wait("connected", lambda data: data["list"] == [True, True])
        assert listed[-1] == {"type": "turn", "num": 1, "currentPlayerIndex": 1}
        assert not [a for a in robin.actions() if a.get("order") == 5 and a["type"] == "play"]
        robin.send("getGameInfo2", tableID=number)
        assert robin.wait("gameActionList")["list"][-1]["num"] == 2


def test_the_clock_runs_and_ends_the_game(stand_in: StandIn) -> None:
    stand_in.settings.clock_speed = 200.0
    with Raw(stand_in, "robin") as robin:
        opened(stand_in, robin, **TIMED)
        clock = robin.wait("clock")
        assert clock["activePlayerIndex"] == 0
        assert clock["times"][1] == 100_000
        over = robin.wait_action("gameOver")
        assert (over["endCondition"], over["playerIndex"]) == (3, 0)
        assert robin.wait_action("turn")["currentPlayerIndex"] == -1
        assert robin.wait_action("playerTimes")["playerTimes"][0] == 0
        assert robin.wait("gameHistory")[0]["score"] == 0


def test_a_pause_stops_moves_until_it_ends(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, alice = opened(stand_in, robin, **TIMED)
        alice.tell("pause", tableID=number, setting="pause")
        assert robin.wait("pause") == {"tableID": number, "active": True, "playerIndex": 1}
        robin.send("action", tableID=number, type=0, target=0)
        assert "paused" in robin.wait("warning")["warning"]
        alice.tell("pause", tableID=number, setting="unpause")
        assert robin.wait("pause")["active"] is False
        robin.send("action", tableID=number, type=0, target=0)
        robin.wait_action("play")


def test_nobody_pauses_a_game_without_a_clock(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, _ = opened(stand_in, robin)
        robin.send("pause", tableID=number, setting="pause")
        assert "clock" in robin.wait("warning")["warning"]


def test_an_idle_game_ends_without_a_replay(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, _ = opened(stand_in, robin)
        stand_in.end_idle(number)
        assert robin.wait_action("gameOver")["endCondition"] == 6
        assert robin.wait("gameHistory")[0]["endCondition"] == 6
        robin.wait("tableGone")
        assert number not in stand_in.hub.tables
    assert stand_in.sent("robin", "finishOngoingGame") == []


def test_a_player_terminates_and_the_leader_restarts(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number, alice = opened(stand_in, robin)
        alice.tell("tableTerminate", tableID=number)
        assert robin.wait_action("gameOver")["endCondition"] == 4
        assert robin.wait("finishOngoingGame")["sharedReplayLeader"] == "alice"
        assert robin.wait("table")["sharedReplay"] is True
        alice.tell("tableRestart", tableID=number)
        assert robin.wait("boot") == {"TableID": number}
        assert robin.wait("joined") == {"tableID": number + 1}
        assert robin.wait("tableStart")["tableID"] == number + 1
        assert robin.enter(number + 1)[-1]["num"] == 0


@pytest.mark.parametrize(("players", "needed", "condition"), [(2, 2, 4), (3, 2, 10), (4, 2, 10)])
def test_both_of_two_players_or_half_of_more_vote_to_end_a_game(
    stand_in: StandIn, players: int, needed: int, condition: int
) -> None:
    names = ("alice", "bob", "cathy", "donald")[:players]
    people = [stand_in.person(name, silent) for name in names]
    number = people[0].create_table()
    for person in people[1:]:
        person.tell("tableJoin", tableID=number)
    people[0].start()
    stand_in.wait(lambda: all(p.present for p in stand_in.table(number).players))
    for person in people[: needed - 1]:
        person.tell("tableVoteForTermination", tableID=number)
    assert stand_in.table(number).ongoing
    people[needed - 1].tell("tableVoteForTermination", tableID=number)
    over = [d["action"] for d in people[-1].received("gameAction")]
    assert next(a for a in over if a["type"] == "gameOver")["endCondition"] == condition


def test_spectators_see_notes_and_players_see_spectators(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin, Raw(stand_in, "sam") as sam:
        number, _ = opened(stand_in, robin)
        sam.send("tableSpectate", tableID=number, shadowingPlayerIndex=-1)
        assert robin.wait("spectators")["spectators"][0]["name"] == "sam"
        sam.wait("tableStart")
        robin.send("note", tableID=number, order=0, note="playable")
        note = sam.wait("note")
        assert note["order"] == 0
        assert {"name": "robin", "text": "playable"} in note["notes"]
        sam.send("tableUnattend", tableID=number)
        assert robin.wait("spectators")["spectators"] == []
