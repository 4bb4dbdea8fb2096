"""The bot plays whole games on the stand-in server."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tamaya.agents import ValueAgent, as_agent
from tamaya.live import LiveSettings
from tamaya.live.lobby import site_setup
from tests.live.running_bot import RunningBot
from tests.live.stand_in.people import Person, as_agent_plays, silent
from tests.live.stand_in.server import StandIn

SLOW = pytest.mark.slow
NAMES = ("alice", "robin", "bob", "cathy", "donald")


def start_game(
    stand_in: StandIn, players: int = 2, people: list[Person] | None = None, **options: object
) -> int:
    """Lets people invite the bot and starts a game; returns the number of the table."""
    stand_in.settings.seats = NAMES[:players]
    people = people or [stand_in.person(name) for name in NAMES[:players] if name != "robin"]
    stand_in.wait(lambda: stand_in.is_online("robin"))
    number = people[0].create_table(options=options)
    people[0].invite("robin")
    for person in people[1:]:
        person.tell("tableJoin", tableID=number, password="")
    while not has_started(stand_in, number, people[0], players):
        pass
    return number


def has_started(stand_in: StandIn, number: int, owner: Person, players: int) -> bool:
    """Waits for the players and presses start: in vain if one's connection ended meanwhile."""
    table, before = stand_in.table(number), refusals(stand_in)
    stand_in.wait(lambda: len(table.players) == players)
    owner.start()
    stand_in.wait(lambda: table.running or refusals(stand_in) > before)
    return table.running


def refusals(stand_in: StandIn) -> int:
    """How often the server refused to start a game because too few were at the table."""
    texts = [str(record.data["warning"]) for record in stand_in.sent("alice", "warning")]
    return sum(text.startswith("A game needs") for text in texts)


def finish(stand_in: StandIn, number: int) -> None:
    stand_in.wait(lambda: stand_in.table(number).replay, seconds=300)


def assert_clean(stand_in: StandIn) -> None:
    """The server had nothing to complain about."""
    assert stand_in.sent("robin", "warning") == []
    assert stand_in.sent("robin", "error") == []
    assert stand_in.hub.unknown == []


def said(stand_in: StandIn, command: str = "chatPM") -> str:
    """What the bot said, in one text."""
    return "\n".join(str(record.data["msg"]) for record in stand_in.received("robin", command))


@pytest.mark.parametrize(
    "players", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 5))]
)
def test_the_bot_plays_a_whole_game(stand_in: StandIn, players: int) -> None:
    with RunningBot(stand_in.url):
        number = start_game(stand_in, players)
        finish(stand_in, number)
    assert_clean(stand_in)
    state = stand_in.table(number).live.state
    assert state.score > 5
    mine = [event for event in state.events if event.actor == 1]
    assert len(stand_in.received("robin", "action")) == len(mine)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["6 Suits", "4 Suits", "3 Suits"])
def test_the_bot_plays_other_numbers_of_suits(
    stand_in: StandIn, players: int, variant: str
) -> None:
    with RunningBot(stand_in.url):
        finish(stand_in, start_game(stand_in, players, variantName=variant))
    assert_clean(stand_in)


@pytest.mark.slow
def test_the_default_agent_expects_people_and_plays_no_variant_only() -> None:
    """As docs/live.md says."""
    agent = as_agent(LiveSettings(server="http://localhost").agent)
    assert isinstance(agent, ValueAgent)
    assert agent.name == "detective(meets=people)"
    for players in (2, 3, 4, 5):
        for variant in ("No Variant", "3 Suits", "4 Suits", "6 Suits"):
            refusal = agent.refusal(site_setup(players, {"variantName": variant}))
            assert (refusal is None) == (variant == "No Variant")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_detective_plays_and_learns_over_restarted_games(
    stand_in: StandIn, players: int
) -> None:
    agent = LiveSettings(server=stand_in.url).agent
    with RunningBot(stand_in.url, agent=agent, games=2) as bot:
        people = [stand_in.person(name) for name in NAMES[:players] if name != "robin"]
        number = start_game(stand_in, players, people, variantName="No Variant")
        finish(stand_in, number)
        people[0].tell("tableRestart", tableID=number)
        bot.wait(300)
    assert bot.error is None
    assert_clean(stand_in)
    started = {record.data["tableID"] for record in stand_in.sent("robin", "tableStart")}
    assert len(started) == 2


@pytest.mark.slow
def test_a_restarted_game_is_played_too(stand_in: StandIn) -> None:
    stand_in.settings.seats = ("alice", "robin")
    with RunningBot(stand_in.url, games=2) as bot:
        alice = stand_in.person("alice")
        stand_in.wait(lambda: stand_in.is_online("robin"))
        number = alice.create_table(options={"variantName": "3 Suits"})
        alice.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(number).players) == 2)
        alice.start()
        finish(stand_in, number)
        alice.tell("tableRestart", tableID=number)
        bot.wait(300)
    assert bot.error is None
    assert_clean(stand_in)


def test_an_agent_that_cannot_play_the_variant_is_replaced(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url, agent="learned:response"):
        finish(stand_in, start_game(stand_in, 3, variantName="3 Suits"))
    assert_clean(stand_in)
    assert "learned:response cannot play this: it was trained for" in said(stand_in, "chat")


@pytest.mark.slow
def test_an_agent_that_is_too_slow_or_fails_is_replaced(stand_in: StandIn, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import time\n"
        "class Mine:\n"
        "    def act(self, view):\n"
        "        if view.turn < 6:\n"
        "            time.sleep(1.0)\n"
        "        raise RuntimeError('broken')\n"
    )
    with RunningBot(stand_in.url, agent=f"{file}:Mine", seconds=0.2):
        number = start_game(stand_in, 2, variantName="3 Suits")
        finish(stand_in, number)
    assert_clean(stand_in)
    assert stand_in.table(number).live.state.score > 0


@pytest.mark.slow
def test_timed_games_are_played_within_the_clock(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        number = start_game(
            stand_in, 2, variantName="3 Suits", timed=True, timeBase=600, timePerTurn=60
        )
        finish(stand_in, number)
    assert_clean(stand_in)
    assert conditions(stand_in) in ([1], [2])


def conditions(stand_in: StandIn) -> list[int]:
    """How the games of the bot ended."""
    actions = [record.data["action"] for record in stand_in.sent("robin", "gameAction")]
    return [action["endCondition"] for action in actions if action["type"] == "gameOver"]


@pytest.mark.slow
def test_spectators_do_not_disturb_the_bot(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice", silent)
        number = start_game(stand_in, 2, [alice], variantName="3 Suits")
        cathy, donald = stand_in.person("cathy"), stand_in.person("donald")
        cathy.tell("tableSpectate", tableID=number, shadowingPlayerIndex=-1)
        donald.tell("tableSpectate", tableID=number, shadowingPlayerIndex=1)
        stand_in.wait(lambda: watchers(stand_in) == {"cathy", "donald"})
        alice.choose = as_agent_plays()
        alice.act()
        stand_in.wait(lambda: stand_in.table(number).live.state.turn >= 4)
        donald.disconnect()
        finish(stand_in, number)
    assert_clean(stand_in)


def watchers(stand_in: StandIn) -> set[str]:
    """Names of the spectators in the last message about them that the bot received."""
    messages = stand_in.sent("robin", "spectators")
    return {entry["name"] for entry in messages[-1].data["spectators"]} if messages else set()


@pytest.mark.slow
def test_a_person_whose_time_runs_out_leaves_the_bot_free(stand_in: StandIn) -> None:
    stand_in.settings.clock_speed = 200.0
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice", silent)
        start_game(stand_in, 2, [alice], timed=True, timeBase=100, timePerTurn=10)
        stand_in.wait(lambda: conditions(stand_in) == [3])
        bob = stand_in.person("bob")
        other = bob.create_table()
        bob.invite("robin")
        stand_in.wait(lambda: len(stand_in.table(other).players) == 2)
    assert_clean(stand_in)


@pytest.mark.slow
def test_the_bot_waits_while_a_game_is_paused(stand_in: StandIn) -> None:
    """Also if it was already thinking."""
    with RunningBot(stand_in.url, delay=0.2):
        alice = stand_in.person("alice", silent)
        number = start_game(stand_in, 2, [alice], timed=True, timeBase=600, timePerTurn=60)
        stand_in.wait(lambda: stand_in.received("robin", "loaded") != [])

        def move_and_pause() -> None:
            alice._tell("action", {"tableID": number, "type": 0, "target": 0})
            alice._tell("pause", {"tableID": number, "setting": "pause"})

        stand_in.call(move_and_pause)
        stand_in.wait(lambda: stand_in.sent("robin", "pause") != [])
        time.sleep(0.6)
        assert stand_in.received("robin", "action") == []
        alice.tell("pause", tableID=number, setting="unpause")
        stand_in.wait(lambda: stand_in.received("robin", "action") != [])
        alice.tell("tableTerminate", tableID=number)
        finish(stand_in, number)
    assert_clean(stand_in)


def test_reasons_are_told_after_the_game_only(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice", silent)
        number = start_game(stand_in, 2, [alice], variantName="3 Suits")
        ask = {"recipient": "robin", "room": "lobby"}
        alice.tell("chatPM", msg="/why", **ask)
        stand_in.wait(lambda: said(stand_in) != "")
        alice.choose = as_agent_plays()
        alice.act()
        finish(stand_in, number)
        alice.tell("chatPM", msg="/why 2", **ask)
        alice.tell("chatPM", msg="/why 1", **ask)
        alice.tell("chatPM", msg="/version", **ask)
        stand_in.wait(lambda: "My turns" in said(stand_in) and "Tamaya" in said(stand_in))
    messages = said(stand_in).splitlines()
    assert_clean(stand_in)
    assert "I tell my reasons after the game" in messages[0]
    assert any(line.startswith("Turn 2, ") and "rule" in line for line in messages)
    assert any(line.startswith("I did not move in turn 1. My turns: 2, ") for line in messages)


def test_the_bot_and_its_partner_end_a_game_by_their_votes(stand_in: StandIn) -> None:
    with RunningBot(stand_in.url):
        alice = stand_in.person("alice", silent)
        number = start_game(stand_in, 2, [alice])
        stand_in.wait(lambda: stand_in.received("robin", "loaded") != [])
        for _ in range(2):
            alice.tell("chatPM", msg="/terminate", recipient="robin", room="lobby")
        stand_in.wait(lambda: said(stand_in).count("Two players must both vote") == 2)
        assert stand_in.table(number).ongoing
        alice.tell("tableVoteForTermination", tableID=number)
        finish(stand_in, number)
    assert_clean(stand_in)


def test_no_message_of_the_bot_contains_its_password(
    stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with RunningBot(stand_in.url, password="hush-hush") as bot:
        stand_in.wait(lambda: stand_in.is_online("robin"))
    assert "hush-hush" not in caplog.text
    assert "hush-hush" not in repr(bot.account)
    sent = [record.data for record in stand_in.received("robin")]
    assert "hush-hush" not in json.dumps(sent)
