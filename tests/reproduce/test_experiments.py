"""Experiments run, repeat exactly, and the tables of the papers come out again."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya.cli.app import app
from tamaya.features import features
from tamaya.reproduce import MissingData, Result, data, experiment, experiment_names, page, sections
from tamaya.reproduce.canaan2020 import six_agents
from tamaya.reproduce.canaan2020.six_agents import AGENTS
from tamaya.reproduce.evolved_runs import are_shipped, shipped_pools
from tests.reproduce.tiny_results import (
    ROUTINES,
    cells_hash,
    differences,
    matrix_routines,
    recorded_cells,
    recorded_hashes,
)
from tests.sampling import sampled
from tests.truth import ROOT, SAMPLE, truth

COMMITTED = ROOT / "docs" / "reproduction"
TABLES = ("canaan2020_table1", "canaan2020_table2")


def committed(name: str) -> Result:
    return Result.from_json((COMMITTED / f"{name}.json").read_text())


def named(*, needs: str = "", duration: str = "") -> list[str]:
    """Experiments that need something, or take so long at the paper's scale."""
    return [
        name
        for name in experiment_names()
        if (not needs or needs in experiment(name).needs)
        and (not duration or experiment(name).duration == duration)
    ]


EVOLVED = named(needs="runs")
LONG = {
    "detective_ideas",
    "eger2017_predict",
    "kantack2021_training",
    "people_clones",
    "people_partners",
    "strangers",
    "strangers_design",
}
"""experiments that take five seconds or more at the scale `tiny`, and have shorter siblings"""
PAPER_SCALE = {
    "canaan2020_table1",
    "canaan2020_table2",
    "eger2017_fig7",
    "kantack2021_table1",
    "walton_rivers2017_rule_agents",
}
"""a short experiment of each paper, and both tables whose agents play by different rules"""


@pytest.fixture
def need_data(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Finds the files that an experiment needs, in the full set or the sample; or skips a test."""

    def find(name: str) -> None:
        for need in experiment(name).needs:
            if need != "runs":
                folder = str(truth(data.NAMES[need])).removesuffix(data.NAMES[need])
                monkeypatch.setenv("TAMAYA_TRUTH", folder)

    return find


@pytest.fixture(scope="module")
def common_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which experiments find the games of earlier ones."""
    return tmp_path_factory.mktemp("experiments")


def tiny(name: str) -> str:
    """Runs an experiment in the current folder; returns its file."""
    fractions: list[float] = []
    text = experiment(name).run("tiny", fractions.append).to_json()
    assert fractions == sorted(fractions)
    assert fractions[-1] == pytest.approx(1)
    assert Result.from_json(text).to_json() == text
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sampled(experiment_names(), [name for name in experiment_names() if name not in LONG])
)
def test_a_tiny_run_gives_the_recorded_file(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    need_data: Callable[[str], None],
) -> None:
    """The same numbers on every machine; trained ones up to the rounding of its processor."""
    need_data(name)
    monkeypatch.chdir(tmp_path)
    text = tiny(name)
    if experiment(name).trains:
        assert differences(Result.from_json(text).cells, recorded_cells(name)) == []
    if matrix_routines() == ROUTINES or not experiment(name).trains:
        wanted = recorded_hashes()[name]
        assert cells_hash(text) == wanted, f"python -m tests.reproduce.tiny_results {name}"


def test_every_experiment_has_a_recorded_hash() -> None:
    assert list(recorded_hashes()) == experiment_names()


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(EVOLVED, {"canaan2019_table1"}))
def test_a_second_run_uses_what_the_first_evolved(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    need_data: Callable[[str], None],
) -> None:
    need_data(name)
    monkeypatch.chdir(tmp_path)
    first = tiny(name)
    saved = sorted((tmp_path / "runs/reproduce/tiny").rglob("progress.parquet"))
    before = [file.read_bytes() for file in saved]
    assert before
    assert cells_hash(tiny(name)) == cells_hash(first)
    assert [file.read_bytes() for file in saved] == before, "nothing was evolved anew"


@pytest.mark.parametrize(
    "name",
    sampled(named(duration="seconds") + named(duration="a minute"), PAPER_SCALE),
)
def test_committed_results_are_what_the_paper_scale_gives(
    name: str, need_data: Callable[[str], None]
) -> None:
    need_data(name)
    fresh = Result.from_json(experiment(name).run("paper").to_json())
    assert fresh.cells == committed(name).cells, (
        "tamaya reproduce all --scale paper --out docs/reproduction; tamaya reproduce --page docs"
    )


@pytest.mark.parametrize("name", named(needs="HanabiData") + named(needs="published agents"))
def test_without_its_data_an_experiment_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never measures something else instead, and never reports that 0 of 0 numbers agree."""
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path / "absent"))
    with pytest.raises(MissingData, match=f"absent: no (file|folder) '{tmp_path}/absent/"):
        experiment(name).run("tiny")
    done = CliRunner().invoke(app, ["reproduce", name, "--out", str(tmp_path / "out")])
    assert done.exit_code != 0
    assert not (tmp_path / "out").exists()


def test_without_a_folder_of_data_the_error_says_which_variable_to_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TAMAYA_TRUTH", raising=False)
    monkeypatch.setattr(data, "_FOLDERS", (tmp_path,))
    with pytest.raises(MissingData, match=r"TAMAYA_TRUTH is not set \(git clone https://github"):
        data.check("HanabiData")


def test_a_folder_with_games_of_people_only_leaves_the_published_agents_of_the_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "HanabiData").mkdir()
    monkeypatch.setenv("TAMAYA_TRUTH", str(tmp_path))
    assert data.path_of("HanabiData") == tmp_path / "HanabiData"
    assert data.path_of("published agents") == SAMPLE / data.NAMES["published agents"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [n for n in EVOLVED if hasattr(experiment(n).scales["paper"], "preset")]
)
def test_committed_results_are_what_finished_runs_give(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = experiment(name).scales["paper"]
    runs = [f"{args.preset}-{number + 1}" for number in range(len(args.candidates))]
    if not all((ROOT / args.folder / run / "pool.json").is_file() for run in runs):
        pytest.skip(f"no finished runs {', '.join(runs)} in {args.folder}")
    monkeypatch.chdir(ROOT)
    assert Result.from_json(experiment(name).run("paper").to_json()) == committed(name)


SHIPPED = [name for name in EVOLVED if are_shipped(experiment(name).scales["paper"])]
"""experiments whose evolved runs the package ships as pools"""
ALL_PAIRS = {"canaan2019_fig2", "canaan2019_fig3", "canaan2019_fig4", "canaan2019_intra_run"}
"""those that play all pairs of 340 agents, which takes minutes"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.exhaustive if name in ALL_PAIRS else ())
        for name in SHIPPED
    ],
)
def test_committed_results_are_what_shipped_pools_give(
    name: str, common_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(common_folder)
    with shipped_pools():
        fresh = Result.from_json(experiment(name).run("paper").to_json())
    assert fresh.cells == committed(name).cells
    assert not list(common_folder.glob("runs/reproduce/canaan*")), "nothing was evolved"


def test_pools_of_other_settings_are_no_substitute_for_a_run() -> None:
    assert set(SHIPPED) >= {*ALL_PAIRS, "canaan2019_fig1", "canaan2020_fig1", "canaan2020_table3"}
    args = experiment("canaan2020_table3").scales["paper"]
    assert are_shipped(args)
    assert not are_shipped(dataclasses.replace(args, evaluation=51))
    assert not are_shipped(dataclasses.replace(args, candidates=(1_000_000, 1_000_001, 1_000_000)))
    assert not are_shipped(experiment("canaan2019_table1").scales["paper"]), "only run 1 is shipped"
    assert not are_shipped(experiment("canaan2020_table1").scales["paper"]), "it needs no run"


@pytest.mark.parametrize("name", EVOLVED)
def test_committed_results_have_the_size_of_the_paper(name: str) -> None:
    result = committed(name)
    assert result.scale == "paper"
    wanted = dataclasses.asdict(experiment(name).scales["paper"])
    assert result.args == json.loads(json.dumps(wanted))


@pytest.mark.parametrize("name", sorted(path.stem for path in COMMITTED.glob("*.json")))
def test_the_command_of_a_committed_result_has_its_settings(name: str) -> None:
    """A result with other settings than those of a scale says so."""
    result = committed(name)
    assert sections.command(result).startswith(f"tamaya reproduce {name} --scale ")
    assert (result.scale == "own") == ("--budget" in sections.command(result))


@pytest.mark.parametrize("name", experiment_names())
def test_pages_say_how_long_a_command_takes(name: str) -> None:
    """An old result does not say it; then an estimate does, and is named as one."""
    result = committed(name)
    estimate = experiment(name).estimated_minutes
    minutes = estimate if result.minutes is None else result.minutes
    assert minutes is not None
    assert 0 <= minutes < 24 * 60
    text = page.pages([result])[f"reproduction/{page.page_of(result)}.md"]
    assert " minutes |" in text
    assert (f"| about {estimate}, estimated |" in text) == (result.minutes is None)
    assert ("Estimated minutes:" in text) == (result.minutes is None)


def test_the_pages_are_those_of_the_committed_results() -> None:
    """Nobody typed a number into them: tamaya reproduce --page docs."""
    texts = page.pages([committed(name) for name in experiment_names()])
    for path, text in texts.items():
        assert (COMMITTED.parent / path).read_text() == text, path
    assert {f"reproduction/{file.name}" for file in COMMITTED.glob("*.md")} < set(texts)


@pytest.mark.parametrize("name", experiment_names())
def test_pages_say_which_numbers_depend_on_the_processor(name: str) -> None:
    result = committed(name)
    text = page.pages([result])[f"reproduction/{page.page_of(result)}.md"]
    assert ("round matrix products differently" in text) == experiment(name).trains


@pytest.mark.parametrize("name", TABLES)
def test_tables_1_and_2_agree_with_the_paper(name: str) -> None:
    result = committed(name)
    assert result.args["games"] == 1000
    pairs = [cell for cell in result.compared if cell.column in AGENTS]
    assert len(pairs) == 36
    assert sum(cell.verdict == "agrees" for cell in pairs) >= 30
    assert [cell for cell in pairs if cell.verdict == "differs"] == []


@pytest.mark.parametrize("name", TABLES)
def test_differences_from_the_paper_are_noise(name: str) -> None:
    """Two samples of 1,000 games and two printed decimals: the mean square is about 1."""
    pairs = [cell for cell in committed(name).compared if cell.column in AGENTS]
    squares = [
        (cell.ours - (cell.theirs or 0)) ** 2 / (2 * cell.sem**2 + 0.01**2 / 12) for cell in pairs
    ]
    assert sum(squares) / len(squares) < 1.5  # 36 of them: above by chance once in 30 times


def test_knowledge_from_negative_hints_hardly_matters_for_table_2() -> None:
    """The page says so."""
    result = committed("canaan2020_table2")
    for agent in AGENTS:
        for column in six_agents.COLUMN_NAMES:
            printed = result.cell("explicit_information_per_play", 2, agent, column)
            defined = result.cell("information_per_play", 2, agent, column)
            assert abs(printed.ours - defined.ours) < 0.01


def test_the_first_move_of_a_game_is_not_counted() -> None:
    """Flawed always begins with a play, of a card of which nothing is known."""
    args = six_agents.TableArgs(games=40)
    behaviour = six_agents.CountedShare("turns", "turns", "turns")
    counted = six_agents._counted("flawed", "iggi", args.games, args.first_seed)
    whole = ty.match("hle:flawed", "hle:iggi", games=20).counted(seat=0)
    rest = ty.match("hle:iggi", "hle:flawed", games=20, first_seed=20).counted(seat=1)
    turns, plays = counted[:, 0].sum(), counted[:, 5].sum()
    assert turns == whole.turns - 20 + rest.turns
    assert plays == whole.plays - 20 + rest.plays
    assert six_agents.MeasuredShare.of(counted, behaviour).value == 1


def test_behaviours_are_the_features_of_the_same_name() -> None:
    from tamaya.reproduce.canaan2020 import table1 as canaan2020_table1
    from tamaya.reproduce.canaan2020 import table2 as canaan2020_table2

    counters = ty.match("hle:piers", "hle:iggi", games=50).counted(seat=0)
    for behaviour in (
        canaan2020_table1.COMMUNICATIVENESS,
        canaan2020_table2.INFORMATION_PER_PLAY,
        canaan2020_table2.AS_DEFINED,
    ):
        part, whole = getattr(counters, behaviour.part), getattr(counters, behaviour.whole)
        (feature,) = features(behaviour.name)
        assert math.isclose(feature(counters), behaviour.scale * part / whole)


def test_each_seat_has_an_equal_share_of_the_decks() -> None:
    from tamaya.reproduce.walton_rivers2017.one_among_copies import shares

    assert list(shares(400, 3)) == [(0, 133), (133, 267), (267, 400)]


def test_the_command_writes_results_and_a_picture(tmp_path: Path) -> None:
    words = ["reproduce", "canaan2020_table1", "--scale", "tiny", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0
    assert "no verdict at scale tiny: too few games to compare with the paper" in done.output
    text = (tmp_path / "canaan2020_table1.json").read_text()
    assert Result.from_json(text).scale == "tiny"
    assert (tmp_path / "canaan2020_table1.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_lists_experiments() -> None:
    done = CliRunner().invoke(app, ["reproduce"])
    assert done.exit_code == 0
    assert all(name in done.output for name in experiment_names())


def test_help_teaches_with_an_example() -> None:
    assert "Example" in CliRunner().invoke(app, ["reproduce", "--help"]).output


def test_unknown_names_are_answered_with_near_ones() -> None:
    with pytest.raises(ty.UnknownNameError, match="canaan2020_table"):
        experiment("canaan2020_table")


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="not a result"):
        Result.from_json("[]")
    with pytest.raises(ty.TamayaError, match="no results in"):
        page.write(tmp_path)
