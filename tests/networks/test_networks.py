"""Learned networks in the core compute what they should, and play."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.game import Setup, TamayaError
from tamaya.networks import LearnedAgent, WeightsFile, quantized
from tamaya.networks.families import shipped
from tamaya.networks.quantize import preferences
from tamaya.vector import Vector
from tests.networks.networks import (
    expected_sums,
    float_network,
    seen_in_games,
    whole_network,
)

CASES = [
    ("standard", "extended", (32, 16), 1),
    ("standard", "hle", (64,), 0),
    ("competition players=3", "counts", (64, 64, 20), 2),
    ("standard players=5 extra_suit=rainbow", "counts", (20, 36), 2),
    ("standard colors=2 ranks=2 hand_size=2", "extended", (8, 8, 8, 8), 1),
]


def agent_of(*files: WeightsFile, noise: int = 0) -> LearnedAgent:
    return LearnedAgent("net", files, noise=noise)


@pytest.mark.parametrize(("setup", "kind", "hidden", "normalized"), CASES)
def test_the_core_computes_the_sums_of_the_file(
    setup: str, kind: str, hidden: tuple[int, ...], normalized: int
) -> None:
    file = whole_network(setup, kind, hidden, normalized)  # type: ignore[arg-type]
    policy = agent_of(file).policy
    unit = float(file.about["preference_unit"])
    env = seen_in_games(setup, kind, turns=8)  # type: ignore[arg-type]
    checked = 0
    for row in range(len(env.seat)):
        if env.game[row] > 0:
            continue  # a view holds one game; the row's observation counts earlier ones as well
        view = env.state(row).view(int(env.seat[row]))
        logits, value = _core.network_preferences(policy, view)
        sums = np.rint(np.array([*logits, value]) / unit).astype(np.int64)
        assert (sums == expected_sums(file, env.observation[row])).all()
        checked += 1
    assert checked > 3


@pytest.mark.parametrize(("setup", "kind", "hidden", "normalized"), CASES)
def test_whole_numbers_prefer_what_the_trained_network_prefers(
    setup: str, kind: str, hidden: tuple[int, ...], normalized: int
) -> None:
    env = seen_in_games(setup, kind)  # type: ignore[arg-type]
    file = float_network(setup, kind, hidden, normalized, 3)  # type: ignore[arg-type]
    rounded_file = quantized(file, env.observation, min(env.bit_size, env.size))
    trained = preferences(file, env.observation)
    unit = float(rounded_file.about["preference_unit"])
    rounded = np.array([expected_sums(rounded_file, row) for row in env.observation]) * unit
    spread = trained.std()
    assert np.abs(rounded - trained).mean() < 0.05 * spread
    assert np.corrcoef(rounded.ravel(), trained.ravel())[0, 1] > 0.995


def test_a_network_plays_its_preferred_legal_move() -> None:
    agent = agent_of(whole_network("standard"))
    for state in played(agent, "standard"):
        view = state.view(state.current)
        logits, _ = _core.network_preferences(agent.policy, view)
        legal = sorted(move.action_id(view.setup) for move in view.legal_moves())
        best = max(legal, key=lambda action: (logits[action], -action))
        decision = _core.NativeSeat(agent.policy, 0).decide(view)
        assert decision.move is not None
        assert decision.move.action_id(view.setup) == best


def played(agent: LearnedAgent, setup: str) -> list[ty.State]:
    """Positions of one game that the agent plays with itself."""
    states, state = [], ty.State.deal(3, Setup.parse(setup))
    seat = _core.NativeSeat(agent.policy, 0)
    while not state.over:
        states.append(state.copy())
        move = seat.decide(state.view(state.current)).move
        assert move is not None
        state.apply(move)
    return states


def test_all_engines_play_the_same_games() -> None:
    agent = agent_of(whole_network("standard", hidden=(128, 64, 64), normalized=2))
    traces = []
    for engine in "portable", "auto":
        _core.choose_engine(engine)
        traces.append(ty.match(agent, agent, games=20, threads=1).results["trace"])
    assert (traces[0] == traces[1]).all()


def test_one_agent_may_have_networks_for_several_numbers_of_players() -> None:
    agent = agent_of(whole_network("standard"), whole_network("standard players=3", seed=2))
    assert agent.players == (2, 3)
    for players in 2, 3:
        ty.match(*[agent] * players, games=5, setup=f"standard players={players}")
    refusal = agent.refusal(Setup.standard(4))
    assert refusal is not None
    assert "was trained for standard" in refusal


def test_a_watching_network_is_the_same_partner_in_a_vector_and_in_a_match() -> None:
    agent = agent_of(whole_network("standard", "counts"))
    env = Vector(4, learners=(0,), partners=[agent], seed=8)
    learner = ty.as_agent("iggi").policy  # type: ignore[attr-defined]
    seeds = [env.game_seed(row, 0) for row in range(4)]
    seats = [_core.NativeSeat(learner, _core.agent_seed(seed, 0)) for seed in seeds]
    running = set(range(4))
    while running:
        actions = env.random_actions(0).copy()
        for row in running:
            move = seats[row].decide(env.state(row).view(0)).move
            assert move is not None
            actions[row] = move.action_id(env.setup)
        env.step(actions)
        for row in [row for row in running if env.done[row]]:
            matchup = ty.match("iggi", agent, games=1, first_seed=seeds[row])
            assert env.trace[row] == matchup.results["trace"][0]
            running.remove(row)


def test_a_saved_vector_with_a_watching_partner_goes_on() -> None:
    agent = agent_of(whole_network("standard", "counts"))
    envs = [Vector(6, learners="rotate", partners=[agent], seed=8) for _ in range(2)]
    for turn in range(12):
        envs[0].step(envs[0].random_actions(turn))
    envs[1].load(envs[0].save())
    for turn in range(40):
        for env in envs:
            env.step(env.random_actions(turn))
        assert (envs[0].observation == envs[1].observation).all()


def test_agents_are_explained_by_probabilities() -> None:
    agent = agent_of(whole_network("standard"))
    view = ty.State.deal(1).view(0)
    decision = _core.NativeSeat(agent.policy, 0).decide(view)
    thoughts = agent.thoughts(view, decision)
    assert thoughts.moves[0][0] == decision.move
    assert abs(sum(share for _, share in thoughts.moves) - 1) < 1e-9
    assert "expects" in str(thoughts)
    assert len(thoughts.lines()) == len(view.legal_moves())


def test_noise_makes_random_moves() -> None:
    file = whole_network("standard")
    plain, noisy = agent_of(file), agent_of(file, noise=30)
    games = [ty.match(agent, agent, games=5).results["trace"] for agent in (plain, noisy)]
    assert (games[0] != games[1]).any()
    with pytest.raises(TamayaError, match="noise"):
        agent_of(file, noise=101)


def test_files_name_agents(tmp_path: Path) -> None:
    whole_network("standard").write(tmp_path / "two.safetensors")
    whole_network("standard players=3").write(tmp_path / "three.safetensors")
    alone = ty.match(f"learned:{tmp_path / 'two.safetensors'}", "piers", games=3)
    assert alone.games == 3
    ty.match(*[f"learned:{tmp_path}"] * 3, games=3, setup="standard players=3")


def test_pickled_agents_play_the_same() -> None:
    agent = agent_of(whole_network("standard"))
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    traces = [ty.match(player, player, games=3).results["trace"] for player in (agent, again)]
    assert (traces[0] == traces[1]).all()


def test_weights_that_are_not_whole_numbers_are_refused(tmp_path: Path) -> None:
    float_network("standard", "hle", (8,), 0, 0).write(tmp_path / "trained.safetensors")
    with pytest.raises(TamayaError, match="the weights are not whole numbers"):
        ty.as_agent(f"learned:{tmp_path / 'trained.safetensors'}")


def test_missing_and_damaged_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match="cannot read weights from 'none.safetensors'"):
        ty.as_agent("learned:none.safetensors")
    with pytest.raises(TamayaError, match="no weights in"):
        ty.as_agent(f"learned:{tmp_path}")
    file = whole_network("standard")
    for name in "layers.0.weight", "layers.0.exponent", "layers.1.bias", "head.weight":
        tensors = dict(file.tensors)
        tensors[name] = tensors[name][:-4]
        with pytest.raises(TamayaError):
            agent_of(WeightsFile(tensors, file.about))
    for key in "bits", "variances", "preference_unit", "observation":
        about = {name: text for name, text in file.about.items() if name != key}
        with pytest.raises(TamayaError):
            agent_of(WeightsFile(file.tensors, about))


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("compannion", "companion"), ("othr-play-1", "other-play-1, other-play-"), ("?", "self-play")],
)
def test_a_misspelled_network_is_answered_with_near_names(wrong: str, near: str) -> None:
    with pytest.raises(ty.UnknownNameError, match=f"no network '.*near names: .*{near}"):
        ty.as_agent(f"learned:{wrong}")


@pytest.mark.parametrize("size", [0, 8, 167, 400])
def test_blobs_that_are_cut_off_are_refused(size: int) -> None:
    blob = agent_of(whole_network("standard")).policy.blob
    with pytest.raises(TamayaError, match="blob"):
        _core.Policy("network", {"watches": False, "noise": 0}, blob[:size])


def test_recurrent_networks_are_refused() -> None:
    file = float_network("standard", "hle", (8,), 0, 0)
    about = dict(file.about) | {"memory": "game"}
    with pytest.raises(TamayaError, match="recurrent networks"):
        quantized(WeightsFile(file.tensors, about), np.zeros((1, 658), np.uint8), 658)


def test_the_shipped_self_play_network_plays_as_recorded() -> None:
    """The scores were recorded once; whole numbers play alike on every machine."""
    games = ty.match("learned:self-play", "learned:self-play", games=20)
    assert games.scores.tolist() == [
        25,
        22,
        25,
        25,
        21,
        24,
        25,
        25,
        23,
        24,
        25,
        25,
        25,
        25,
        25,
        25,
        25,
        25,
        23,
        25,
    ]
    assert int(games.results["trace"][0]) == 0x83D34CF07E866BB


def test_the_shipped_response_plays_as_recorded() -> None:
    games = ty.match("learned:response", "piers", games=20, setup="competition")
    assert games.scores.tolist() == [
        19,
        14,
        22,
        19,
        20,
        18,
        15,
        19,
        20,
        21,
        18,
        20,
        19,
        20,
        20,
        20,
        16,
        21,
        14,
        20,
    ]
    assert int(games.results["trace"][0]) == 0x111DBADD3D6AB235


def test_shipped_networks_carry_their_model_card() -> None:
    for name, files in shipped().items():
        for file in files:
            card = json.loads(WeightsFile.read(file).about["card"])
            assert {"version", "licence", "config", "scores"} <= card.keys(), name


def test_self_play_shares_the_networks_that_score_most_with_themselves() -> None:
    """Shared files are named once, and no other file serves the same number of players."""
    for name, files in shipped().items():
        players = [file.name.split(".")[1] for file in files]
        assert len(set(players)) == len(players), name
    shared = {file.name for file in shipped()["self-play"]}
    assert {f"other-play-2.{players}p.safetensors" for players in (3, 4, 5)} <= shared


def test_shipped_networks_refuse_other_numbers_of_players() -> None:
    with pytest.raises(TamayaError, match="was trained for standard players=2"):
        ty.match(*["learned:other-play-3"] * 3, games=1, setup="standard players=3")


@pytest.mark.parametrize(
    ("team", "setup", "scores", "trace"),
    [
        (
            ["learned:self-play"] * 3,
            "standard players=3",
            [25, 23, 25, 25, 21, 25, 24, 25],
            0xE83BFC7A561EB395,
        ),
        (
            ["learned:self-play"] * 4,
            "standard players=4",
            [25, 24, 22, 25, 24, 25, 25, 25],
            0xB88DD79702FA4438,
        ),
        (
            ["learned:self-play"] * 5,
            "standard players=5",
            [24, 19, 22, 24, 23, 24, 23, 23],
            0xB622D72D0A1599A3,
        ),
        (
            ["learned:other-play-1", "learned:other-play-2"],
            "standard",
            [24, 21, 24, 25, 24, 24, 24, 25],
            0xD14E635732424A50,
        ),
        (
            ["learned:other-play-1", "learned:other-play-2", "learned:other-play-1"],
            "standard players=3",
            [22, 25, 23, 25, 23, 25, 24, 23],
            0xE5446B9CA086C1C5,
        ),
        (
            ["learned:other-play-1", "learned:other-play-2", *["learned:other-play-1"] * 3],
            "standard players=5",
            [23, 23, 22, 24, 23, 24, 23, 24],
            0x676DEFB404B14F97,
        ),
        (
            ["learned:companion", "human:all"],
            "eger",
            [20, 18, 19, 21, 17, 22, 17, 14],
            0xE47F99E8DFF9F375,
        ),
        (
            ["learned:other-play-3"] * 2,
            "standard",
            [25, 19, 24, 22, 22, 25, 24, 25],
            0x5B01C19B33EC09B6,
        ),
        (
            ["learned:response", *["piers"] * 2],
            "competition players=3",
            [17, 16, 17, 21, 17, 20, 21, 18],
            0x8D8081C51C5C742D,
        ),
        (
            ["learned:response", *["piers"] * 3],
            "competition players=4",
            [17, 17, 17, 19, 18, 19, 19, 18],
            0x2AF1BEB41FCD1E86,
        ),
        (
            ["learned:response", *["piers"] * 4],
            "competition players=5",
            [18, 18, 17, 16, 16, 18, 16, 15],
            0x7784C49434B9A672,
        ),
    ],
)
def test_shipped_networks_play_as_recorded(
    team: list[str], setup: str, scores: list[int], trace: int
) -> None:
    games = ty.match(*team, games=8, setup=setup)
    assert games.scores.tolist() == scores
    assert int(games.results["trace"][0]) == trace
