"""Files of earlier versions stay readable, and public names stay (docs/reference/stability.md)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import humans
from tamaya.agents.families.cyclone import read_weights
from tamaya.benchmark.result import BenchmarkResult
from tamaya.files import parquet
from tamaya.networks.weights_file import WeightsFile
from tests.earlier import AGENTS, EVOLUTION, FOLDER, NETWORK_SETUP, scores

VERSIONS = sorted(path.name for path in FOLDER.iterdir() if (path / "names.txt").exists())


@pytest.fixture(params=VERSIONS)
def files(request: pytest.FixtureRequest) -> Path:
    return FOLDER / str(request.param)


def test_there_are_files_of_this_version() -> None:
    assert ty.__version__ in VERSIONS, "run python -m tests.earlier"


def test_transcripts_replay(files: Path) -> None:
    transcript = ty.Transcript.parse((files / "game.txt").read_text())
    assert transcript.replay().over
    assert str(transcript) == (files / "game.txt").read_text()


def test_pools_hold_the_same_agents(files: Path) -> None:
    pool = ty.pool(files / "pool.json")
    content = json.loads((files / "pool.json").read_text())
    assert [str(elite.genome) for elite in pool.elites] == [
        agent["rules"] for agent in content["agents"]
    ]
    assert ty.match(pool.elites[0], pool.elites[1], games=2).games == 2


def test_match_up_tables_resume(files: Path, tmp_path: Path) -> None:
    out = Path(shutil.copy(files / "table.parquet", tmp_path))
    table = ty.matchups(["piers", "iggi"], games=5, out=out, key=bytes(16))
    assert table.complete
    earlier = files / "table.parquet"
    assert ty.MatchupTable.read(out).plan == ty.MatchupTable.read(earlier).plan
    now, then = (parquet.read(path)[0] for path in (out, earlier))
    assert now.select(then.columns).equals(then), "newer versions may only add columns"


def test_experience_still_makes_a_meta_agent(files: Path) -> None:
    experience = ty.Experience.read(files / "classics.meta")
    assert "piers" in experience.hypotheses.names
    assert ty.match(f"meta:{files / 'classics.meta'}", "piers", games=1).games == 1


def test_weights_of_cyclone_are_read(files: Path) -> None:
    assert read_weights(files / "weights.toml")


def test_games_of_people_are_read(files: Path) -> None:
    lines = (files / "people.jsonl").read_text().splitlines()
    games = humans.read(files / "people.jsonl")
    assert len(games) == len(lines) - 1
    assert all(game.transcript.replay().over for game in games)


@pytest.mark.parametrize("spec", AGENTS)
def test_networks_and_models_of_people_play_the_same_games(files: Path, spec: str) -> None:
    recorded = json.loads((files / "scores.json").read_text())
    assert scores(files, spec) == recorded[spec]


def test_networks_of_training_are_read(files: Path) -> None:
    network = WeightsFile.read(files / "network.safetensors")
    setups = map(ty.Setup.parse, (network.about["setup"], NETWORK_SETUP))
    assert len(set(setups)) == 1


def test_benchmark_results_are_read(files: Path) -> None:
    result = BenchmarkResult.read(files / "benchmark.json")
    assert result.agent == "piers"
    assert result.score.value > 10


@pytest.mark.slow
def test_finished_runs_are_extended(files: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(files / "run", folder)
    run = ty.evolve(folder, **(EVOLUTION | {"candidates": 80}))  # type: ignore[arg-type]
    assert run.settings.extended_from == (60,)
    assert run.progress()["candidates"].to_list()[-2:] == [60, 80]


def test_public_names_stay(files: Path) -> None:
    missing = set((files / "names.txt").read_text().split()) - set(ty.__all__)
    assert not missing
