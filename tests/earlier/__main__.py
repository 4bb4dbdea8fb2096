"""Writes files of this version into a folder with its name; refuses to change an earlier one."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner

import tamaya as ty
from tamaya import humans
from tamaya.agents.families.cyclone import published
from tamaya.benchmark.result import BenchmarkResult
from tamaya.benchmark.run import games_path
from tamaya.cli.app import app
from tamaya.cyclone import write_weights
from tamaya.humans import people_file
from tamaya.humans.model import PersonModel, shipped
from tamaya.learn import Config, integer
from tamaya.learn.run import train
from tests.earlier import AGENTS, EVOLUTION, FOLDER, NETWORK_SETUP, scores
from tests.humans import study

LEARNING = Config(
    setup=NETWORK_SETUP,
    observation="hle",
    games=16,
    steps=8,
    turns=20_000,
    hidden=(8, 8),
    minibatches=2,
    precision="float32",
)
BENCHMARK = ("--track", "people", "--seed", "42", "--quick")


def write(folder: Path) -> None:
    """Writes one small file of each stable format."""
    folder.mkdir(parents=True)
    ty.evolve(folder / "run", **EVOLUTION)  # type: ignore[arg-type]
    (folder / "run" / ".lock").unlink()
    (folder / "run" / "report.html").unlink()  # for people, not for programs
    game = ty.play("piers", "iggi", seed=7)
    (folder / "game.txt").write_text(str(game.transcript))
    pool = ty.pool("tamaya-1")
    pool.write(folder / "pool.json")
    ty.matchups(["piers", "iggi"], games=5, out=folder / "table.parquet", key=bytes(16))
    ty.Experience.train("classics", games=4).write(folder / "classics.meta")
    write_weights(folder / "weights.toml", published()["human_like", "table1"], ["made by a test"])
    (folder / "names.txt").write_text("\n".join(sorted(ty.__all__)) + "\n")
    write_games_of_people(folder)
    write_network(folder)
    write_benchmark(folder)
    write_scores(folder)


def write_games_of_people(folder: Path) -> None:
    """Writes imported games (of agents in the seats of people), and a model of people."""
    with tempfile.TemporaryDirectory() as name:
        study.write(Path(name))
        people_file.write(humans.read(Path(name)), folder / "people.jsonl")
    PersonModel.read(shipped()["all"]).save(folder / "person.npz")


def write_network(folder: Path) -> None:
    """Writes a network as training saves it, and its export as an agent."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(train(Path(name) / "run", LEARNING).weights, folder / "network.safetensors")
    integer.export(folder / "network.safetensors", folder / "agent.safetensors")


def write_benchmark(folder: Path) -> None:
    """Writes a result of the benchmark."""
    out = folder / "benchmark.json"
    words = [*BENCHMARK, "--out", str(out)]
    result = CliRunner().invoke(app, ["benchmark", "run", "piers", *words])
    assert result.exit_code == 0, result.output
    replace(BenchmarkResult.read(out), made={"by": "a test"}).write(out)
    games_path(out).unlink()


def write_scores(folder: Path) -> None:
    """Writes what agents from files score, so that later versions can play the same games."""
    text = json.dumps({spec: scores(folder, spec) for spec in AGENTS}, indent=1)
    (folder / "scores.json").write_text(text + "\n")


if __name__ == "__main__":
    place = FOLDER / ty.__version__
    if place.exists():
        sys.exit(f"{place} exists: files of a released version never change")
    write(place)
    print(f"wrote {place}")
