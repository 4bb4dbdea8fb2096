"""Replays over HTTP: boards, reasons, beliefs, questions and branches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import tamaya as ty
from tamaya import hanab_live
from tamaya.transcript import Transcript
from tests.web.meta_agents import small
from tests.web.pages import Frame, agent, begin, page, person, play_on, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("replays")) as client:
        yield client


@pytest.fixture(scope="module")
def shown(client: TestClient) -> Frame:
    """piers and iggi on the deck of seed 5."""
    made = client.post("/api/replays", json={"agents": ["piers", "iggi"], "seed": 5}).json()
    return get(client, made["replay"])


def get(client: TestClient, id: str, rest: str = "") -> Frame:
    answer = client.get(f"/api/replays/{id}{rest}")
    assert answer.status_code == 200, answer.text
    made: Frame = answer.json()
    return made


def post(client: TestClient, id: str, what: str, **body: Any) -> Frame:
    answer = client.post(f"/api/replays/{id}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    made: Frame = answer.json()
    return made


def test_a_game_for_show_is_the_game_of_the_arena(shown: Frame) -> None:
    game = ty.play("piers", "iggi", seed=5)
    assert shown["moves"] == list(map(str, game.transcript.moves))
    assert shown["deck"] == list(map(str, game.transcript.deck))
    assert shown["score"] == game.score
    assert len(shown["tables"]) == len(shown["moves"]) + 1 == len(shown["choices"])
    for turn, state in enumerate(game.transcript.positions()):
        assert shown["tables"][turn]["score"] == state.score
        hands = [[card["card"] for card in seat["hand"]] for seat in shown["tables"][turn]["seats"]]
        assert hands == [[str(c) for c in state.hand(s) if c is not None] for s in range(2)]


def test_long_answers_are_packed_for_those_who_can_unpack_them(
    client: TestClient, shown: Frame
) -> None:
    address = f"/api/replays/{shown['id']}"
    short = client.get(address, headers={"accept-encoding": "gzip"})
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert short.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert short.json() == plain.json() == shown
    assert int(short.headers["content-length"]) * 5 < int(plain.headers["content-length"])


def test_misplays_and_lost_points_are_marked(shown: Frame) -> None:
    events = ty.play("piers", "iggi", seed=5).final.events
    misplays = [t for t, one in enumerate(events) if one.kind == "play" and not one.scored]
    assert [one["turn"] for one in shown["marks"] if one["mark"] == "misplay"] == misplays
    lost = sum(one["points"] for one in shown["marks"])
    assert lost == shown["max_score"] - shown["tables"][-1]["ceiling"]


def test_the_trace_of_a_turn_leads_to_its_move(client: TestClient, shown: Frame) -> None:
    for turn in (0, 7, 20):
        seat = shown["tables"][turn]["current"]
        name = shown["seats"][seat]["agent"]
        found = get(client, shown["id"], f"/trace?turn={turn}&agent={name}")
        assert found["move"] == shown["moves"][turn]
        rules = found["explained"]["rules"]
        assert [one["status"] for one in rules].count("decides") == 1


def test_a_model_of_people_says_how_many_would_do_it(client: TestClient, shown: Frame) -> None:
    found = get(client, shown["id"], "/trace?turn=7&agent=human:all")["explained"]
    chances = [one["chance"] for one in found["moves"]]
    assert found["kind"] == "chances"
    assert sum(chances) == pytest.approx(1, abs=1e-3)
    assert chances == sorted(chances, reverse=True)


def test_cards_are_believed_to_be_what_hints_allow(client: TestClient, shown: Frame) -> None:
    found = get(client, shown["id"], "/beliefs?turn=12&seat=1")
    hand = shown["tables"][12]["seats"][1]["hand"]
    assert [one["card"] for one in found["cards"]] == [one["card"] for one in hand]
    for card, one in zip(hand, found["cards"], strict=True):
        possible = {
            f"{suit}{rank}"
            for suit, row in zip(found["suits"], one["counts"], strict=True)
            for rank, count in enumerate(row, 1)
            if count
        }
        index = {str(c): c.index for c in ty.Setup.standard().cards()}
        assert {name for name, bit in index.items() if card["counting"] >> bit & 1} == possible


def test_agents_are_asked_in_the_place_of_the_player(client: TestClient, shown: Frame) -> None:
    names = ["piers", "eger:intentional", "cyclone:self_play", "elite:tamaya-1#2,2"]
    found = post(client, shown["id"], "ask", turn=9, agents=names)
    assert [one["agent"] for one in found["answers"]] == names
    kinds = [one["explained"]["kind"] for one in found["answers"]]
    assert kinds == ["rules", "goals", "factors", "rules"]
    assert found["made"] == shown["moves"][9]
    assert all(one["move"] in shown["choices"][9] for one in found["answers"])


def test_a_branch_goes_on_from_another_move(client: TestClient, shown: Frame) -> None:
    turn = 6
    other = next(one for one in shown["choices"][turn] if one != shown["moves"][turn])
    branch = {"turn": turn, "moves": [other]}
    found = post(client, shown["id"], "try", branch=branch, agents=["piers", "iggi"])
    assert found["moves"][0] == other
    assert found["tables"][0] == shown["tables"][turn]
    assert found["over"]
    state = ty.State.from_deck("".join(shown["deck"]))
    for move in [*shown["moves"][:turn], *found["moves"]]:
        state.apply(move)
    assert (state.over, state.score) == (True, found["score"])
    asked = post(client, shown["id"], "ask", turn=turn + 1, agents=["iggi"], branch=branch)
    assert asked["answers"][0]["move"] == found["moves"][1]
    moves = f"&from={turn}&moves={other}"
    traced = get(
        client, shown["id"], f"/trace?turn={turn + 1}&agent=iggi{moves}".replace("+", "%2B")
    )
    assert traced["move"] == found["moves"][1]


def test_the_same_moves_lead_to_the_same_game(client: TestClient, shown: Frame) -> None:
    found = post(client, shown["id"], "try", branch={"turn": 10}, agents=["piers", "iggi"])
    assert found["moves"] == shown["moves"][10:]


def test_a_person_plays_on_from_a_turn(client: TestClient, shown: Frame) -> None:
    made = post(client, shown["id"], "branch", branch={"turn": 8}, seats=[None, "iggi"])
    with page(client, made["game"]) as ann:
        first = ann.receive("snapshot")
        assert first["table"]["turn"] == 8
        assert first["seat"] == 0
        assert first["table"]["fireworks"] == shown["tables"][8]["fireworks"]
        assert all("card" not in card for card in first["table"]["seats"][0]["hand"])
        last = play_on(ann)
    assert last is not None
    assert last["reveal"]["deck"] == shown["deck"]


def test_a_game_for_show_can_be_taken_away(client: TestClient, shown: Frame) -> None:
    taken = client.get(f"/api/replays/{shown['id']}/export").json()
    transcript = Transcript.parse(taken["transcript"])
    assert transcript.replay().score == shown["score"]
    assert hanab_live.from_json(json.dumps(taken["json"])).transcript.moves == transcript.moves
    assert hanab_live.from_link(taken["link"]).transcript.moves == transcript.moves


def test_a_running_game_is_not_told(client: TestClient) -> None:
    made = begin(client, person(), agent("piers"))
    for rest in ("", "/trace?turn=0&agent=piers", "/beliefs?turn=0&seat=0", "/export"):
        answer = client.get(f"/api/replays/{made['game']}{rest}")
        assert answer.status_code == 409, rest
    for what, body in (
        ("ask", {"turn": 0, "agents": ["piers"]}),
        ("try", {"branch": {"turn": 0}, "agents": ["piers", "piers"]}),
        ("branch", {"branch": {"turn": 0}, "seats": [None, "piers"]}),
    ):
        answer = client.post(f"/api/replays/{made['game']}/{what}", json=body)
        assert answer.status_code == 409, what


def test_a_finished_game_of_a_person_can_be_looked_at(client: TestClient) -> None:
    made = begin(client, person("Ann"), agent("piers"))
    with page(client, made["game"]) as ann:
        assert play_on(ann) is not None
    found = get(client, made["game"])
    assert [one["agent"] for one in found["seats"]] == ["", "piers"]
    assert [one["human"] for one in found["seats"]] == [True, False]
    turn = next(t for t, one in enumerate(found["tables"]) if one["current"] == 1)
    traced = get(client, made["game"], f"/trace?turn={turn}&agent=piers")
    assert traced["move"] == found["moves"][turn]


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("/trace?turn=999&agent=piers", 422),
        ("/trace?turn=3&agent=my_bot.py:Bot", 422),
        ("/beliefs?turn=3&seat=4", 422),
        ("/trace?turn=3&agent=piers&from=2&moves=play 9", 422),
    ],
)
def test_what_is_not_there_is_refused(
    client: TestClient, shown: Frame, rest: str, status: int
) -> None:
    answer = client.get(f"/api/replays/{shown['id']}{rest}")
    assert answer.status_code == status
    assert answer.json()["error"]


def test_damaged_and_unknown_replays_are_refused(client: TestClient) -> None:
    assert client.get("/api/replays/show.AAAA").status_code == 422
    assert client.get("/api/replays/nothere123").status_code == 404
    for wish in (
        {"agents": ["piers", "file.py:Bot"], "seed": 1},
        {"agents": ["piers", "iggi"], "setup": "standard players=5"},
        {"agents": ["piers", "iggi"], "setup": "chess"},
        {"agents": ["piers"]},
    ):
        assert client.post("/api/replays", json=wish).status_code == 422, wish


def test_agents_of_others_are_not_asked_in_the_servers_process(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        return view.legal_moves()[0]\n")
    with serving(tmp_path, agents=(f"bob={bot}:Bot",)) as client:
        made = begin(client, agent("bob"), agent("piers"))
        with page(client, made["game"]) as watcher:
            watcher.receive("explain")
        found = get(client, made["game"])
        assert found["seats"][0]["agent"] == "bob"
        refused = client.get(f"/api/replays/{made['game']}/trace?turn=0&agent=bob")
        assert refused.status_code == 422
        assert "not part of Tamaya" in refused.json()["error"]
        assert get(client, made["game"], "/trace?turn=0&agent=piers")["move"]


def test_a_game_from_elsewhere_can_be_asked_about(client: TestClient, shown: Frame) -> None:
    deck, moves = "".join(shown["deck"]), shown["moves"][:20]
    state = ty.State.from_deck(deck)
    for one in moves:
        state.apply(one)
    text = f"tamaya transcript 1\nsetup {shown['setup']}\ndeck {deck}\n" + "\n".join(
        [*moves, f"score {state.score}"]
    )
    made = client.post("/api/import", json={"text": text}).json()
    found = get(client, made["game"])
    assert [one["agent"] for one in found["seats"]] == ["", ""]
    assert "end" not in found["tables"][-1]
    asked = post(client, made["game"], "ask", turn=20, agents=["piers", "iggi"])
    assert asked["made"] is None
    grown = post(client, made["game"], "try", branch={"turn": 20}, agents=["piers", "iggi"])
    assert grown["over"]


def test_agents_remember_the_games_before(tmp_path: Path) -> None:
    """A meta-agent's second game is explained by what it learned in the first."""
    with serving(tmp_path, agents=(small(tmp_path),)) as client:
        made = begin(client, person(), agent("meta:small.meta#published"))
        with page(client, made["game"]) as ann:
            assert play_on(ann) is not None
        following = client.post(f"/api/games/{made['game']}/next", json={"how": "again"}).json()
        with page(client, following["game"]) as ann:
            assert play_on(ann) is not None
        found = get(client, following["game"])
        turns = [t for t, one in enumerate(found["tables"][:-1]) if one["current"] == 1]
        for turn in turns[:4]:
            name = "meta:small.meta%23published"
            traced = get(client, following["game"], f"/trace?turn={turn}&agent={name}")
            assert traced["move"] == found["moves"][turn]
