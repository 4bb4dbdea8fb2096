"""The faults that tests inject into a connection to the stand-in."""

from __future__ import annotations

import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.stand_in.raw import Raw
from tests.live.stand_in.server import StandIn
from tests.live.stand_in.wire import SocketLink


def said(robin: Raw, count: int) -> list[str]:
    """Robin says 'a', 'b', ... in the lobby; returns the texts in the order of arrival."""
    for letter in "abcdef"[:count]:
        robin.send("chat", msg=letter, room="lobby")
    robin.send("chatPM", msg="end", recipient="nobody")
    robin.wait("warning")
    return [data["msg"] for name, data in robin.log if name == "chat"]


@pytest.mark.parametrize(
    ("kind", "arrived"),
    [("duplicate", "abbc"), ("lose", "ac"), ("swap", "acb"), ("ignore", "ac")],
)
def test_one_message_is_doubled_lost_or_out_of_order(
    stand_in: StandIn, kind: str, arrived: str
) -> None:
    with Raw(stand_in, "robin") as robin:
        stand_in.fault("robin", "chat", kind, skip=1)
        assert "".join(said(robin, 3)) == arrived


def test_a_delayed_message_is_overtaken(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test decides when the delay is over, not the clock."""
    delayed: list[tuple[SocketLink, str, float]] = []
    monkeypatch.setattr(SocketLink, "send_later", lambda *message: delayed.append(message))
    with Raw(stand_in, "robin") as robin:
        stand_in.fault("robin", "chat", "delay", seconds=0.1)
        assert said(robin, 2) == ["b"]
        ((link, text, seconds),) = delayed
        assert seconds == 0.1
        monkeypatch.undo()
        stand_in.call(link.send_later, text, seconds)
        assert robin.wait("chat")["msg"] == "a"


def test_a_held_message_delays_all_later_ones(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        stand_in.fault("robin", "chat", "hold", seconds=0.2)
        start = time.monotonic()
        assert said(robin, 2) == ["a", "b"]
        assert time.monotonic() - start >= 0.2


def test_unknown_messages_can_be_inserted(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        stand_in.fault("robin", "chat", "insert", text='newFeature {"x":1}')
        said(robin, 1)
        names = [name for name, _ in robin.log]
        assert names.index("newFeature") < names.index("chat")
        stand_in.inject("robin", "another []")
        assert robin.wait("another") == []


@pytest.mark.parametrize(("kind", "arrives"), [("cut", False), ("cut_after", True)])
def test_the_connection_breaks_at_a_message(stand_in: StandIn, kind: str, arrives: bool) -> None:
    with Raw(stand_in, "robin") as robin:
        stand_in.fault("robin", "chat", kind)
        robin.send("chat", msg="a", room="lobby")
        with pytest.raises(ConnectionClosed):
            robin.wait("never")
        assert ("chat" in [name for name, _ in robin.log]) is arrives
    stand_in.wait(lambda: not stand_in.is_online("robin"))
