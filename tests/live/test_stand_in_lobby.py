"""The stand-in's lobby: tables, chat, private messages."""

from __future__ import annotations

from tests.live.stand_in.people import silent
from tests.live.stand_in.raw import Raw
from tests.live.stand_in.server import StandIn


def test_a_private_message_asks_to_join_and_both_sides_receive_it(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        alice = stand_in.person("alice")
        number = alice.create_table(password="a&b")
        assert robin.wait("table")["players"] == ["alice"]
        alice.invite("robin", "/join a&b")
        line = robin.wait("chat", lambda line: line["recipient"] == "robin")
        assert (line["msg"], line["who"], line["room"]) == ("/join a&amp;b", "alice", "")
        assert alice.received("chat")[-1] == line
        robin.send("tableJoin", tableID=number, password="wrong")
        assert "password" in robin.wait("warning")["warning"]
        robin.send("tableJoin", tableID=number, password="a&b")
        game = robin.wait("game")
        assert [(p["name"], p["you"]) for p in game["players"]] == [
            ("alice", False),
            ("robin", True),
        ]
        assert robin.wait("joined") == {"tableID": number}


def test_a_new_connection_learns_all_visible_tables(stand_in: StandIn) -> None:
    number = stand_in.person("alice").create_table("!seed 12", maxPlayers=3)
    with Raw(stand_in, "robin") as robin:
        (table,) = robin.wait("tableList")
        assert (table["id"], table["name"], table["maxPlayers"]) == (number, "!seed 12", 3)
        assert (table["running"], table["joined"], table["owned"]) == (False, False, False)


def test_leaving_passes_the_table_on_and_the_last_one_deletes_it(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        alice = stand_in.person("alice")
        number = alice.create_table()
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
        alice.tell("tableLeave", tableID=number)
        me = stand_in.hub.accounts.numbers["robin"]
        game = robin.wait("game", lambda game: game["owner"] == me)
        assert [player["name"] for player in game["players"]] == ["robin"]
        robin.send("tableLeave", tableID=number)
        assert robin.wait("left") == {"TableID": number}
        assert robin.wait("tableGone") == {"tableID": number}


def test_a_user_joins_one_table_unless_its_name_starts_with_bot(stand_in: StandIn) -> None:
    first = stand_in.person("alice").create_table("one")
    second = stand_in.person("bob").create_table("two")
    with Raw(stand_in, "robin") as robin, Raw(stand_in, "Bot-robin") as bot:
        for client in (robin, bot):
            client.send("tableJoin", tableID=first)
            client.wait("joined")
            client.send("tableJoin", tableID=second)
        assert "one table" in robin.wait("warning")["warning"]
        assert bot.wait("joined") == {"tableID": second}


def test_full_and_missing_tables_are_refused(stand_in: StandIn) -> None:
    alice, bob = stand_in.person("alice"), stand_in.person("bob")
    number = alice.create_table(maxPlayers=2)
    bob.tell("tableJoin", tableID=number)
    with Raw(stand_in, "robin") as robin:
        robin.send("tableJoin", tableID=number)
        assert "full" in robin.wait("warning")["warning"]
        robin.send("tableJoin", tableID=99)
        assert "99" in robin.wait("warning")["warning"]


def test_the_owner_changes_options_and_everyone_is_told(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        alice = stand_in.person("alice")
        number = alice.create_table()
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
        options = {"variantName": "6 Suits", "timed": True, "timeBase": 60, "timePerTurn": 5}
        alice.tell("tableUpdate", tableID=number, name="late", options=options, maxPlayers=4)
        changed = robin.wait("game")
        assert (changed["name"], changed["maxPlayers"]) == ("late", 4)
        assert changed["options"]["variantName"] == "6 Suits"
        assert robin.wait("table")["timeBase"] == 60
        alice.tell("tableSetVariant", tableID=number, options={"variantName": "Nonsense"})
        assert "Nonsense" in alice.received("warning")[-1]["warning"]


def test_chat_reaches_the_lobby_or_the_table(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        alice, bob = stand_in.person("alice"), stand_in.person("bob")
        number = alice.create_table()
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
        robin.send("chat", msg="hello table", room=f"table{number}")
        robin.send("chat", msg="hello all", room="lobby")
        robin.wait("chat", lambda line: line["room"] == "lobby")
        assert [line["msg"] for line in bob.received("chat")] == ["hello all"]
        assert "hello table" in [line["msg"] for line in alice.received("chat")]


def test_a_disconnect_before_the_game_gives_up_the_seat(stand_in: StandIn) -> None:
    alice = stand_in.person("alice", silent)
    number = alice.create_table()
    with Raw(stand_in, "robin") as robin:
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
    stand_in.wait(lambda: len(stand_in.table(number).players) == 1)
    assert alice.received("game")[-1]["players"][0]["name"] == "alice"


def test_variants_that_the_engine_lacks_can_be_created_but_not_started(stand_in: StandIn) -> None:
    alice, bob = stand_in.person("alice"), stand_in.person("bob")
    number = alice.create_table(options={"variantName": "Rainbow (6 Suits)"})
    bob.tell("tableJoin", tableID=number)
    alice.start()
    assert "Rainbow" in alice.received("error")[-1]["error"]
