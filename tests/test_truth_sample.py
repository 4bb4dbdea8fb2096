"""The sample of recorded truth covers what it promises, and comes from the full set."""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tamaya import humans
from tamaya.humans import hanabi_data
from tamaya.study.hanabi_layout import LoggedGame, log_text
from tests.truth import FOLDER, ROOT, SAMPLE, Verified, human_part, population3, sample

pytestmark = pytest.mark.truth

SILENT_RULES = {0, 1, 16, 41, 42, 93, 94}
"""rules that apply in no state of the full set either: 0, 1 and 16 need three players, 41 and 42
never apply in the original, and 93 and 94 need a rare position"""


def records(name: str) -> list[dict[str, Any]]:
    text = gzip.decompress((SAMPLE / name).read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def test_the_sample_is_small_and_every_file_has_a_source() -> None:
    files = [path for path in SAMPLE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 5_000_000
    readme = (SAMPLE.parent / "README.md").read_text()
    for path in files:
        assert f"`{path.relative_to(SAMPLE)}`" in readme


def test_games_of_people_are_selected_without_pytest(tmp_path: Path) -> None:
    """The documented command works where only the package is installed."""
    program = (
        "import runpy, sys; sys.modules['pytest'] = None; "
        f"sys.argv = ['human_part', '.', {str(tmp_path)!r}]; "
        "runpy.run_module('tests.truth.human_part', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "log lacks 1136 games" in done.stderr


def test_every_published_rule_answers_somewhere_in_the_sample() -> None:
    answers: defaultdict[int, set[str]] = defaultdict(set)
    for state in records("java_framework/rule_answers.jsonl.gz"):
        for gene, answer in enumerate(state["rules"]):
            answers[gene].add(answer)
    assert len(answers) == 105
    silent = {gene for gene, seen in answers.items() if seen == {"-"}}
    assert silent == SILENT_RULES


def test_every_pair_of_agents_and_every_number_of_players_is_in_the_sample() -> None:
    eger = {(game["seat0"], game["seat1"]) for game in records("eger/agent_traces.jsonl.gz")}
    assert len(eger) == 9
    cyclone = {tuple(game["seats"]) for game in records("cyclone/agent_traces.jsonl.gz")}
    assert len(cyclone) == 9
    golden = json.loads((SAMPLE / "recorded_games/hle_encoder_golden.json").read_text())
    assert {game["players"] for game in golden} == {2, 3, 4, 5}
    ended = {game["disqualified"] for game in records("java_framework/whole_games.jsonl.gz")}
    assert ended == {0, 1}


def test_logs_of_sampled_games_are_those_of_the_study_byte_for_byte(verified: Verified) -> None:
    games = records("human_games.jsonl.gz")
    for game in games:
        log = hanabi_data.StudyLog.read(game["log"])
        deck, transcript = f"2017:{log.seed}", log.transcript("p")
        written = log_text(LoggedGame("x", "p", f"eger:{log.style}", deck, transcript, 0, None, {}))
        digest = hashlib.sha256("\n".join(written.splitlines()).encode()).hexdigest()
        assert digest == game["sha256"]
    verified(SAMPLE / "human_games.jsonl.gz", len(games))


def test_people_misplay_in_sampled_games_as_often_as_the_logs_say(tmp_path: Path) -> None:
    games = records("human_games.jsonl.gz")
    (tmp_path / "log").mkdir()
    for game in games:
        (tmp_path / "log" / f"game{game['game']}.log").write_text(game["log"])
    people = humans.behaviours(humans.read(tmp_path))
    counted = sum(person.counters.misplays for person in people.values())
    assert counted == sum(game["misplays"] for game in games) > 0


@pytest.mark.slow
def test_the_script_writes_the_sample_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not FOLDER.exists():
        pytest.skip(f"the full set, of which the sample is a part, is absent: {FOLDER}")
    monkeypatch.setattr(sample, "SAMPLE", tmp_path)
    monkeypatch.setattr(human_part, "LIST", tmp_path / "human_part.txt")
    assert sample.main() == 0
    from_a_clone = {SAMPLE / name for name in population3.FILES}
    for path in SAMPLE.rglob("*"):
        if path.is_file() and path not in from_a_clone:
            assert (tmp_path / path.relative_to(SAMPLE)).read_bytes() == path.read_bytes(), path


def test_the_third_population_is_read_from_a_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    for name in (population3.CHROMOSOMES, population3.SCORES, population3.MATCHUPS):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
    agents = [
        {"valid": ipp < 2, "Communicativeness_index": 4, "IPP_index": ipp, "Fitness": 3.5}
        | {"Chromosome": str([86, 43, ipp])}
        for ipp in range(3)
    ]
    (clone / population3.CHROMOSOMES).write_text(json.dumps({"population": agents}))
    cells = "".join(f'<td class="s2" dir="ltr">{number}</td>' for number in range(25))
    (clone / population3.SCORES).write_text(f'<td rowspan="2">0 to 0.2</td>{cells}<td>N/A</td>')
    lines = [f"[4,{r}];[4,{h}]: 0.5 0.25 {r}.{h}" for h in (0, 1) for r in (1, 0)]
    (clone / population3.MATCHUPS).write_text("\n".join(["Training games = 400", *lines]))
    population3.write(clone, tmp_path)
    elites, table = (
        gzip.decompress((tmp_path / name).read_bytes()).decode().splitlines()
        for name in population3.FILES
    )
    second = json.loads(elites[1])
    assert len(elites) == 2
    assert (second["niche"], second["chromosome"]) == ([4, 1], [86, 43, 1])
    assert (second["selfplay_1000games"], second["selfplay_400games"]) == (1, 1.1)
    assert table[1:] == [f"4,{r},4,{h},400,0.5,0.25,{r}.{h}" for r in (0, 1) for h in (0, 1)]


def test_our_part_of_a_clone_is_selected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list").write_text("aa\n")
    monkeypatch.setattr(human_part, "LIST", tmp_path / "list")
    clone = tmp_path / "clone"
    (clone / "log").mkdir(parents=True)
    for name in ("gameaa", "surveyaa", "gamebb"):
        (clone / "log" / f"{name}.log").write_text(name)
    for name in ("games.csv", "participants.csv"):
        (clone / name).write_text("id, ai\naa, full\nbb, outer\n")
    (clone / "LICENSE").write_text("CC BY 4.0")
    assert human_part.select(clone, tmp_path / "truth") == 1
    part = tmp_path / "truth" / "HanabiData"
    assert sorted(file.name for file in (part / "log").iterdir()) == ["gameaa.log", "surveyaa.log"]
    assert (part / "games.csv").read_text() == "id, ai\naa, full\n"
    (clone / "log" / "gameaa.log").unlink()
    with pytest.raises(SystemExit, match="lacks 1 games, such as gameaa.log"):
        human_part.select(clone, tmp_path / "truth")
