"""Whole games on the stand-in, played by a raw script and scripted people."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tamaya.game import Card, State
from tamaya.hanab_live import from_json
from tamaya.transcript import Transcript
from tests.live.stand_in.game import LiveGame
from tests.live.stand_in.options import Json
from tests.live.stand_in.people import (
    Choice,
    action_of,
    as_agent_plays,
    random_moves,
    scripted,
    silent,
)
from tests.live.stand_in.raw import Raw
from tests.live.stand_in.server import StandIn

NAMES = ("robin", "alice", "bob", "cathy", "donald")


def seated(
    server: StandIn, robin: Raw, others: int = 1, choose: Choice | None = None, **content: Any
) -> int:
    """Seats robin and scripted people at a table and starts the game."""
    alice = server.person("alice", choose)
    number = alice.create_table(**content)
    for name in NAMES[2 : others + 1]:
        server.person(name).tell("tableJoin", tableID=number)
    robin.send("tableJoin", tableID=number, password=content.get("password", ""))
    robin.wait("joined")
    server.settings.seats = NAMES[: others + 1]
    alice.start()
    assert robin.wait("tableStart")["tableID"] == number
    return number


def play_out(server: StandIn, robin: Raw, number: int) -> None:
    """Plays all of robin's turns; the moves come from the engine's view of its seat."""
    table, choose = server.table(number), as_agent_plays()
    last = robin.enter(number)[-1]
    while last["currentPlayerIndex"] >= 0:
        if last["currentPlayerIndex"] == 0:
            move = choose(table.live.state.view(0))
            assert move is not None
            robin.send("action", tableID=number, **action_of(table, 0, move))
        last = robin.wait_action("turn")
    robin.wait("finishOngoingGame")


def replayed(robin: Raw) -> Transcript:
    """The game that robin saw, replayed from the site's JSON format."""
    deck = next(data for name, data in robin.log if name == "cardIdentities")["cardIdentities"]
    moves = [move for action in robin.actions() if (move := recorded(action))]
    plays = {a["order"] for a in robin.actions() if a["type"] == "strike"}
    for move in moves:
        if move["type"] == 1 and move["target"] in plays:
            move["type"] = 0
    game = {"players": robin.init["playerNames"], "deck": deck, "actions": moves}
    options = {"variant": robin.init["options"]["variantName"]}
    return from_json(json.dumps({**game, "options": options})).transcript


def recorded(action: Json) -> Json | None:
    """An action of the game as an entry of the site's JSON format."""
    if action["type"] in ("play", "discard"):
        kind = 0 if action["type"] == "play" else 1
        return {"type": kind, "target": action["order"], "value": 0}
    if action["type"] == "clue":
        clue = action["clue"]
        return {"type": 2 + clue["type"], "target": action["target"], "value": clue["value"]}
    return None


@pytest.mark.parametrize(
    ("players", "variant"),
    [(2, "No Variant"), (5, "No Variant"), (3, "6 Suits"), (4, "6 Suits")],
)
def test_a_whole_game_follows_the_rules(stand_in: StandIn, players: int, variant: str) -> None:
    with Raw(stand_in, "robin") as robin:
        number = seated(stand_in, robin, players - 1, options={"variantName": variant})
        play_out(stand_in, robin, number)
        assert robin.init["playerNames"] == list(NAMES[:players])
        assert robin.init["ourPlayerIndex"] == 0
        assert robin.init["options"]["variantName"] == variant
        assert robin.init["options"]["numPlayers"] == players
    check_counts(robin.actions(), players, variant)
    final = [a for a in robin.actions() if a["type"] == "status"][-1]
    assert replayed(robin).replay().score == final["score"]


def check_counts(actions: list[Json], players: int, variant: str) -> None:
    """Recomputes clue tokens, score, strikes, turns and hands from the actions alone."""
    hands: list[list[int]] = [[] for _ in range(players)]
    clues, score, strikes, turn = 8, 0, 0, -1
    for action in actions:
        kind = action["type"]
        if kind == "draw":
            hands[action["playerIndex"]].append(action["order"])
        elif kind == "play":
            hands[action["playerIndex"]].remove(action["order"])
            score += 1
            clues = min(8, clues + (action["rank"] == 5))
        elif kind == "strike":
            strikes += 1
            assert action["num"] == strikes
        elif kind == "discard":
            hands[action["playerIndex"]].remove(action["order"])
            clues += not action["failed"]
        elif kind == "clue":
            clues -= 1
            assert set(action["list"]) <= set(hands[action["target"]])
            assert action["list"]
            assert action["giver"] == turn % players
        elif kind == "status":
            assert (action["clues"], action["score"]) == (clues, score)
        elif kind == "turn":
            turn += 1
            assert action["num"] == turn
            assert action["currentPlayerIndex"] in (turn % players, -1)
    assert [a["type"] for a in actions[-3:]] == ["gameOver", "turn", "playerTimes"]
    assert actions[-3]["endCondition"] == (2 if strikes == 3 else 1)
    orders = [a["order"] for a in actions if a["type"] == "draw"]
    assert orders == list(range(len(orders)))
    assert len(orders) <= (60 if variant == "6 Suits" else 50)


def test_own_cards_are_hidden_until_they_leave_the_hand(stand_in: StandIn) -> None:
    with Raw(stand_in, "robin") as robin:
        number = seated(stand_in, robin)
        play_out(stand_in, robin, number)
        drawn = [a for a in robin.actions() if a["type"] == "draw"]
        own = [(a["suitIndex"], a["rank"]) for a in drawn if a["playerIndex"] == 0]
        others = [(a["suitIndex"], a["rank"]) for a in drawn if a["playerIndex"] == 1]
        assert set(own) == {(-1, -1)}
        assert min(min(card) for card in others) >= 0
        names = [name for name, _ in robin.log]
        over = next(i for i, (_, data) in enumerate(robin.log) if "gameOver" in json.dumps(data))
        assert names.index("cardIdentities") > over


def messages_before_the_first_own_play(server: StandIn, deck: list[Card]) -> list[str]:
    """What robin receives up to turn 3 of a game with this deck, without times."""
    server.settings.deck = " ".join(map(str, deck))
    with Raw(server, "robin") as robin:
        alice = server.person("alice", silent)
        number = alice.create_table()
        robin.send("tableJoin", tableID=number)
        robin.wait("joined")
        server.settings.seats = ("robin", "alice")
        alice.start()
        robin.wait("tableStart")
        robin.enter(number)
        rank = server.table(number).live.deck[5].rank
        robin.send("action", tableID=number, type=3, target=1, value=rank)
        robin.wait_action("turn")
        alice.tell("action", tableID=number, type=1, target=5)
        robin.wait_action("turn")
        robin.send("getGameInfo2", tableID=number)
        robin.wait("noteListPlayer")
        return [without_times(f"{name} {json.dumps(data)}") for name, data in robin.log]


def without_times(text: str) -> str:
    """A message without its dates and clocks, which differ from game to game."""
    text = re.sub(r'"(datetime\w*)": "[^"]*"', r'"\1": ""', text)
    return re.sub(r'"(times|timeTaken)": (\[[^]]*\]|-?\d+)', r'"\1": 0', text)


def test_no_message_depends_on_cards_that_the_player_cannot_see() -> None:
    deck = list(State.deal(7).full_deck)
    other = [*deck[:5][::-1], *deck[5:11], *deck[11:][::-1]]
    assert [str(card) for card in deck] != [str(card) for card in other]
    with StandIn() as first, StandIn() as second:
        seen = messages_before_the_first_own_play(first, deck)
        also_seen = messages_before_the_first_own_play(second, other)
    assert seen == also_seen
    assert {"init", "gameActionList", "gameAction", "clock"} <= {t.split()[0] for t in seen}


def test_three_strikes_end_the_game_with_condition_2(stand_in: StandIn) -> None:
    cards = sorted(map(str, State.deal(0).full_deck), key=lambda name: (-int(name[1]), name))
    stand_in.settings.deck = " ".join(cards)
    with Raw(stand_in, "robin") as robin:
        number = seated(stand_in, robin, choose=scripted(["hint +1 5", "hint +1 5"]))
        robin.enter(number)
        for order in range(3):
            robin.send("action", tableID=number, type=0, target=order)
            robin.wait_action("turn")
            if order < 2:
                robin.wait_action("turn")
        robin.wait("finishOngoingGame")
    strikes = [a for a in robin.actions() if a["type"] == "strike"]
    assert [(a["num"], a["order"], a["turn"]) for a in strikes] == [(1, 0, 0), (2, 1, 2), (3, 2, 4)]
    failed = [a for a in robin.actions() if a["type"] == "discard"]
    assert [a["failed"] for a in failed] == [True] * 3
    over = next(a for a in robin.actions() if a["type"] == "gameOver")
    assert over == {"type": "gameOver", "endCondition": 2, "playerIndex": -1, "votes": None}
    assert stand_in.sent("robin", "gameHistory")[-1].data[0]["score"] == 0


def test_a_game_ends_when_no_card_can_score_any_more() -> None:
    ones = [Card(f"{color}1") for color in "rygwb" for _ in range(3)]
    rest = [card for card in State.deal(0).full_deck if card.rank > 1]
    game = LiveGame(State.from_deck([*ones, *rest]), "p2v0s1")
    while game.end_condition == 0:
        here = [order for order in game.hands[game.active] if order < len(ones)]
        if here and game.state.hints < 8:
            game.move(1, here[0], 0)
        else:
            other = 1 - game.active
            game.move(3, other, game.deck[game.hands[other][0]].rank)
    statuses = [a["maxScore"] for a in game.actions if a["type"] == "status"]
    assert (statuses[0], statuses[-1]) == (25, 0)
    assert game.end_condition == 1
    assert not game.state.over


def test_a_spectator_who_shadows_a_player_does_not_see_its_cards(stand_in: StandIn) -> None:
    alice, bob = stand_in.person("alice", silent), stand_in.person("bob", random_moves(2))
    number = alice.create_table()
    bob.tell("tableJoin", tableID=number)
    stand_in.settings.seats = ("alice", "bob")
    alice.start()
    with Raw(stand_in, "robin") as robin, Raw(stand_in, "sam") as sam:
        robin.send("tableSpectate", tableID=number, shadowingPlayerIndex=1)
        sam.send("tableSpectate", tableID=number, shadowingPlayerIndex=-1)
        for watcher in (robin, sam):
            assert watcher.wait("tableStart") == {"tableID": number, "replay": False}
            watcher.send("getGameInfo1", tableID=number)
            watcher.init = watcher.wait("init")
            watcher.send("getGameInfo2", tableID=number)
            watcher.wait("noteList")
        alice.choose = random_moves(1)
        alice.act()
        robin.wait("finishOngoingGame")
        sam.wait("finishOngoingGame")
    assert [robin.init[name] for name in ("spectating", "shadowing")] == [True, True]
    assert [sam.init[name] for name in ("spectating", "shadowing")] == [True, False]
    assert ranks_drawn(robin, 1) == {-1}
    assert min(ranks_drawn(robin, 0) | ranks_drawn(sam, 0) | ranks_drawn(sam, 1)) == 1


def ranks_drawn(watcher: Raw, seat: int) -> set[int]:
    """Ranks of all cards that a seat drew, as somebody saw them."""
    drawn = [a for a in watcher.actions() if a["type"] == "draw" and a["playerIndex"] == seat]
    return {action["rank"] for action in drawn}
