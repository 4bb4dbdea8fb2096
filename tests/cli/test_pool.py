"""The commands about pools of evolved agents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.cli.app import app
from tamaya.matchups.pool_file import parse
from tests.cli.program import tamaya
from tests.pools import elite, pool, unmeasured

SILENT = "play_safe > play_safe > hint_playable(1) > discard_oldest > legal_random"


def run(*words: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": str(columns)})


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.json"
    pool(elite(0, 1, mean=4.25), elite(2, 3, rules=SILENT, mean=15.5), elite(4, 4, mean=9)).write(
        path
    )
    return str(path)


def test_show_prints_the_map_and_the_agents(file: str) -> None:
    lines = run("pool", "show", file).output.splitlines()
    assert (
        lines[0] == "mine: 3 agents for standard players=2, rulebook tamaya, made by Tamaya 0.1.0"
    )
    assert lines[1].endswith(
        "communicativeness x information per play, 5 x 5 cells, 3 of 25 filled"
    )
    assert lines[2] == "scores: points kept, 100 games each"
    assert lines[4] == "mean score; up: communicativeness, across: information per play"
    assert lines[9].split() == ["0", "·", "4.25", "·", "·", "·"]
    assert lines[7].split() == ["2", "·", "·", "·", "15.50", "·"]
    assert lines[-2].split() == ["2,3", "15.50", "±", "0.25", "0.500", "0.700"]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_large_map_fits_the_terminal(columns: int, tmp_path: Path) -> None:
    elites = [
        ty.Elite(elite(0, 0).genome, niche=(i, j), score=ty.Estimate(i + j / 20, 0.1, 50))
        for i in range(20)
        for j in range(20)
    ]
    big_pool = ty.Pool("big", tuple(elites), features=pool().features, grid=(20, 20))
    big_pool.write(tmp_path / "big.json")
    lines = run("pool", "show", str(tmp_path / "big.json"), columns=columns).output.splitlines()
    rows = [line for line in lines if line.lstrip().startswith("19 ")]
    assert len(rows) == 1
    assert len(rows[0].rstrip()) <= columns
    assert (
        rows[0].split()[1:3] == {40: ["9" * 20], 80: ["19", "19"], 120: ["19.0", "19.1"]}[columns]
    )


def test_a_pool_without_map_or_scores_is_shown_too(tmp_path: Path) -> None:
    assert run("pool", "show", "classics").output.splitlines()[2:4] == [
        "name         ",
        "internal     ",
    ]
    pool(unmeasured()).write(tmp_path / "x.json")
    result = run("pool", "show", str(tmp_path / "x.json"))
    assert result.exit_code == 0


def test_show_prints_json_for_machines(file: str) -> None:
    body = json.loads(run("pool", "show", file, "--json").stdout)
    assert body["grid"] == [5, 5]
    assert body["agents"][1]["niche"] == [2, 3]
    assert body["agents"][1]["score"] == {"mean": 15.5, "sem": 0.25, "games": 100}
    assert len(body["agents"][1]["rules"]) == 5


def test_one_agent_is_explained_by_its_rules_and_how_often_they_decide(file: str) -> None:
    output = run("pool", "show", file, "--agent", "2,3", "--games", "50").output
    match = ty.match(f"elite:{file}#2,3", f"elite:{file}#2,3", games=50)
    assert f"{match.counted().turns:,} moves in 50 games, seeds 0-49" in output
    assert "Plays a card that must fit, given hints" in output
    rows = [line.split() for line in output.splitlines()]
    assert ["2", "never", "play_safe"] in rows
    assert "1 of 5 rules never decide in self-play" in output
    body = json.loads(run("pool", "show", file, "--agent", "2,3", "--games", "50", "--json").stdout)
    assert sum(row["decided"] for row in body["rules"]) + body["no_rule"] == match.counted().turns
    assert body["rules"][1]["decided"] == 0


def test_merge_writes_a_pool_that_remembers_where_it_comes_from(file: str, tmp_path: Path) -> None:
    out = tmp_path / "both.json"
    result = tamaya("pool", "merge", file, "classics", "--out", str(out))
    assert result.returncode == 0
    assert result.stderr == f"11 agents of 2 pools: wrote {out}\n"
    merged = ty.pool(out)
    assert (merged.name, len(merged)) == ("both", 11)
    assert str(merged.made["command"]).startswith("tamaya pool merge ")
    assert ty.matchups(merged, ["piers"], games=2).failures == {}


def test_widen_adds_agents_that_play_like_those_of_the_pool(file: str, tmp_path: Path) -> None:
    out = tmp_path / "wide.json"
    result = tamaya("pool", "widen", file, "--children", "1", "--random", "1", "--out", str(out))
    assert result.returncode == 0, result.stderr
    source, wide = ty.pool(file), ty.pool(out)
    added = len(wide) - len(source)
    assert added >= 1
    assert result.stderr == f"{len(source)} agents and {added} made-up ones: wrote {out}\n"
    assert wide.elites[: len(source)] == source.elites
    assert str(wide.made["command"]).startswith("tamaya pool widen ")


def test_merge_says_what_is_left_out(file: str, tmp_path: Path) -> None:
    second = tmp_path / "other.json"
    pool(elite(1, 1), setup="standard players=3").write(second)
    words = ("pool", "merge", file, str(second), "--setup", "standard players=3")
    assert "3 agents lose their scores" in tamaya(*words).stderr


def test_filter_keeps_what_meets_all_conditions(file: str, tmp_path: Path) -> None:
    out = tmp_path / "some.json"
    words = ("pool", "filter", file, "--out", str(out))
    for conditions, names in (
        (("--min-score", "5"), ("2,3", "4,4")),
        (("--min-score", "5", "--max-score", "10"), ("4,4",)),
        (("--niche", "0-2,*"), ("0,1", "2,3")),
        (("--niche", "0,1", "--niche", "4,4"), ("0,1", "4,4")),
        (("--feature", "communicativeness>0.3", "--feature", "information_per_play<0.8"), ("2,3",)),
        (("--distinct", "--games", "20"), ("2,3",)),
        ((), ("0,1", "2,3", "4,4")),
    ):
        result = run(*words, *conditions)
        assert result.exit_code == 0, result.output
        assert ty.pool(out).names == names
        assert ty.pool(out).name == "some"


def test_a_pool_is_printed_for_a_pipe_without_out(file: str) -> None:
    result = tamaya("pool", "sample", file, "--count", "2", "--spread")
    printed = parse(result.stdout, "stdout")
    assert printed.names == ("0,1", "2,3")
    assert result.stderr == "2 of 3 agents\n"
    assert (
        parse(tamaya("pool", "sample", file, "--count", "3").stdout, "x").agents
        == ty.pool(file).agents
    )


def test_a_run_folder_gives_its_name_to_a_pool_written_there(file: str, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    run("pool", "sample", file, "--count", "1", "--out", str(tmp_path / "run" / "pool.json"))
    assert ty.pool(tmp_path / "run").name == "run"


def test_diff_tells_who_is_where_and_what_changed(file: str, tmp_path: Path) -> None:
    second = tmp_path / "other.json"
    pool(elite(2, 3, mean=17.5), elite(4, 4, mean=9), elite(1, 1), name="other").write(second)
    lines = run("pool", "diff", file, str(second)).output.splitlines()
    rows = [" ".join(line.split()) for line in lines]
    assert "2,3 15.50 ± 0.25 17.50 ± 0.25 +2.00 ± 0.35 4 of 5" in rows
    assert "4,4 9.00 ± 0.25 9.00 ± 0.25 +0.00 ± 0.35 none" in rows
    assert "2 in both, 1 of them with the same rules" in lines
    assert "1 only in A: 0,1" in lines
    assert "1 only in B: 1,1" in lines
    niches = json.loads(run("pool", "diff", file, str(second), "--json").stdout)["niches"]
    assert [niche["niche"] for niche in niches] == ["0,1", "2,3", "4,4", "1,1"]
    assert niches[1]["b_minus_a"]["mean"] == 2
    assert (niches[1]["rules_that_differ"], niches[2]["same_rules"]) == (4, True)
    assert (niches[0]["in_b"], niches[0]["b"]) == (False, None)


def test_diff_warns_of_scores_that_cannot_be_compared(file: str, tmp_path: Path) -> None:
    second = tmp_path / "other.json"
    pool(setup="standard players=3").write(second)
    assert "different set-ups" in run("pool", "diff", file, str(second)).output


def test_simplify_drops_rules_and_tells_which(file: str, tmp_path: Path) -> None:
    out = tmp_path / "short.json"
    words = ("pool", "simplify", file, "--games", "50", "--out", str(out))
    lines = tamaya(*words).stdout.splitlines()
    assert any(line.split()[:4] == ["2,3", "5", "4", "play_safe"] for line in lines)
    short = ty.pool(out)
    assert [len(elite.genome) for elite in short.elites] == [4, 4, 4]
    assert [elite.score for elite in short.elites] == [
        elite.score for elite in ty.pool(file).elites
    ]
    report = json.loads(tamaya(*words, "--alone", "--json").stdout)
    assert report[1] == {"name": "2,3", "before": 5, "after": 4, "dropped": ["play_safe"]}


def test_other_commands_take_elites_and_pool_files(file: str) -> None:
    body = json.loads(run("match", f"elite:{file}#2,3", "piers", "--games", "20", "--json").stdout)
    assert body["agents"] == [f"elite:{file}#2,3", "piers"]
    assert "play_safe" in run("explain", f"elite:{file}#2,3", "--seed", "1").output
    table = json.loads(run("table", file, "--games", "5", "--json").stdout)
    assert table["rows"] == ["0,1", "2,3", "4,4"]
    folder = str(Path(file).rename(Path(file).with_name("pool.json")).parent)
    assert (
        json.loads(run("table", folder, "--games", "5", "--json").stdout)["rows"] == table["rows"]
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("show", "nobody"), "error: no pool 'nobody' (expected a file, a run folder or one of "),
        (("show", "FILE", "--agent", "1,1"), "error: no agent or niche '1,1' in the pool 'mine'"),
        (("show", "FILE", "--agent", "2,3", "--games", "0"), "error: games = 0"),
        (("merge", "FILE"), "error: 1 pools to merge"),
        (("merge", "FILE", "competition"), "error: pools of different set-ups"),
        (("merge", "FILE", "FILE", "--setup", "poker"), "error: no preset 'poker'"),
        (
            ("filter", "FILE", "--min-score", "24"),
            "error: no agent of the pool 'FILE' meets --min-",
        ),
        (("filter", "FILE", "--niche", "9,*"), "error: not a niche of the pool 'mine': '9,*'"),
        (("filter", "FILE", "--feature", "x"), "error: not a condition: 'x'"),
        (("filter", "FILE", "--feature", "luck>1"), "error: no feature 'luck' in 'luck>1'"),
        (("filter", "FILE", "--out", "/nowhere/x"), "error: cannot write '/nowhere/x'"),
        (("sample", "FILE", "--count", "4"), "error: count = 4 (expected 1 to 3)"),
        (("sample", "classics", "--count", "2", "--spread"), "error: agent 'internal' of the pool"),
        (("diff", "FILE", "nobody"), "error: no pool 'nobody'"),
        (("simplify", "FILE", "--partners", "nobody"), "error: no pool 'nobody'"),
        (("simplify", "FILE", "--out", "/nowhere/x"), "error: cannot write '/nowhere/x'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    words: tuple[str, ...], complaint: str, file: str
) -> None:
    result = tamaya("pool", *(file if word == "FILE" else word for word in words))
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith(complaint.replace("FILE", file))
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["show", "merge", "filter", "sample", "diff", "simplify"])
def test_help_teaches_with_an_example(command: str) -> None:
    result = run("pool", command, "--help")
    assert result.exit_code == 0
    assert f"Example: tamaya pool {command} runs/a" in result.output
