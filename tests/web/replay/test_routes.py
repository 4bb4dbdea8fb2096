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
def replay(client: TestClient) -> Frame:
    """A game of piers and iggi on the deck of seed 5."""
    answer = client.post("/api/replays", json={"agents": ["piers", "iggi"], "seed": 5}).json()
    return get(client, answer["replay"])


def get(client: TestClient, id: str, rest: str = "") -> Frame:
    answer = client.get(f"/api/replays/{id}{rest}")
    assert answer.status_code == 200, answer.text
    frame: Frame = answer.json()
    return frame


def post(client: TestClient, id: str, action: str, **body: Any) -> Frame:
    answer = client.post(f"/api/replays/{id}/{action}", json=body)
    assert answer.status_code == 200, answer.text
    frame: Frame = answer.json()
    return frame


def test_a_game_for_show_is_the_game_of_the_arena(replay: Frame) -> None:
    game = ty.play("piers", "iggi", seed=5)
    assert replay["moves"] == list(map(str, game.transcript.moves))
    assert replay["deck"] == list(map(str, game.transcript.deck))
    assert replay["score"] == game.score
    assert len(replay["tables"]) == len(replay["moves"]) + 1 == len(replay["choices"])
    for turn, state in enumerate(game.transcript.positions()):
        assert replay["tables"][turn]["score"] == state.score
        hands = [
            [card["card"] for card in seat["hand"]] for seat in replay["tables"][turn]["seats"]
        ]
        assert hands == [[str(c) for c in state.hand(s) if c is not None] for s in range(2)]


def test_long_answers_are_packed_for_those_who_can_unpack_them(
    client: TestClient, replay: Frame
) -> None:
    address = f"/api/replays/{replay['id']}"
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json() == replay
    assert int(packed.headers["content-length"]) * 5 < int(plain.headers["content-length"])


def test_misplays_and_lost_points_are_marked(replay: Frame) -> None:
    events = ty.play("piers", "iggi", seed=5).final.events
    misplays = [t for t, event in enumerate(events) if event.kind == "play" and not event.scored]
    assert [mark["turn"] for mark in replay["marks"] if mark["mark"] == "misplay"] == misplays
    lost = sum(mark["points"] for mark in replay["marks"])
    assert lost == replay["max_score"] - replay["tables"][-1]["ceiling"]


def test_the_trace_of_a_turn_leads_to_its_move(client: TestClient, replay: Frame) -> None:
    for turn in (0, 7, 20):
        seat = replay["tables"][turn]["current"]
        name = replay["seats"][seat]["agent"]
        trace = get(client, replay["id"], f"/trace?turn={turn}&agent={name}")
        assert trace["move"] == replay["moves"][turn]
        rules = trace["explained"]["rules"]
        assert [rule["status"] for rule in rules].count("decides") == 1


def test_a_model_of_people_says_how_many_would_do_it(client: TestClient, replay: Frame) -> None:
    explained = get(client, replay["id"], "/trace?turn=7&agent=human:all")["explained"]
    chances = [option["chance"] for option in explained["moves"]]
    assert explained["kind"] == "chances"
    assert sum(chances) == pytest.approx(1, abs=1e-3)
    assert chances == sorted(chances, reverse=True)


def test_cards_are_believed_to_be_what_hints_allow(client: TestClient, replay: Frame) -> None:
    beliefs = get(client, replay["id"], "/beliefs?turn=12&seat=1")
    hand = replay["tables"][12]["seats"][1]["hand"]
    assert [card["card"] for card in beliefs["cards"]] == [card["card"] for card in hand]
    for card, belief in zip(hand, beliefs["cards"], strict=True):
        possible = {
            f"{suit}{rank}"
            for suit, row in zip(beliefs["suits"], belief["counts"], strict=True)
            for rank, count in enumerate(row, 1)
            if count
        }
        index = {str(c): c.index for c in ty.Setup.standard().cards()}
        assert {name for name, bit in index.items() if card["counting"] >> bit & 1} == possible


def test_agents_are_asked_in_the_place_of_the_player(client: TestClient, replay: Frame) -> None:
    names = ["piers", "eger:intentional", "cyclone:self_play", "elite:tamaya-1#2,2"]
    body = post(client, replay["id"], "ask", turn=9, agents=names)
    assert [answer["agent"] for answer in body["answers"]] == names
    kinds = [answer["explained"]["kind"] for answer in body["answers"]]
    assert kinds == ["rules", "goals", "factors", "rules"]
    assert body["made"] == replay["moves"][9]
    assert all(answer["move"] in replay["choices"][9] for answer in body["answers"])


def test_a_branch_goes_on_from_another_move(client: TestClient, replay: Frame) -> None:
    turn = 6
    other_move = next(
        choice for choice in replay["choices"][turn] if choice != replay["moves"][turn]
    )
    branch = {"turn": turn, "moves": [other_move]}
    continued = post(client, replay["id"], "try", branch=branch, agents=["piers", "iggi"])
    assert continued["moves"][0] == other_move
    assert continued["tables"][0] == replay["tables"][turn]
    assert continued["over"]
    state = ty.State.from_deck("".join(replay["deck"]))
    for move in [*replay["moves"][:turn], *continued["moves"]]:
        state.apply(move)
    assert (state.over, state.score) == (True, continued["score"])
    answers = post(client, replay["id"], "ask", turn=turn + 1, agents=["iggi"], branch=branch)
    assert answers["answers"][0]["move"] == continued["moves"][1]
    moves = f"&from={turn}&moves={other_move}"
    trace = get(
        client, replay["id"], f"/trace?turn={turn + 1}&agent=iggi{moves}".replace("+", "%2B")
    )
    assert trace["move"] == continued["moves"][1]


def test_the_same_moves_lead_to_the_same_game(client: TestClient, replay: Frame) -> None:
    continued = post(client, replay["id"], "try", branch={"turn": 10}, agents=["piers", "iggi"])
    assert continued["moves"] == replay["moves"][10:]


def test_a_person_plays_on_from_a_turn(client: TestClient, replay: Frame) -> None:
    new_game = post(client, replay["id"], "branch", branch={"turn": 8}, seats=[None, "iggi"])
    with page(client, new_game["game"]) as ann:
        first = ann.receive("snapshot")
        assert first["table"]["turn"] == 8
        assert first["seat"] == 0
        assert first["table"]["fireworks"] == replay["tables"][8]["fireworks"]
        assert all("card" not in card for card in first["table"]["seats"][0]["hand"])
        last = play_on(ann)
    assert last is not None
    assert last["reveal"]["deck"] == replay["deck"]


def test_a_game_for_show_can_be_taken_away(client: TestClient, replay: Frame) -> None:
    export = client.get(f"/api/replays/{replay['id']}/export").json()
    transcript = Transcript.parse(export["transcript"])
    assert transcript.replay().score == replay["score"]
    assert hanab_live.from_json(json.dumps(export["json"])).transcript.moves == transcript.moves
    assert hanab_live.from_link(export["link"]).transcript.moves == transcript.moves


def test_a_running_game_is_not_told(client: TestClient) -> None:
    new_game = begin(client, person(), agent("piers"))
    for path in ("", "/trace?turn=0&agent=piers", "/beliefs?turn=0&seat=0", "/export"):
        answer = client.get(f"/api/replays/{new_game['game']}{path}")
        assert answer.status_code == 409, path
    for action, body in (
        ("ask", {"turn": 0, "agents": ["piers"]}),
        ("try", {"branch": {"turn": 0}, "agents": ["piers", "piers"]}),
        ("branch", {"branch": {"turn": 0}, "seats": [None, "piers"]}),
    ):
        answer = client.post(f"/api/replays/{new_game['game']}/{action}", json=body)
        assert answer.status_code == 409, action


def test_a_finished_game_of_a_person_can_be_looked_at(client: TestClient) -> None:
    new_game = begin(client, person("Ann"), agent("piers"))
    with page(client, new_game["game"]) as ann:
        assert play_on(ann) is not None
    replay = get(client, new_game["game"])
    assert [seat["agent"] for seat in replay["seats"]] == ["", "piers"]
    assert [seat["human"] for seat in replay["seats"]] == [True, False]
    turn = next(t for t, table in enumerate(replay["tables"]) if table["current"] == 1)
    trace = get(client, new_game["game"], f"/trace?turn={turn}&agent=piers")
    assert trace["move"] == replay["moves"][turn]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/trace?turn=999&agent=piers", 422),
        ("/trace?turn=3&agent=my_bot.py:Bot", 422),
        ("/beliefs?turn=3&seat=4", 422),
        ("/trace?turn=3&agent=piers&from=2&moves=play 9", 422),
    ],
)
def test_what_is_not_there_is_refused(
    client: TestClient, replay: Frame, path: str, status: int
) -> None:
    answer = client.get(f"/api/replays/{replay['id']}{path}")
    assert answer.status_code == status
    assert answer.json()["error"]


def test_damaged_and_unknown_replays_are_refused(client: TestClient) -> None:
    assert client.get("/api/replays/show.AAAA").status_code == 422
    assert client.get("/api/replays/nothere123").status_code == 404
    for request in (
        {"agents": ["piers", "file.py:Bot"], "seed": 1},
        {"agents": ["piers", "iggi"], "setup": "standard players=5"},
        {"agents": ["piers", "iggi"], "setup": "chess"},
        {"agents": ["piers"]},
    ):
        assert client.post("/api/replays", json=request).status_code == 422, request


def test_agents_of_others_are_not_asked_in_the_servers_process(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        return view.legal_moves()[0]\n")
    with serving(tmp_path, agents=(f"bob={bot}:Bot",)) as client:
        new_game = begin(client, agent("bob"), agent("piers"))
        with page(client, new_game["game"]) as watcher:
            play_on(watcher)
        replay = get(client, new_game["game"])
        assert replay["seats"][0]["agent"] == "bob"
        refused = client.get(f"/api/replays/{new_game['game']}/trace?turn=0&agent=bob")
        assert refused.status_code == 422
        assert "not part of Tamaya" in refused.json()["error"]
        assert get(client, new_game["game"], "/trace?turn=0&agent=piers")["move"]


def test_a_game_from_elsewhere_can_be_asked_about(client: TestClient, replay: Frame) -> None:
    deck, moves = "".join(replay["deck"]), replay["moves"][:20]
    state = ty.State.from_deck(deck)
    for move in moves:
        state.apply(move)
    text = f"tamaya transcript 1\nsetup {replay['setup']}\ndeck {deck}\n" + "\n".join(
        [*moves, f"score {state.score}"]
    )
    imported = client.post("/api/import", json={"text": text}).json()
    opened = get(client, imported["game"])
    assert [seat["agent"] for seat in opened["seats"]] == ["", ""]
    assert "end" not in opened["tables"][-1]
    answers = post(client, imported["game"], "ask", turn=20, agents=["piers", "iggi"])
    assert answers["made"] is None
    continued = post(client, imported["game"], "try", branch={"turn": 20}, agents=["piers", "iggi"])
    assert continued["over"]


def test_agents_remember_the_games_before(tmp_path: Path) -> None:
    """A meta-agent explains its second game with what it learned in the first."""
    with serving(tmp_path, agents=(small(tmp_path),)) as client:
        new_game = begin(client, person(), agent("meta:small.meta#published"))
        with page(client, new_game["game"]) as ann:
            assert play_on(ann) is not None
        following = client.post(f"/api/games/{new_game['game']}/next", json={"how": "again"}).json()
        with page(client, following["game"]) as ann:
            assert play_on(ann) is not None
        replay = get(client, following["game"])
        turns = [t for t, table in enumerate(replay["tables"][:-1]) if table["current"] == 1]
        for turn in turns[:4]:
            name = "meta:small.meta%23published"
            trace = get(client, following["game"], f"/trace?turn={turn}&agent={name}")
            assert trace["move"] == replay["moves"][turn]
