"""Training runs in folders: resuming, stopping, refusing."""

from __future__ import annotations

import hashlib
import itertools
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from tamaya.files.arrays import Arrays
from tamaya.game import TamayaError
from tamaya.learn import Config
from tamaya.learn.checkpoint import Checkpoint
from tamaya.learn.games import Games, chosen_device
from tamaya.learn.run import LearningProgress, LearningRun, train
from tamaya.networks.weights_file import WeightsFile
from tamaya.vector import Vector

SMALL = Config(
    setup="standard colors=2 ranks=2 hand_size=2",
    observation="hle",
    games=16,
    steps=8,
    turns=1024,
    hidden=(16, 16),
    minibatches=2,
    precision="float32",
)
MEMORY = SMALL.changed({"memory": "game", "memory_size": 8})


class Stop(Exception):
    """Raised where a process would be killed."""


def stop_after(batches: int) -> object:
    def stop(progress: LearningProgress) -> None:
        if progress.batches == batches:
            raise Stop

    return stop


def interrupted(config: Config, device: torch.device) -> Games:
    raise KeyboardInterrupt


def weights(run: LearningRun) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    return dict(WeightsFile.read(run.weights).tensors)


@pytest.mark.parametrize("config", [SMALL, MEMORY], ids=["feed-forward", "recurrent"])
def test_a_resumed_run_learns_what_an_uninterrupted_one_learns(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.learn.run._SAVE_SECONDS", 0.0)
    uninterrupted = train(tmp_path / "whole", config)
    for batches in (3, 5):
        with pytest.raises(Stop):
            train(tmp_path / "parts", config, progress=stop_after(batches))  # type: ignore[arg-type]
    resumed = train(tmp_path / "parts")
    for name, values in weights(uninterrupted).items():
        np.testing.assert_array_equal(values, weights(resumed)[name], name)
    for name in ("strict", "entropy", "gradient_norm"):
        np.testing.assert_array_equal(
            uninterrupted.curve().column(name), resumed.curve().column(name)
        )


def test_seeds_decide_and_curves_have_a_row_for_each_batch(tmp_path: Path) -> None:
    first = train(tmp_path / "a", SMALL)
    second = train(tmp_path / "b", SMALL.changed({"seed": 1}))
    assert first.curve().column("turns").tolist() == [128 * (i + 1) for i in range(8)]
    assert (weights(first)["head.weight"] != weights(second)["head.weight"]).any()


def test_a_run_of_another_config_is_refused(tmp_path: Path) -> None:
    train(tmp_path, SMALL)
    with pytest.raises(TamayaError, match="holds another run: entropy = 0.02, not 0.5"):
        train(tmp_path, SMALL.changed({"entropy": 0.5}))
    with pytest.raises(TamayaError, match="no training run"):
        train(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("config", "error", "options"),
    [
        (SMALL.changed({"learners": "rotate", "partners": ("nobody",)}), TamayaError, {}),
        (SMALL.changed({"turns": 0}), TamayaError, {}),
        (SMALL, KeyboardInterrupt, {"opened": interrupted}),
    ],
    ids=["unknown partner", "no end", "Ctrl-C"],
)
def test_a_run_that_did_not_start_leaves_the_folder_free(
    config: Config, error: type[BaseException], options: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(error):
        train(tmp_path / "run", config, **options)
    assert not (tmp_path / "run").exists()


def test_a_refused_resumption_keeps_the_run(tmp_path: Path) -> None:
    train(tmp_path, SMALL.changed({"turns": 128}))
    files = sorted(tmp_path.iterdir())
    with pytest.raises(TamayaError, match="holds another run"):
        train(tmp_path, SMALL)
    assert sorted(tmp_path.iterdir()) == files


def test_seconds_end_a_run_and_decide_how_long_a_run_without_turns_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(0.0, 0.02)  # each look at the clock takes 0.02 s
    monkeypatch.setattr("tamaya.learn.run.time", SimpleNamespace(perf_counter=clock.__next__))
    run = train(tmp_path, SMALL.changed({"turns": 0}), seconds=10)
    assert 7 < next(clock) <= 10
    state = Checkpoint(tmp_path).load()
    assert state is not None
    assert int(state["total"]) > 12
    assert len(run.curve().rows) == int(state["batches"])


def test_divergence_keeps_the_last_good_checkpoint(tmp_path: Path) -> None:
    class Broken(Vector):
        turns = 0

        def step(self, actions: torch.Tensor) -> None:
            super().step(actions)
            self.turns += 1
            if self.turns > 20:
                self.reward[:] = np.nan

    def broken(config: Config, device: torch.device) -> Games:
        return Broken(config.games, config.game, arrays="torch")

    with pytest.raises(TamayaError, match="diverged in batch 2: .*nan.*last good checkpoint"):
        train(tmp_path, SMALL, opened=broken)
    assert all(np.isfinite(values).all() for values in weights(LearningRun(tmp_path)).values())


def test_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    train(tmp_path, SMALL)
    (part,) = tmp_path.glob("checkpoint-*.part")
    part.write_bytes(part.read_bytes()[:-1] + b"x")
    with pytest.raises(TamayaError, match="damaged"):
        train(tmp_path, SMALL)


def test_checkpoints_come_in_small_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.learn.checkpoint.PART_BYTES", 1000)
    saved: Arrays = {"a": np.arange(999), "b": np.ones(3, np.float32)}
    checkpoint = Checkpoint(tmp_path)
    checkpoint.save({"a": np.zeros(1)}, 1)
    checkpoint.save(saved, 2)
    parts = list(tmp_path.glob("checkpoint-*.part"))
    assert len(parts) > 5
    assert all(part.stat().st_size <= 1000 and "-2-" in part.name for part in parts)
    loaded = checkpoint.load()
    assert loaded is not None
    np.testing.assert_array_equal(loaded["a"], saved["a"])


def test_a_device_that_is_not_there_is_refused() -> None:
    with pytest.raises(TamayaError, match="no device 'tpu'"):
        chosen_device("tpu")
    if not torch.cuda.is_available():
        with pytest.raises(TamayaError, match="no GPU"):
            chosen_device("cuda")


KILLED = """
import sys, os
sys.path.insert(0, {root!r})
import torch, tests.learn.test_run as t
torch.set_num_threads({threads})
import tamaya.learn.run as run
run._SAVE_SECONDS = 0.0
def report(progress):
    print(progress.batches, flush=True)
    sys.stdin.readline()
t.train({folder!r}, t.SMALL, threads={threads}, progress=report)
"""


def test_a_killed_run_resumes_to_the_same_weights(tmp_path: Path) -> None:
    root, folder = str(Path(__file__).parents[2]), str(tmp_path / "killed")
    code = KILLED.format(root=root, folder=folder, threads=1)
    pipe = subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    for line in child.stdout:
        if int(line) == 3:
            break
        print(file=child.stdin, flush=True)
    child.kill()
    child.wait()
    assert child.returncode == -signal.SIGKILL
    saved = Checkpoint(Path(folder)).load()
    assert saved is not None
    assert 2 <= int(saved["batches"]) < 8
    resumed = train(folder, SMALL, threads=1)
    uninterrupted = train(tmp_path / "whole", SMALL, threads=1)
    for name, values in weights(uninterrupted).items():
        np.testing.assert_array_equal(values, weights(resumed)[name], name)


@pytest.mark.parametrize("missing", ["batches", "memory", "weight/head.weight"])
def test_a_checkpoint_without_all_arrays_is_refused(tmp_path: Path, missing: str) -> None:
    train(tmp_path, SMALL)
    checkpoint = Checkpoint(tmp_path)
    state = checkpoint.load()
    assert state is not None
    checkpoint.save({name: values for name, values in state.items() if name != missing}, 8)
    with pytest.raises(TamayaError, match=f"holds another state: '{missing}'"):
        train(tmp_path, SMALL)


def test_a_checkpoint_without_a_checksum_or_without_arrays_is_refused(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path)
    checkpoint.save({"batches": np.array(3)}, 3)
    intact = checkpoint.path.read_text()
    checkpoint.path.write_text(intact.replace('"sha256"', '"sha"'))
    with pytest.raises(TamayaError, match="cannot read the checkpoint .*: 'sha256'"):
        checkpoint.load()
    (tmp_path / "checkpoint-3-0.part").write_bytes(b"no archive")
    digest = hashlib.sha256(b"no archive").hexdigest()
    checkpoint.path.write_text(re.sub(r"[0-9a-f]{64}", digest, intact))
    with pytest.raises(TamayaError, match="no arrays in the parts of"):
        checkpoint.load()
