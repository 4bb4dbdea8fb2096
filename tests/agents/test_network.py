"""Networks of your own in the arena: one at a time and side by side."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import tamaya as ty
from tamaya.agents import NetworkAgent
from tamaya.agents.network import ObservationName
from tamaya.arena.match import match_in_chunks
from tamaya.arena.play import play_to_end
from tamaya.arena.team import Team

Bytes = NDArray[np.uint8]
EXAMPLES = Path(__file__).parents[2] / "examples"


def network(observation: ObservationName = "hle", seed: int = 0) -> NetworkAgent:
    """Linear scores with whole weights: exact, so that batches cannot change them."""
    weights: dict[tuple[int, int], NDArray[np.int64]] = {}

    def choose(observations: Bytes, legal: Bytes) -> NDArray[np.int64]:
        shape = (observations.shape[1], legal.shape[1])
        if shape not in weights:
            weights[shape] = np.random.default_rng(seed).integers(-9, 10, shape)
        return observations.astype(np.int64) @ weights[shape]

    return NetworkAgent(choose, observation, "linear")


class OneByOne(ty.Agent):
    """The same network, hidden in a class of its own: the arena asks it move by move."""

    def __init__(self, inner: NetworkAgent) -> None:
        self.inner = inner

    def act(self, view: ty.View) -> ty.Move:
        move = self.inner.sit(view.me).decide(view).move
        assert move is not None
        return move


TEAMS = [
    (("network", "network"), "standard"),
    (("network", "noisy(30, piers)"), "standard"),
    (("legal_random", "network"), "competition"),
    (("network", "iggi", "network"), "standard players=3"),
    (("human:all", "network"), "eger"),
    (("competition:flawed", "network", "competition:outer", "network"), "competition players=4"),
]


@pytest.mark.parametrize(("names", "setup"), TEAMS, ids=str)
@pytest.mark.parametrize("observation", ["hle", "extended"])
def test_games_side_by_side_are_those_played_one_by_one(
    names: tuple[str, ...], setup: str, observation: ObservationName
) -> None:
    def seated(wrap: type | None) -> list[object]:
        return [
            (network(observation, i) if wrap is None else wrap(network(observation, i)))
            if name == "network"
            else name
            for i, name in enumerate(names)
        ]

    batched = ty.match(*seated(None), games=25, first_seed=7, setup=setup, count_each_game=True)
    single = ty.match(*seated(OneByOne), games=25, first_seed=7, setup=setup, count_each_game=True)
    np.testing.assert_array_equal(batched.results, single.results)
    np.testing.assert_array_equal(batched.counters, single.counters)
    assert batched.game_counters is not None
    assert single.game_counters is not None
    np.testing.assert_array_equal(batched.game_counters, single.game_counters)


def test_a_network_also_plays_one_game() -> None:
    game = ty.play(network(), "piers", seed=3)
    team = Team.seat((network(), "piers"), "standard")
    assert play_to_end(team, 3).score == game.score
    assert ty.match(network(), "piers", games=1, first_seed=3).scores[0] == game.score


def test_chunks_join_to_one_match(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = ty.match(network(), "piers", games=30)
    monkeypatch.setattr(sys.modules["tamaya.arena.match"], "MOST_GAMES", 8)
    chunks = list(match_in_chunks(network(), "piers", games=30))
    assert [chunk.games for chunk in chunks] == [8, 8, 8, 6]
    assert chunks[0].joined(chunks[1:]) == at_once


def test_action_ids_are_played_as_they_are() -> None:
    lowest = NetworkAgent(lambda _, legal: legal.argmax(axis=1), name="lowest")
    scores = NetworkAgent(lambda _, legal: np.zeros(legal.shape), name="lowest")
    first = ty.match(lowest, lowest, games=20)
    assert first == ty.match(scores, scores, games=20)


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda observations, legal: np.zeros(3), r"returned float64 \[3\]"),
        (lambda observations, legal: np.full(len(legal), 99), "returned action 99"),
        (lambda observations, legal: np.full(legal.shape, np.nan), "nan"),
        (lambda observations, legal: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_a_policy_that_fails_is_named(choose: object, message: str) -> None:
    agent = NetworkAgent(choose, name="broken")  # type: ignore[arg-type]
    with pytest.raises(ty.AgentError, match=f"'broken' in seat 0.*{message}"):
        ty.match(agent, "piers", games=5)


def test_an_illegal_action_is_named_or_ends_the_game() -> None:
    discard = NetworkAgent(lambda observations, legal: np.zeros(len(legal), int), name="discards")
    message = "'discards' in seat 0, game seed 4, turn 0: discard 0 is not legal"
    with pytest.raises(ty.IllegalMoveError, match=message):
        ty.match(discard, "piers", games=5, first_seed=4)
    ended = ty.match(discard, "piers", games=5, setup="competition")
    assert ended.forfeits == 5


def test_impossible_networks_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="no observation 'all'"):
        NetworkAgent(lambda observations, legal: legal, "all")  # type: ignore[arg-type]
    with pytest.raises(ty.TamayaError, match="not a policy: 3"):
        NetworkAgent(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(("package", "file"), [("torch", "pytorch"), ("jax", "jax")])
def test_examples_play(package: str, file: str) -> None:
    pytest.importorskip(package)
    agent = runpy.run_path(str(EXAMPLES / f"{file}_policy.py"))["agent"]
    assert ty.match(agent, "piers", games=50).games == 50


def test_onnx_files_are_agents(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    write = runpy.run_path(str(EXAMPLES / "onnx_policy.py"))["write_network"]
    path = tmp_path / "policy.onnx"
    write(path, ty.Setup.standard(2))
    matchup = ty.match(f"onnx:{path}", "piers", games=50)
    assert matchup.agents[0] == f"onnx:{path}"
    assert matchup == ty.match(f"onnx:{path}", "piers", games=50)
    with pytest.raises(ty.TamayaError, match="takes observations of 658 entries"):
        ty.match(f"onnx:{path}", "piers", "piers", games=5)
    path.write_bytes(b"nothing")
    with pytest.raises(ty.TamayaError, match="as an ONNX file"):
        ty.match(f"onnx:{path}", "piers", games=5)
    with pytest.raises(ty.TamayaError, match="no file"):
        ty.match("onnx:nowhere.onnx", "piers", games=5)
