"""Recorded games and vectors of other programs."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import published_scores, verify
from tests.truth import ROOT, SAMPLE, Verified, is_sample, population3, sources, truth

pytestmark = pytest.mark.truth


@pytest.mark.parametrize("path", sources("recorded_games/jaxmarl_2p_strict.jsonl.gz"))
def test_recorded_games_replay_to_their_score_and_length(path: Path, verified: Verified) -> None:
    cases = list(verify.hle_games(path))
    assert len(cases) == (500 if is_sample(path) else 5000)
    assert all(case.agrees for case in cases)
    verified(path, len(cases))


@pytest.mark.parametrize("path", sources("recorded_games/hle_encoder_golden.json"))
def test_observation_vectors_are_those_of_hle(path: Path, verified: Verified) -> None:
    cases = list(verify.hle_encoder(path))
    assert len(cases) > 500
    vectors = sum(len(case.answer["sha1_16"]) for case in cases)
    assert vectors == 2676
    assert all(case.agrees for case in cases)
    verified(path, vectors)


@pytest.mark.parametrize("path", sources("java_framework/rule_answers.jsonl.gz"))
def test_every_published_rule_answers_as_the_original_in_every_recorded_state(
    path: Path, verified: Verified
) -> None:
    cases = list(verify.rule_answers(path))
    assert len(cases) == (187 if is_sample(path) else 2291) * 105
    assert [case.answer for case in cases if not case.agrees] == []
    verified(path, len(cases))


@pytest.mark.parametrize("path", sources("java_framework/whole_games.jsonl.gz"))
def test_published_chromosomes_play_recorded_games_move_by_move(
    path: Path, verified: Verified
) -> None:
    cases = list(verify.whole_games(path))
    assert len(cases) == (139 if is_sample(path) else 280)
    assert [case.answer for case in cases if not case.agrees] == []
    verified(path, len(cases))


@pytest.mark.parametrize("path", sources("eger/agent_traces.jsonl.gz"))
def test_agents_of_eger_play_recorded_games_move_by_move(path: Path, verified: Verified) -> None:
    cases = list(verify.eger_traces(path))
    assert len(cases) == (108 if is_sample(path) else 1890)
    assert [case.answer for case in cases if not case.agrees] == []
    verified(path, len(cases))


def test_a_changed_move_of_a_recorded_game_is_noticed(tmp_path: Path) -> None:
    games = list(verify.records(truth("eger/agent_traces.jsonl.gz")))[:10]
    games[4]["actions"][7] = [1, 3, 4] if games[4]["actions"][7] != [1, 3, 4] else [1, 3, 3]
    tampered = tmp_path / "games.jsonl"
    tampered.write_text("".join(json.dumps(game) + "\n" for game in games))
    assert [case.agrees for case in verify.eger_traces(tampered)].count(False) == 1


CYCLONE_GAMES = {"agent_traces": (72, 1344), "agent_traces_table1_sign": (40, 350)}
"""games of the sample and of the full set"""


@pytest.mark.parametrize(
    "path", [path for file in CYCLONE_GAMES for path in sources(f"cyclone/{file}.jsonl.gz")]
)
def test_cyclone_plays_recorded_games_with_the_same_values_and_ties(
    path: Path, verified: Verified
) -> None:
    cases = list(verify.cyclone_traces(path))
    in_sample, in_full_set = CYCLONE_GAMES[path.name.removesuffix(".jsonl.gz")]
    assert len(cases) == (in_sample if is_sample(path) else in_full_set)
    assert [case.answer for case in cases if not case.agrees] == []
    verified(path, len(cases))


def test_a_changed_value_or_tie_of_a_recorded_game_is_noticed(tmp_path: Path) -> None:
    games = list(verify.records(truth("cyclone/agent_traces.jsonl.gz")))[:6]
    games[1]["moves"][9][5] += 1e-12
    games[3]["moves"][5][3] += 1
    games[4]["points"] += 1
    tampered = tmp_path / "games.jsonl"
    tampered.write_text("".join(json.dumps(game) + "\n" for game in games))
    agree = [case.agrees for case in verify.cyclone_traces(tampered)]
    assert agree == [True, False, True, False, False, True]


HUMAN_GAMES = [*sources("human_games.jsonl.gz"), *sources("HanabiData")[1:]]


@pytest.mark.parametrize("path", HUMAN_GAMES)
def test_the_games_of_the_human_study_replay_and_the_computer_moves_as_our_agents(
    path: Path, verified: Verified
) -> None:
    cases = list(verify.human_games(path))
    assert [case.answer for case in cases if not case.agrees] == []
    sizes = {
        style: [
            size for case in cases if case.answer["style"] == style for size in case.answer["sizes"]
        ]
        for style in ("outer", "intentional", "full")
    }
    compared = {style: len(choices) for style, choices in sizes.items()}
    if is_sample(path):
        assert len(cases) == 120
        assert min(compared.values()) > 900
    else:
        assert len(cases) == 1136
        assert sum(not case.answer["in_step"] for case in cases) == 2
        assert compared == {"outer": 9179, "intentional": 11802, "full": 10515}
    assert sum(sizes["intentional"]) < 1.05 * len(sizes["intentional"])
    assert sum(sizes["full"]) < 1.05 * len(sizes["full"])
    assert sum(sizes["outer"]) < 3.6 * len(sizes["outer"])
    verified(path, len(cases))


def run_verify(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tests/verify.py", *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_verify_says_how_many_games_agree_and_writes_our_answers(tmp_path: Path) -> None:
    games = SAMPLE / "recorded_games/jaxmarl_2p_strict.jsonl.gz"
    answers = tmp_path / "answers.jsonl"
    done = run_verify("hle-games", str(games), "--answers", str(answers))
    assert done.stdout.splitlines()[-1] == "agree 500 of 500"
    assert done.returncode == 0
    assert len(answers.read_text().splitlines()) == 500


def test_verify_fails_on_a_game_that_was_tampered_with(tmp_path: Path) -> None:
    games = list(verify.records(truth("recorded_games/jaxmarl_2p_strict.jsonl.gz")))[:20]
    games[3]["strict_score"] += 1
    games[5]["actions"].append(0)
    games[7]["actions"].pop()
    tampered = tmp_path / "games.jsonl"
    tampered.write_text("".join(json.dumps(game) + "\n" for game in games))
    done = run_verify("hle-games", str(tampered))
    assert done.stdout.splitlines()[-1] == "agree 17 of 20"
    assert done.returncode == 1


BAD_RECORDS = [
    "not json",
    "3",
    "{}",
    '{"deck": 7, "actions": [], "strict_score": 0}',
    '{"deck": "r1", "actions": [], "strict_score": 0}',
    '{"deck": null, "actions": ["play"], "strict_score": "x"}',
    "[" * 100_000,
]


@pytest.mark.parametrize("comparison", sorted(verify.COMPARISONS))
def test_verify_counts_a_bad_record_as_a_case_that_disagrees(
    tmp_path: Path, comparison: str
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes("\n".join(BAD_RECORDS).encode() + b"\n\xff\xfe\n")
    done = run_verify(comparison, str(bad))
    assert done.stdout.splitlines()[-1] == f"agree 0 of {len(BAD_RECORDS) + 1}"
    assert done.stderr == ""
    assert done.returncode == 1


def test_verify_knows_formats_by_content_and_not_by_name(tmp_path: Path) -> None:
    games = list(verify.records(truth("recorded_games/jaxmarl_2p_strict.jsonl.gz")))[:5]
    lines = "".join(json.dumps(game) + "\n" for game in games).encode()
    whole = json.dumps(games, indent=1).encode()
    for number, data in enumerate((lines, whole, gzip.compress(lines), gzip.compress(whole))):
        file = tmp_path / f"games{number}"
        file.write_bytes(data)
        assert [case.agrees for case in verify.hle_games(file)] == [True] * 5
    file.write_bytes(gzip.compress(lines)[:-20])
    assert [case.agrees for case in verify.hle_games(file)] == [False]


def test_verify_fails_when_nothing_was_compared(tmp_path: Path) -> None:
    empty = tmp_path / "none.jsonl"
    empty.write_text("")
    done = run_verify("hle-games", str(empty))
    assert done.stdout == ""
    assert done.stderr == "error: there was nothing to compare\n"
    assert done.returncode == 1


@pytest.mark.parametrize("table", ["measured_selfplay_named.csv", "measured_pairs_six_agents.csv"])
def test_named_agents_score_as_the_originals(table: str, verified: Verified) -> None:
    """Every agent and pair within 3 combined standard errors, at most one up to 4."""
    path = SAMPLE / "java_framework" / table
    comparisons = list(published_scores.named_agents(path, games=4000))
    sizes = sorted((abs(c.z) for c in comparisons if c is not None), reverse=True)
    assert len(sizes) >= 20
    assert sizes[0] <= 4
    assert sizes[1] <= 3
    verified(path, len(sizes))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    sources("java_framework/published_elites.jsonl.gz", full=[pytest.mark.exhaustive]),
)
def test_published_elites_score_and_behave_as_published(path: Path, verified: Verified) -> None:
    comparisons = [c for c in published_scores.elites(path, games=1000) if c is not None]
    summaries = published_scores.summaries(comparisons)
    assert len(summaries) == 15
    assert [str(s) for s in summaries if not s.is_noise] == []
    verified(path, len(comparisons))


@pytest.mark.slow
def test_elites_of_the_third_population_score_and_behave_as_published(verified: Verified) -> None:
    path = SAMPLE / population3.FILES[0]
    comparisons = [c for c in published_scores.elites(path, games=1000) if c is not None]
    summaries = published_scores.summaries(comparisons)
    assert len(summaries) == 3
    assert [str(s) for s in summaries if not s.is_noise] == []
    verified(path, len(comparisons))


LARGE_MAP = sources("java_framework/published_matchups_20x20_run1.csv.gz")
SMALL_MAPS = [
    sources(f"java_framework/published_matchups_5x5_run{run}.csv.gz")[0] for run in (1, 2, 3)
]
"""the sample contains these tables whole"""


@pytest.mark.slow
@pytest.mark.parametrize("path", [*SMALL_MAPS, *LARGE_MAP])
def test_published_pairs_score_and_behave_as_published(path: Path, verified: Verified) -> None:
    third = "_5x5_run3" if "run3" in path.name else ""
    elites = path.with_name(f"published_elites{third}.jsonl.gz")
    comparisons = [
        c for c in published_scores.matchups(elites, path, pairs=200, games=1000) if c is not None
    ]
    summaries = published_scores.summaries(comparisons)
    assert len(summaries) == 3
    assert [str(s) for s in summaries if not s.is_noise] == []
    verified(path, len(comparisons))
