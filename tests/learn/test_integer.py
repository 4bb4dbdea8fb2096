"""Trained networks as whole numbers, which every command plays without PyTorch."""

from __future__ import annotations

import re
from pathlib import Path

import tamaya as ty
from tamaya.learn.run import train
from tamaya.networks.weights_file import WeightsFile
from tests.cli.program import tamaya
from tests.learn.test_run import MEMORY, SMALL


def test_an_exported_network_prefers_the_same_moves_and_plays(tmp_path: Path) -> None:
    run = train(tmp_path / "run", SMALL)
    out = tmp_path / "small.safetensors"
    done = tamaya("learn", "export", str(run.folder), "--out", str(out))
    assert done.returncode == 0, done.stderr
    agreement = re.match(r"same move in ([\d.]+) % of (\d+) positions", done.stdout)
    assert agreement
    assert float(agreement[1]) >= 90
    assert int(agreement[2]) >= 100
    assert WeightsFile.read(out).about["agreement"] in done.stdout
    match = ty.match(f"learned:{out}", f"learned:{out}", games=20, setup=SMALL.setup)
    assert match.scores.max() <= 4
    again = ty.match(f"learned:{out}", f"learned:{out}", games=20, setup=SMALL.setup)
    assert (match.scores == again.scores).all()


def test_a_network_with_memory_is_refused(tmp_path: Path) -> None:
    run = train(tmp_path / "run", MEMORY)
    out = tmp_path / "out.safetensors"
    done = tamaya("learn", "export", str(run.folder), "--out", str(out))
    assert done.returncode == 2
    assert done.stderr == (
        "error: the core cannot play recurrent networks (expected memory 'none')\n"
    )
    assert not out.exists()
