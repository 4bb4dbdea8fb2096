"""What the bot answers to people, message by message: no server and no clock."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tamaya.live.bot import LiveBot
from tamaya.live.settings import LiveSettings


class Talk:
    """A bot called robin, and everything that it sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, object]]] = []
        settings = LiveSettings(server="http://localhost", agent="piers")
        self.bot = LiveBot(settings, self._send, lambda: None)
        self.bot.receive("welcome", {"username": "robin", "playingAtTables": []})

    def _send(self, name: str, data: Mapping[str, object]) -> None:
        self.sent.append((name, dict(data)))

    def table(self, number: int, *players: str, **more: object) -> None:
        """The server announces a table."""
        row = {"id": number, "players": list(players), "running": False, "sharedReplay": False}
        self.bot.receive("table", row | {"maxPlayers": 5, "variant": "No Variant"} | more)

    def asks(self, who: str, words: str) -> str:
        """Somebody writes to the bot; returns its answer, or an empty text."""
        before = len(self.sent)
        self.bot.receive("chat", {"who": who, "recipient": "robin", "msg": words})
        answers = [data for name, data in self.sent[before:] if name == "chatPM"]
        assert all(data["recipient"] == who for data in answers)
        return " ".join(str(data["msg"]) for data in answers)

    def names(self) -> list[str]:
        """Names of the messages that the bot sent."""
        return [name for name, _ in self.sent]

    def joins(self, number: int) -> None:
        """The bot sits down at a table that waits for a game."""
        self.bot.receive("joined", {"tableID": number})
        self.table(number, "alice", "robin")


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_an_invitation_makes_it_join_with_the_password(talk: Talk) -> None:
    talk.table(7, "alice")
    assert talk.asks("alice", "/join open sesame") == ""
    assert talk.sent[-1] == ("tableJoin", {"tableID": 7, "password": "open sesame"})


def test_a_second_invitation_to_the_same_table_is_not_answered(talk: Talk) -> None:
    talk.table(7, "alice")
    talk.asks("alice", "/join")
    assert talk.asks("alice", "/join") == ""
    assert talk.names().count("tableJoin") == 1


def test_a_full_table_and_an_unknown_variant_are_refused(talk: Talk) -> None:
    talk.table(7, "a", "b", "c", "d", "e")
    assert talk.asks("a", "/join") == "Your table is full. (I play with up to 5 players.)"
    talk.table(8, "alice", variant="Clue Starved (6 Suits)")
    assert "Clue Starved" in talk.asks("alice", "/join")
    assert "tableJoin" not in talk.names()


def test_who_sits_at_another_table_is_told_so(talk: Talk) -> None:
    talk.table(7, "alice")
    talk.table(8, "bob")
    talk.joins(7)
    assert talk.asks("bob", "/join").startswith("I am sitting at another table.")


def test_only_players_of_its_table_can_send_it_away(talk: Talk) -> None:
    talk.joins(7)
    assert talk.asks("bob", "/leave") == "Only players of my table can send me away."
    assert "tableLeave" not in talk.names()
    assert talk.asks("alice", "/leave") == ""
    assert talk.sent[-1] == ("tableLeave", {"tableID": 7})
    assert talk.asks("alice", "/leave") == ""
    assert talk.names().count("tableLeave") == 1


def test_it_leaves_a_table_where_it_would_be_alone(talk: Talk) -> None:
    talk.joins(7)
    talk.table(7, "robin")
    assert talk.sent[-1] == ("tableLeave", {"tableID": 7})
    assert "chat" not in talk.names()


def test_it_says_why_it_leaves_when_the_variant_becomes_one_that_it_cannot_play(talk: Talk) -> None:
    talk.joins(7)
    talk.table(7, "alice", "robin", variant="Clue Starved (6 Suits)")
    assert talk.names()[-2:] == ["chat", "tableLeave"]
    assert str(talk.sent[-2][1]["msg"]).startswith("I leave, because I ")


def test_the_server_s_refusal_is_passed_on(talk: Talk) -> None:
    talk.table(7, "alice")
    talk.asks("alice", "/join")
    talk.bot.receive("warning", {"warning": "That is not the correct password."})
    name, data = talk.sent[-1]
    assert (name, data["recipient"]) == ("chatPM", "alice")
    assert data["msg"] == "I could not join: That is not the correct password."
    assert talk.bot.waiting is None


def test_during_a_game_it_takes_no_invitation_and_leaves_no_table(talk: Talk) -> None:
    talk.table(7, "alice", "robin")
    talk.bot.receive("tableStart", {"tableID": 7})
    assert talk.asks("bob", "/join") == "I am playing. Please ask again after this game."
    assert talk.asks("alice", "/leave").startswith("The game is running. /terminate makes me")
    assert talk.asks("bob", "/terminate") == "You are not in a game with me."
    assert "tableVoteForTermination" not in talk.names()


def test_without_a_game_there_is_none_to_end(talk: Talk) -> None:
    assert talk.asks("alice", "/terminate") == "You are not in a game with me."


def test_a_second_request_to_end_the_game_does_not_take_the_vote_back(talk: Talk) -> None:
    """The site counts every second vote of a player as taken back."""
    talk.bot.receive("tableStart", {"tableID": 7})
    assert talk.bot.game is not None
    talk.bot.game.players = ("alice", "robin")
    assert talk.asks("alice", "/terminate").startswith("I vote to end the game. Two players must")
    talk.bot.receive("voteChange", {"vote": True})
    assert talk.asks("alice", "/terminate").startswith("I vote to end the game.")
    assert talk.names().count("tableVoteForTermination") == 1
    talk.bot.receive("voteChange", {"vote": False})
    assert talk.sent[-1] == ("tableVoteForTermination", {"tableID": 7})
    talk.bot.receive("voteChange", {"vote": True})
    assert talk.names().count("tableVoteForTermination") == 2


def test_only_private_messages_of_others_are_requests(talk: Talk) -> None:
    for message in (
        {"who": "alice", "recipient": "", "msg": "/version"},
        {"who": "alice", "recipient": "bob", "msg": "/version"},
        {"who": "robin", "recipient": "robin", "msg": "/version"},
        {"who": "", "recipient": "robin", "msg": "/version"},
        {"who": "alice", "recipient": "robin", "msg": "/version", "server": True},
    ):
        talk.bot.receive("chat", message)
    assert talk.sent == []
    assert talk.asks("alice", "/VERSION").endswith("agent piers")
    assert talk.asks("alice", "hello").startswith("/join [PASSWORD]: I join your table.")


def test_a_replay_that_nobody_else_watches_is_left(talk: Talk) -> None:
    talk.bot.receive("tableStart", {"tableID": 7})
    talk.bot._replay = 7
    talk.bot.receive("spectators", {"tableID": 7, "spectators": [{"name": "alice"}]})
    assert "tableUnattend" not in talk.names()
    talk.bot.receive("spectators", {"tableID": 7, "spectators": [{"name": "robin"}]})
    assert talk.sent[-1] == ("tableUnattend", {"tableID": 7})


def test_an_unknown_message_changes_nothing(talk: Talk) -> None:
    talk.bot.receive("confetti", {"colour": "all"})
    talk.bot.receive("table", {"no": "number"})
    talk.bot.receive("tableList", "not a list")
    assert talk.sent == []
    assert talk.bot.lobby.tables == {}


def test_after_a_broken_connection_it_sits_down_again_if_the_table_still_waits(talk: Talk) -> None:
    talk.joins(7)
    talk.bot.disconnected()
    row = {"id": 7, "players": ["alice"], "running": False, "variant": "No Variant"}
    talk.bot.receive("tableList", [row])
    assert talk.sent[-1] == ("tableJoin", {"tableID": 7, "password": ""})
    talk.bot.receive("tableList", [])
    assert talk.bot.waiting is None
