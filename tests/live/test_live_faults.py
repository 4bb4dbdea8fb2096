"""The bot finishes its games although messages are lost, repeated, late or out of order."""

from __future__ import annotations

import pytest

from tests.live.running_bot import RunningBot
from tests.live.stand_in.server import StandIn
from tests.live.test_live_games import finish, start_game
from tests.sampling import sampled

QUICK = [("gameAction:play", "lose"), ("gameAction:draw", "swap"), ("action", "ignore")]
MESSAGES = ("tableStart", "init", "gameActionList", "connected", "chat", "joined", "table", "clock")
ACTIONS = tuple(f"gameAction:{kind}" for kind in ("play", "discard", "clue", "draw", "status"))
COMMANDS = ("tableJoin", "getGameInfo1", "getGameInfo2", "loaded", "action")
KINDS = ("cut", "cut_after", "lose", "duplicate", "hold", "delay", "swap", "insert")
TO_THE_BOT = (*MESSAGES, *ACTIONS, "gameAction:turn")
ALL = [
    *((message, kind) for message in TO_THE_BOT for kind in KINDS),
    *((command, "ignore") for command in COMMANDS),
]
NEEDS_NEW_INVITATION = {
    *(("chat", kind) for kind in ("cut", "lose", "swap")),
    *(("joined", kind) for kind in ("cut", "cut_after")),
    *(("table", kind) for kind in ("cut", "cut_after", "lose", "delay")),
}
"""faults after which the bot knows of no invitation, or of no table of the inviter"""
OVERCOME = [case for case in ALL if case not in {*QUICK, *NEEDS_NEW_INVITATION}]
SAMPLE = [
    *((message, KINDS[index % len(KINDS)]) for index, message in enumerate(TO_THE_BOT)),
    ("chat", "cut_after"),  # leaves a table just before its game
    *(case for case in ALL if case[1] == "ignore"),
]
"""every message and every kind of fault at least once"""
LATE_ANSWER = "You have already joined this table."
"""the warning after a repeated `tableJoin`, if the first answer came late"""
INSERTED = 'newFeature {"x":1}'


def assert_no_illegal_move(stand_in: StandIn) -> None:
    warnings = {record.data["warning"] for record in stand_in.sent("robin", "warning")}
    assert warnings <= {LATE_ANSWER}
    assert stand_in.hub.unknown == []


def play_with_fault(stand_in: StandIn, on: str, kind: str) -> None:
    in_game = on.startswith("gameAction:") or on == "action"
    with RunningBot(stand_in.url, answer=0.4, quiet=1.0):
        stand_in.wait(lambda: stand_in.is_online("robin"))
        stand_in.fault(
            "robin",
            on,
            kind,
            skip=3 if in_game else 0,
            times=2 if in_game else 1,
            seconds=0.3,
            text=INSERTED,
        )
        finish(stand_in, start_game(stand_in, 2, variantName="3 Suits"))
    assert_no_illegal_move(stand_in)


@pytest.mark.parametrize(("on", "kind"), QUICK)
def test_a_fault_in_a_game_is_overcome(stand_in: StandIn, on: str, kind: str) -> None:
    play_with_fault(stand_in, on, kind)


@pytest.mark.slow
@pytest.mark.parametrize("fault", sampled(OVERCOME, SAMPLE), ids="-".join)
def test_any_fault_is_overcome(stand_in: StandIn, fault: tuple[str, str]) -> None:
    play_with_fault(stand_in, *fault)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "gameAction {",
        "gameAction []",
        'gameAction {"tableID":1,"action":{"type":"play","order":"x"}}',
        'init {"tableID":1,"playerNames":7}',
        'gameActionList {"tableID":1,"list":null}',
        'tableStart {"tableID":99,"replay":true}',
    ],
)
def test_messages_of_a_wrong_shape_do_not_end_a_game(stand_in: StandIn, text: str) -> None:
    with RunningBot(stand_in.url, answer=0.4, quiet=1.0):
        stand_in.wait(lambda: stand_in.is_online("robin"))
        stand_in.fault("robin", "gameAction:turn", "insert", skip=2, times=2, text=text)
        finish(stand_in, start_game(stand_in, 2, variantName="3 Suits"))
    assert_no_illegal_move(stand_in)


def test_unknown_messages_are_logged_once(
    stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tamaya.live")
    with RunningBot(stand_in.url, answer=0.4, quiet=1.0):
        stand_in.wait(lambda: stand_in.is_online("robin"))
        for _ in range(3):
            stand_in.inject("robin", INSERTED)
        stand_in.inject("robin", 'warning {"warning":"the last one"}')
        stand_in.wait(lambda: "the last one" in caplog.text)
    assert caplog.text.count("newFeature") == 1
