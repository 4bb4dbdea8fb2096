"""Puzzles: their proofs, and what their solvers may see before the answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from fastapi.testclient import TestClient

from tamaya.game import Move
from tamaya.web.game.history import deck_text
from tamaya.web.puzzles import puzzle as puzzle_module
from tamaya.web.puzzles import routes
from tamaya.web.puzzles.making import ERRORS, GAP, TEAMS, WANTED, candidates, proved
from tamaya.web.puzzles.puzzle import StoredPuzzle, all_puzzles
from tamaya.web.puzzles.showing import HINTS, hint, shown
from tests.sampling import sampled
from tests.web.hidden import Deal, elsewhere
from tests.web.pages import serving

PUZZLES = list(all_puzzles().values())
IDS = [puzzle.id for puzzle in PUZZLES]


def test_there_are_as_many_puzzles_of_each_kind_as_were_wanted() -> None:
    counts = Counter((puzzle.view.setup.players, puzzle.kind) for puzzle in PUZZLES)
    wanted = {(players, kind): n for players, kinds in WANTED.items() for kind, n in kinds.items()}
    assert counts == Counter(wanted)
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_the_solution_follows_from_the_rules_of_its_kind(puzzle: StoredPuzzle) -> None:
    view, state = puzzle.view, puzzle.state
    legal = {str(move) for move in view.legal_moves()}
    assert set(puzzle.solutions) < legal
    assert all(set(proof.values) == legal for proof in puzzle.proofs)
    if puzzle.kind == "play":
        assert puzzle.solutions == [f"play {puzzle.slot}"]
        assert set(view.possible(puzzle.slot)) <= set(state.playable)
        return
    card = state.hand(puzzle.seat)[puzzle.slot]
    assert card in state.critical
    for solution in puzzle.solutions:
        after = state.copy()
        assert puzzle.slot in after.apply(Move.parse(solution)).touched


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_the_stored_proof_is_clear(puzzle: StoredPuzzle) -> None:
    assert [proof.team for proof in puzzle.proofs] == list(TEAMS[puzzle.view.setup.players])
    for proof in puzzle.proofs:
        assert proof.gap >= GAP
        assert proof.gap >= ERRORS * proof.error
        worst = min(proof.values[move] for move in puzzle.solutions)
        other = max(v for move, v in proof.values.items() if move not in puzzle.solutions)
        assert math.isclose(worst - other, proof.gap, abs_tol=0.002)


@pytest.mark.parametrize("puzzle", sampled(PUZZLES, PUZZLES[:1]), ids=lambda puzzle: puzzle.id)
def test_search_proves_the_same_numbers_again(puzzle: StoredPuzzle) -> None:
    (candidate,) = (c for c in candidates(puzzle.state, "") if c.kind == puzzle.kind)
    proof = proved(candidate, puzzle.samples, puzzle.seed)
    assert proof is not None
    assert proof[1] == puzzle.proofs
    assert [str(move) for move in proof[0].solutions] == puzzle.solutions


def with_other_cards(puzzle: StoredPuzzle) -> StoredPuzzle:
    """The same puzzle with other cards where its solver sees none."""
    state = puzzle.state
    moves = tuple(map(Move.parse, puzzle.moves))
    deal = Deal(state.setup, tuple(state.full_deck), moves)
    return msgspec.structs.replace(puzzle, deck=deck_text(elsewhere(deal, puzzle.me, 5).deck))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_hidden_cards_change_no_byte_before_the_answer(puzzle: StoredPuzzle) -> None:
    other = with_other_cards(puzzle)

    def told(told_of: StoredPuzzle) -> list[bytes]:
        hints = [hint(told_of, number) for number in range(1, HINTS + 1)]
        return [msgspec.json.encode(part) for part in (shown(told_of, ""), *hints)]

    assert told(puzzle) == told(other)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as client:
        yield client


def served(client: TestClient, puzzle: StoredPuzzle) -> list[bytes]:
    """Everything that a solver receives before the answer, and the answer without the card."""
    client.cookies.clear()  # a new profile
    address = f"/api/puzzles/{puzzle.id}"
    answered = client.post(f"{address}/answer", json={"move": puzzle.solutions[0]}).json()
    del answered["card"]
    responses = [
        client.get("/api/puzzles"),
        client.get(address),
        *(client.get(f"{address}/hints/{number}") for number in range(1, HINTS + 2)),
        *(client.post(f"{address}/answer", json={"move": move}) for move in ("play 9", "fly")),
    ]
    return [*(response.content for response in responses), msgspec.json.encode(answered)]


def test_a_server_tells_solvers_the_same_whatever_is_hidden(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [PUZZLES[0], PUZZLES[-1]]
    before = [served(client, puzzle) for puzzle in chosen]
    others = {puzzle.id: with_other_cards(puzzle) for puzzle in PUZZLES}
    assert all(others[puzzle.id].deck != puzzle.deck for puzzle in chosen)
    for module in (routes, puzzle_module):
        monkeypatch.setattr(module, "all_puzzles", lambda: others)
    assert [served(client, puzzle) for puzzle in chosen] == before


def test_answers_are_judged_explained_and_remembered(client: TestClient) -> None:
    right, wrong = PUZZLES[0], PUZZLES[1]
    answer = client.post(f"/api/puzzles/{right.id}/answer", json={"move": right.solutions[0]})
    body = answer.json()
    assert body["right"] is True
    assert body["solutions"] == right.solutions
    assert body["card"] == str(right.state.hand(right.seat)[right.slot])
    values = [value["value"] for value in body["values"]]
    assert values == sorted(values, reverse=True)
    bad = next(move for move in wrong.proofs[0].values if move not in wrong.solutions)
    assert (
        client.post(f"/api/puzzles/{wrong.id}/answer", json={"move": bad}).json()["right"] is False
    )
    lines = {line["id"]: line for line in client.get("/api/puzzles").json()["puzzles"]}
    assert (lines[right.id]["tried"], lines[right.id]["solved"]) == (True, True)
    assert (lines[wrong.id]["tried"], lines[wrong.id]["solved"]) == (True, False)
    # A second, right answer does not count as the first try.
    client.post(f"/api/puzzles/{wrong.id}/answer", json={"move": wrong.solutions[0]})
    counts = client.get("/api/progress").json()["puzzles"]
    assert counts == {"tried": 2, "solved": 1, "of": len(PUZZLES)}


def test_a_puzzle_names_no_own_card_and_no_solution(client: TestClient) -> None:
    for puzzle in PUZZLES[:6]:
        body = client.get(f"/api/puzzles/{puzzle.id}").json()
        own = body["table"]["seats"][body["seat"]]["hand"]
        assert all("card" not in card for card in own)
        assert not {"deck", "solutions", "proofs", "slot"} & set(body)


def test_bad_requests_are_refused(client: TestClient) -> None:
    id = PUZZLES[0].id
    assert client.get("/api/puzzles/nothing").status_code == 404
    assert client.get(f"/api/puzzles/{id}/hints/3").status_code == 422
    for move in ("fly", "hint +4 r", ""):
        answer = client.post(f"/api/puzzles/{id}/answer", json={"move": move})
        assert answer.status_code == 422, move
