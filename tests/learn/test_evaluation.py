"""Networks that play: greedy scores, students, and the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import torch
from typer.testing import CliRunner

from tamaya.cli import learn as learn_command
from tamaya.cli.app import app
from tamaya.cli.progress import WorkProgress
from tamaya.game import Setup, State, TamayaError
from tamaya.learn import Config
from tamaya.learn.distillation import Distillation, DistillationProgress, distill
from tamaya.learn.evaluation import TEST_SEED, evaluate, play_greedily
from tamaya.learn.export import read_network, write_network
from tamaya.learn.games import open_games
from tamaya.learn.run import LearningRun, train

CPU = torch.device("cpu")
SMALL = Config(
    setup="standard colors=2 ranks=2 hand_size=2",
    games=32,
    steps=8,
    turns=2560,
    hidden=(16, 16),
    minibatches=2,
    precision="float32",
)
RESPONSE = SMALL.changed(
    {
        "learners": "rotate",
        "partners": ["legal_random"],
        "episode": 3,
        "observation": "counts",
        "setup": "competition colors=2 ranks=2 hand_size=2",
    }
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> LearningRun:
    return train(tmp_path_factory.mktemp("run"), SMALL, device="cpu", threads=1)


def test_greedy_games_are_those_of_the_engine(run: LearningRun) -> None:
    """The first games of some rows, played move by move on the engine with their own seeds."""
    network, config, _ = read_network(run.weights)
    games = open_games(config.changed({"games": 8, "minibatches": 1}), CPU, threads=1, seed=5)
    seeds = [games.game_seed(row, 0) for row in range(8)]  # type: ignore[attr-defined]
    results = play_greedily([network], games, 1)
    for row in (0, 3, 7):
        state = State.deal(seeds[row], config.game)
        alone = open_games(config.changed({"games": 8, "minibatches": 1}), CPU, threads=1, seed=5)
        while not state.over:
            logits = network.heads(network.features(alone.observation))[0][row].tolist()
            legal = [move.action_id(config.game) for move in state.legal_moves()]
            best = max(legal, key=lambda action: (logits[action], -action))
            state.apply(next(m for m in state.legal_moves() if m.action_id(config.game) == best))
            actions = alone.legal.argmax(-1).int()
            actions[row] = best
            alone.step(actions)
        assert results.score[row, 0] == state.score
        assert results.bombed[row, 0] == state.bombed


def test_scores_say_how_they_were_measured(run: LearningRun) -> None:
    network, config, _ = read_network(run.weights)
    scores = evaluate(network, config, CPU, games=400, threads=1)[0]
    facts = scores.to_dict()
    assert (facts["games"], facts["seed"]) == (400, TEST_SEED)
    assert 0 <= scores.strict.mean <= scores.kept.mean <= 4
    assert "400 games" in str(scores)


def test_cross_play_plays_both_orders_and_equals_self_play_with_oneself(run: LearningRun) -> None:
    network, config, _ = read_network(run.weights)
    again = read_network(run.weights)[0]
    (cross,) = evaluate(network, config, CPU, games=200, others=[again], threads=1)
    assert cross.kept.games == 200
    first = open_games(config.changed({"games": 100, "minibatches": 1}), CPU, seed=TEST_SEED)
    alone = play_greedily([network], first, 1)
    second = open_games(config.changed({"games": 100, "minibatches": 1}), CPU, seed=TEST_SEED)
    both = play_greedily([network, again], second, 1)
    np.testing.assert_array_equal(alone.score, both.score)


@pytest.mark.parametrize("memory", ["none", "episode"])
def test_responses_are_measured_with_partners_game_by_game(memory: str, tmp_path: Path) -> None:
    config = RESPONSE.changed({"memory": memory, "memory_size": 8})
    trained = train(tmp_path / "run", config, device="cpu", threads=1)
    network, config, _ = read_network(trained.weights)
    names = ["legal_random", "classics"]
    scores = evaluate(network, config, CPU, games=60, partners=names, threads=1)
    assert [line.name for line in scores] == names
    for line in scores:
        assert line.kept.games == 60
        assert [game.games for game in line.by_game] == [20, 20, 20]


def test_a_gain_over_another_network_is_paired_by_partner(tmp_path: Path) -> None:
    """The same network gains nothing; another kind of observation still means the same games."""
    counts = train(tmp_path / "counts", RESPONSE, device="cpu", threads=1)
    plain = RESPONSE.changed({"observation": "extended", "memory": "game", "memory_size": 8})
    other = train(tmp_path / "plain", plain, device="cpu", threads=1)
    network, config, _ = read_network(counts.weights)
    names = ["classics"]
    own = evaluate(network, config, CPU, games=90, partners=names, over=(network, config))[0]
    assert own.gain is not None
    assert (own.gain.mean, own.gain.sem) == (0, 0)
    rival = read_network(other.weights)[:2]
    (line,) = evaluate(network, config, CPU, games=90, partners=names, over=rival)
    (alone,) = evaluate(*rival, CPU, games=90, partners=names)
    assert line.gain is not None
    assert line.gain.mean == pytest.approx(line.kept.mean - alone.kept.mean)
    assert f"gain {line.gain}" in str(line)
    with pytest.raises(TamayaError, match="needs partners"):
        evaluate(network, config, CPU, over=rival)


def test_a_network_of_another_size_is_refused(run: LearningRun) -> None:
    network, config, _ = read_network(run.weights)
    with pytest.raises(TamayaError, match="cannot play games of"):
        evaluate(network, config, CPU, games=10, setup="standard")


def test_a_student_moves_like_its_teacher(run: LearningRun, tmp_path: Path) -> None:
    """The teacher has random weights and strong opinions, so only imitation can agree with it."""
    teacher, config, _ = read_network(run.weights)
    torch.manual_seed(0)
    torch.nn.init.orthogonal_(teacher.head.weight.data, 3.0)
    write_network(tmp_path / "teacher.safetensors", teacher, config, {})
    lines: list[DistillationProgress] = []
    settings = Distillation(hidden=(32,), games=128, updates=700, learning_rate=5e-3)
    student_path = tmp_path / "student.safetensors"
    path = distill(
        tmp_path / "teacher.safetensors",
        student_path,
        settings,
        device="cpu",
        threads=1,
        progress=lines.append,
    )
    student, config, card = read_network(path)
    assert (config.hidden, config.activation, config.normalized) == ((32,), "clipped", 0)
    assert "teacher" in card
    assert lines[-1].divergence < lines[0].divergence / 2
    assert lines[-1].agreement > 0.8
    assert student.head.weight.abs().max().item() <= 127 / 64


def test_the_command_line_trains_resumes_shows_and_evaluates(tmp_path: Path) -> None:
    def tamaya(*words: str) -> str:
        result = CliRunner().invoke(app, ["learn", *words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    folder = str(tmp_path / "run")
    tamaya(
        "self-play",
        folder,
        "--setup",
        "standard colors=2 ranks=2 hand_size=2",
        "--games",
        "16",
        "--turns",
        "1e3",
        "--set",
        "hidden=8,8",
        "--set",
        "steps=8",
        "--device",
        "cpu",
        "--threads",
        "1",
    )
    assert "weights in" in tamaya("resume", folder, "--device", "cpu", "--threads", "1")
    curve, picture = tmp_path / "curve.parquet", tmp_path / "curve.png"
    assert "turns in" in tamaya("show", folder, "--out", str(curve), "--plot", str(picture))
    assert pl.read_parquet(curve)["turns"].to_list() == sorted(pl.read_parquet(curve)["turns"])
    assert picture.read_bytes().startswith(b"\x89PNG")
    line = tamaya("evaluate", folder, "--games", "50", "--device", "cpu", "--json")
    assert json.loads(line)["games"] == 50


def test_players_and_setup_are_options_of_the_command_line(tmp_path: Path) -> None:
    words = [
        "learn",
        "other-play",
        str(tmp_path),
        "--players",
        "3",
        "--games",
        "8",
        "--turns",
        "1",
        "--set",
        "hidden=8",
        "--set",
        "normalized=1",
        "--set",
        "steps=1",
        "--device",
        "cpu",
    ]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert LearningRun(tmp_path).config.game == Setup.standard(3)


def test_a_distillation_shows_its_progress(
    run: LearningRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = WorkProgress("")

    @contextmanager
    def recorded(step: str, total: int | None = None) -> Iterator[WorkProgress]:
        work.step, work.total = step, total
        yield work

    monkeypatch.setattr(learn_command, "progress_of", recorded)
    words = ["learn", "distill", str(run.folder), "--out", str(tmp_path / "small.safetensors")]
    sizes = ["--hidden", "8", "--updates", "50", "--games", "8", "--device", "cpu"]
    result = CliRunner().invoke(app, [*words, *sizes, "--threads", "1"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert work.line(0.0).startswith("distilling: 50 of 50 (100 %); divergence ")
    assert result.stderr == ""
