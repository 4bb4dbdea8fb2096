"""Pools and match-up tables."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tamaya as ty
from tamaya import MatchupTable, Move, View
from tamaya.errors import Interrupted
from tamaya.matchups import Progress, all_pairs, pool_names, progress
from tamaya.stats import ScoreHistogram

POOL = ("competition:iggi", "competition:flawed", "competition:legal_random")
COMPETITION = "competition"


class First:
    """The first legal move."""

    def act(self, view: View) -> Move:
        return view.legal_moves()[0]


class Lost:
    """Raises in its third turn."""

    def __init__(self) -> None:
        self.turns = 0

    def act(self, view: View) -> Move:
        self.turns += 1
        if self.turns == 3:
            raise RuntimeError("lost the thread")
        return view.legal_moves()[-1]


@pytest.fixture(scope="module")
def table() -> MatchupTable:
    return ty.matchups(POOL, games=60, first_seed=7, setup=COMPETITION)


def interrupt_after(games: int) -> Callable[[Progress], None]:
    def tell(now: Progress) -> None:
        if now.games >= games:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("row", POOL)
@pytest.mark.parametrize("column", POOL)
def test_a_cell_is_what_a_match_of_the_pair_on_the_same_seeds_gives(
    table: MatchupTable, row: str, column: str
) -> None:
    match = ty.match(row, column, games=60, first_seed=7, setup=COMPETITION)
    assert table.histogram(row, column) == match.histogram
    assert table.score(row, column) == match.score
    assert table.score(row, column, strict=True) == match.strict_score
    assert table.forfeits[table.cell(row, column)] == match.forfeits
    for seat in (0, 1):
        assert table.counted(row, column, seat) == match.counted(seat)
        np.testing.assert_equal(table.features(row, column, seat), match.features(seat))


def test_means_and_errors_are_those_of_the_cells(table: MatchupTable) -> None:
    for strict in (False, True):
        means, sems = table.means(strict=strict), table.sems(strict=strict)
        for row in POOL:
            for column in POOL:
                score = table.score(row, column, strict=strict)
                assert means[table.cell(row, column)] == pytest.approx(score.mean)
                assert sems[table.cell(row, column)] == pytest.approx(score.sem)


def test_with_more_players_the_partner_fills_all_other_seats() -> None:
    table = ty.matchups(POOL[:2], games=20, setup="competition players=4")
    row, column = POOL[:2]
    match = ty.match(row, column, column, column, games=20, setup=COMPETITION)
    assert table.histogram(row, column) == match.histogram
    assert table.counted(row, column, 3) == match.counted(3)


def test_partners_can_be_another_pool() -> None:
    table = ty.matchups(POOL[:1], POOL[1:], games=10, setup=COMPETITION)
    assert table.means().shape == (1, 2)
    assert "rows sit in seat 0" in str(table)


def test_results_do_not_depend_on_threads_or_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    single = ty.matchups(POOL, games=30, setup=COMPETITION, threads=1)
    assert ty.matchups(POOL, games=30, setup=COMPETITION, threads=2) == single
    monkeypatch.setattr(all_pairs, "_SHARD", 7)
    assert ty.matchups(POOL, games=30, setup=COMPETITION, threads=3) == single


def test_native_and_python_agents_mix() -> None:
    table = ty.matchups(["legal_random", First], games=5)
    assert table.plan.rows == ("legal_random", "First")
    for row, column in (("legal_random", First), (First, "legal_random"), (First, First)):
        names = ["First" if agent is First else str(agent) for agent in (row, column)]
        match = ty.match(row, column, games=5)
        assert table.histogram(names[0], names[1]) == match.histogram


def test_every_pair_gets_agents_of_its_own() -> None:
    """Otherwise an object that counts its turns would fail in the second pair only."""

    class Patient(Lost):
        def act(self, view: View) -> Move:
            self.turns += 1
            assert self.turns == 1 + view.turn // 2
            return Move("play 0")

    table = ty.matchups([Patient(), "legal_random"], games=1)
    assert table.failures == {}
    assert table.complete


def test_a_failing_agent_voids_its_pairs_and_the_others_are_played() -> None:
    table = ty.matchups(["legal_random", Lost, First], games=5, first_seed=3)
    assert table.complete is False
    assert table.finished.tolist() == [
        [True, False, True],
        [False, False, False],
        [True, False, True],
    ]
    message = table.failures["Lost", "First"]
    assert "agent 'Lost' in seat 0, game seed 3, turn 4 raised RuntimeError: lost the" in message
    assert np.isnan(table.means()[1]).all()
    assert "fail: Lost with First: agent 'Lost'" in str(table)
    assert table.best_response("First").agent in ("legal_random", "First")


def test_a_native_agent_that_gives_up_voids_its_pairs_too() -> None:
    pool = ["mapelites:cautious", "legal_random"]
    table = ty.matchups(pool, games=2000, setup="standard", threads=2)
    message = table.failures["mapelites:cautious", "mapelites:cautious"]
    assert "agent 'mapelites:cautious' in seat" in message
    assert "gives up" in message
    assert table == ty.matchups(pool, games=2000, setup="standard", threads=1)
    assert table.finished[1, 1]


def interrupted(play: Callable[[], object]) -> MatchupTable:
    with pytest.raises(KeyboardInterrupt) as caught:
        play()
    assert isinstance(caught.value, Interrupted)
    assert isinstance(caught.value.partial, MatchupTable)
    return caught.value.partial


def test_ctrl_c_is_raised_again_with_what_is_finished() -> None:
    whole = ty.matchups(POOL, games=100, setup=COMPETITION)
    part = interrupted(
        lambda: ty.matchups(
            POOL, games=100, setup=COMPETITION, threads=1, progress=interrupt_after(0)
        )
    )
    assert not part.finished.any()
    assert np.isnan(part.means()).all()
    assert "0 of 9 pairs are finished" in str(part)
    assert part != whole


def test_an_interrupted_table_continues_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_REPORT_SECONDS", 0)
    file = tmp_path / "table.parquet"
    whole = ty.matchups(POOL, games=3000, setup=COMPETITION)

    def go(tell: Callable[[Progress], None]) -> MatchupTable:
        return ty.matchups(POOL, games=3000, setup=COMPETITION, progress=tell, out=file)

    part = interrupted(lambda: go(interrupt_after(9000)))
    assert 0 < part.finished.sum() < 9
    assert MatchupTable.read(file) == part
    seen: list[Progress] = []
    assert go(seen.append) == whole
    assert seen[0].games == part.finished.sum() * 3000
    assert seen[-1].games == seen[-1].total == 27000
    assert MatchupTable.read(file) == whole
    assert list(tmp_path.iterdir()) == [file]


def test_a_table_survives_kill_nine(tmp_path: Path) -> None:
    file = tmp_path / "table.parquet"
    code = f"""
import os, signal, tamaya as ty
from tamaya.matchups import progress, storage
storage._WAIT_SECONDS = storage._WAIT_TIMES = progress._REPORT_SECONDS = 0
def die(progress):
    if progress.games > 12000: os.kill(os.getpid(), signal.SIGKILL)
ty.matchups({POOL!r}, games=3000, setup="competition", threads=2, progress=die, out={str(file)!r})
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False)
    assert killed.returncode == -9
    part = MatchupTable.read(file)
    assert 0 < part.finished.sum() < 9
    rest = ty.matchups(POOL, games=3000, setup=COMPETITION, out=file)
    assert rest == ty.matchups(POOL, games=3000, setup=COMPETITION)


def test_failed_pairs_are_tried_again_on_the_next_run(tmp_path: Path) -> None:
    file, bot = tmp_path / "table.parquet", tmp_path / "bot.py"
    good = "class Bot:\n    def act(self, view):\n        return view.legal_moves()[0]\n"
    bot.write_text(good.replace("return view", "raise ValueError"))
    code = f"""
import tamaya as ty
table = ty.matchups(["legal_random", "{bot}:Bot"], games=3, out="{file}")
print(len(table.failures), table.finished.sum())
"""
    runs = []
    for text in (bot.read_text(), good):
        bot.write_text(text)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        runs.append(done.stdout.split())
    assert runs == [[b"3", b"1"], [b"0", b"4"]]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"games": 4}, "games 3, not 4"),
        ({"first_seed": 1}, "first_seed 0, not 1"),
        ({"setup": "eger"}, "setup standard players=2, not eger players=2"),
        ({"partners": ["noisy(5, legal_random)"]}, "columns legal_random, not noisy"),
    ],
)
def test_a_file_of_another_table_is_refused(
    tmp_path: Path, changes: dict[str, object], complaint: str
) -> None:
    file = tmp_path / "table.parquet"
    ty.matchups(["legal_random"], games=3, out=file)
    before = file.read_bytes()
    with pytest.raises(ty.TamayaError, match=f"holds another table: {complaint}"):
        ty.matchups(["legal_random"], **({"games": 3} | changes), out=file)  # type: ignore[arg-type]
    assert file.read_bytes() == before


def test_a_table_reads_back_from_its_file(tmp_path: Path, table: MatchupTable) -> None:
    table.write(tmp_path / "table.parquet")
    assert MatchupTable.read(tmp_path / "table.parquet") == table


def test_a_frame_has_scores_features_and_histograms_of_each_pair(table: MatchupTable) -> None:
    frame = table.to_polars()
    assert frame.height == 9
    line = frame.row(
        by_predicate=(pl.col("row") == POOL[0]) & (pl.col("column") == POOL[2]), named=True
    )
    assert line["score"] == pytest.approx(table.score(POOL[0], POOL[2]).mean)
    assert line["games"] == 60
    histogram = ScoreHistogram(tuple(line["kept"]), tuple(line["bombed"]))
    assert histogram == table.histogram(POOL[0], POOL[2])
    wanted = table.features(POOL[0], POOL[2], 1)["communicativeness"]
    assert line["seat1_communicativeness"] == wanted


def test_the_best_response_is_the_row_with_the_highest_mean(table: MatchupTable) -> None:
    means = table.means()
    for place, column in enumerate(POOL):
        best = table.best_response(column)
        assert best.agent == POOL[int(means[:, place].argmax())]
        assert best.score.mean == pytest.approx(means[:, place].max())
        assert best.score.sem == pytest.approx(table.score(best.agent, column).sem)


def test_a_best_response_to_a_distribution_weighs_partners(table: MatchupTable) -> None:
    mixed = table.best_response({POOL[0]: 3, POOL[2]: 1})
    expected = 0.75 * table.means()[:, 0] + 0.25 * table.means()[:, 2]
    assert mixed.agent == POOL[int(expected.argmax())]
    assert mixed.score.mean == pytest.approx(expected.max())
    assert table.best_response().score.mean == pytest.approx(table.means().mean(axis=1).max())
    assert "points kept" in str(mixed)
    assert "strict" in str(table.best_response(strict=True))


def test_a_best_response_is_measured_again_on_fresh_decks(tmp_path: Path) -> None:
    """Ten equal agents: the best by few games is best by luck."""
    alike = [f"noisy({percent}, legal_random)" for percent in range(10)]
    table = ty.matchups(alike, games=20, first_seed=5, out=tmp_path / "table.parquet")
    best = table.best_response(alike[3])
    again = ty.match(best.agent, alike[3], games=20, first_seed=25)
    assert best.fresh is not None
    assert best.fresh.mean == pytest.approx(again.scores.mean())
    assert best.fresh.mean < best.score.mean
    assert "on fresh decks" in str(best)
    stored = MatchupTable.read(tmp_path / "table.parquet").best_response(alike[3])
    assert (stored.agent, stored.fresh) == (best.agent, None)
    assert "optimistic: on the decks that chose it" in str(stored)


def test_a_best_response_can_be_used_as_an_agent() -> None:
    """Also if its name is a niche, which only means something within its pool."""
    pool = ty.pool("tamaya-1")
    best = ty.matchups(pool, ["piers"], games=3).best_response("piers").agent
    assert best in pool.names
    assert ty.as_agent(best) is pool.find(best)


def test_a_strict_best_response_can_differ() -> None:
    """One agent is better if bombed games count their points, the other if they count 0."""
    table = ty.matchups(["legal_random", "noisy(0, legal_random)"], games=2)
    table.kept[:], table.bombed[:] = 0, 0
    table.kept[0, :, 5] = 2
    table.bombed[1, :, 9] = 2
    assert table.best_response("legal_random").agent == "noisy(0, legal_random)"
    assert table.best_response("legal_random", strict=True).agent == "legal_random"


def test_the_text_names_scoring_sample_and_errors(table: MatchupTable) -> None:
    text = str(table)
    for promise in ("points kept", "60 games a pair", "seeds 7-66", "competition players=2"):
        assert promise in text
    assert f"{table.score(POOL[0], POOL[0]).mean:.2f}" in text
    assert "standard errors: at most 0." in text
    assert "strict: 0 when bombed" in table.text(strict=True)
    assert "9 of 9 pairs" in repr(table)


def test_a_large_table_shows_its_beginning() -> None:
    names = [f"noisy({percent}, legal_random)" for percent in range(20)]
    text = str(ty.matchups(names, games=1))
    assert "the first 16 of 20 rows and 16 of 20 columns" in text
    assert max(map(len, text.splitlines())) < 150


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_heat_map_is_drawn(tmp_path: Path, table: MatchupTable, kind: str) -> None:
    file = tmp_path / f"map.{kind}"
    table.heatmap(file)
    start = {"png": b"\x89PNG", "svg": b"<?xml"}[kind]
    assert file.read_bytes().startswith(start)


def test_a_heat_map_of_another_kind_is_refused(tmp_path: Path, table: MatchupTable) -> None:
    with pytest.raises(ty.TamayaError, match="expected a .png, .svg"):
        table.heatmap(tmp_path / "map.gif")
    with pytest.raises(ty.TamayaError, match="cannot write"):
        table.heatmap(tmp_path / "nowhere" / "map.png")


@pytest.mark.parametrize("name", pool_names())
def test_built_in_pools_play_in_the_set_up_they_are_made_for(name: str) -> None:
    pool = ty.pool(name)
    table = ty.matchups(pool, [pool.agents[0]], games=10, setup=pool.setup)
    assert table.failures == {}


@pytest.mark.parametrize(
    ("family", "setup"),
    [("tamaya", "standard"), ("hle", "standard"), ("eger", "eger"), ("evolved", "competition")],
)
def test_the_pool_of_a_family_has_the_set_up_its_agents_are_registered_with(
    family: str, setup: str
) -> None:
    assert ty.pool(family).setup == setup
    assert {ty.agents.entries()[name].setup for name in ty.pool(family).names} == {setup}


def test_a_pool_can_be_a_text_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(
        "# my pool\nsetup competition\ncompetition:iggi\n\nnoisy(10, competition:iggi) # b\n"
    )
    pool = ty.pool(file)
    assert pool.names == ("competition:iggi", "noisy(10, competition:iggi)")
    assert (pool.name, pool.setup) == ("mine", "competition")
    assert ty.pool(pool) is pool
    file.write_text(str(pool))
    assert ty.pool(str(file)) == pool


@pytest.mark.parametrize(
    ("what", "complaint"),
    [
        ("clasics", "no pool 'clasics', and no such file .near names: classics"),
        ([], "is empty"),
        (["legal_random", "legal_random"], "'legal_random' is twice"),
        (["nobody"], "no agent 'nobody'"),
        ([3], "not an agent: 3"),
        (3, "not a pool: 3"),
    ],
)
def test_a_bad_pool_is_refused(what: object, complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.matchups(what, games=1)  # type: ignore[arg-type]


def test_a_bad_pool_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("# nothing\n")
    with pytest.raises(ty.NotationError, match="no agents in"):
        ty.pool(file)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ty.TamayaError, match="cannot read the pool"):
        ty.pool(file)
    file.write_text("setup poker\nlegal_random\n")
    with pytest.raises(ty.TamayaError, match="no preset 'poker'"):
        ty.pool(file)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"games": 0}, "games = 0"),
        ({"games": 1.5}, "games = 1.5"),
        ({"first_seed": -1}, "first_seed = -1"),
        ({"threads": 0}, "threads = 0"),
        ({"setup": 7}, "not a set-up: 7"),
        ({"setup": "poker"}, "no preset 'poker'"),
        ({"out": "/nowhere/table.parquet"}, "cannot write '/nowhere/table.parquet'"),
    ],
)
def test_impossible_tables_are_refused(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.matchups(["legal_random"], **arguments)  # type: ignore[arg-type]


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.parquet"
    with pytest.raises(ty.TamayaError, match="no file"):
        MatchupTable.read(file)
    file.write_text("not Parquet at all")
    with pytest.raises(ty.TamayaError, match="no match-up table in"):
        MatchupTable.read(file)
    pl.DataFrame({"a": [1]}).write_parquet(file)
    with pytest.raises(ty.TamayaError, match="no match-up table in"):
        ty.matchups(["legal_random"], games=1, out=file)


def test_bad_questions_to_a_table_are_refused(table: MatchupTable) -> None:
    with pytest.raises(ty.UnknownNameError, match="no row 'nobody' in this table"):
        table.score("nobody", POOL[0])
    with pytest.raises(ty.UnknownNameError, match="no column 'nobody'"):
        table.best_response("nobody")
    with pytest.raises(ty.TamayaError, match="weight -1 of"):
        table.best_response({POOL[0]: -1})
    with pytest.raises(ty.TamayaError, match="all partners have weight 0"):
        table.best_response({})
    with pytest.raises(ty.TamayaError, match="no seat 2"):
        table.counted(POOL[0], POOL[0], 2)


def test_a_table_is_not_resumed_with_agents_that_have_changed(tmp_path: Path) -> None:
    file, elites = tmp_path / "table.parquet", ty.pool("canaan2020-1").elites[6:8]
    first = ty.matchups(elites, games=2, out=file)
    assert ty.matchups(elites, games=2, out=file) == first
    changed = (elites[0], elites[1].but(genome=elites[0].genome))
    with pytest.raises(ty.TamayaError, match="agents that have changed since .changed: "):
        ty.matchups(changed, games=2, out=file)


@pytest.mark.parametrize("available", [0, 1])
def test_a_table_is_played_with_the_threads_that_the_system_gives(
    monkeypatch: pytest.MonkeyPatch, available: int
) -> None:
    """Without memory for a stack, Python cannot start a thread."""
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def limited(thread: threading.Thread) -> None:
        if len(started) >= available:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    table = ty.matchups(["piers", "iggi"], games=3, threads=4)
    monkeypatch.undo()
    assert len(started) == available
    assert table == ty.matchups(["piers", "iggi"], games=3, threads=1)


def test_the_names_of_a_table_of_elites_can_be_used_as_agents(tmp_path: Path) -> None:
    """Files hold plain text; a table that resumes one names the agents of its pool."""
    evolved = ty.pool("tamaya-1")
    two = ty.Pool("two", evolved.agents[:2], evolved.setup)
    file = tmp_path / "table.parquet"
    table = ty.matchups(two, games=2, out=file)
    resumed = ty.matchups(two, games=2, out=file)
    for played in (table, resumed):
        row, column = played.plan.rows[0], played.plan.columns[1]
        again = ty.match(row, column, games=2, setup=played.plan.setup)
        assert played.score(row, column).mean == again.scores.mean()
    stored = MatchupTable.read(file)
    assert stored.plan.rows == ("0,0", "0,1")
    with pytest.raises(ty.NotationError, match="is a niche .expected elite:POOL#0,0"):
        ty.as_agent(stored.plan.rows[0])
    assert table.to_polars().schema["row"] == pl.String
