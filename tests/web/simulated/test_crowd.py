"""Bots take part in a study on a real server: no error, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.errors import TamayaError
from tamaya.study import reading, templates
from tamaya.study.analysis.analysis import analyse
from tamaya.study.table_files import read_tables
from tamaya.study.tables import StudyTables
from tamaya.transcript import Transcript
from tamaya.web.simulated.checks import missing
from tamaya.web.simulated.connection import Browser
from tamaya.web.simulated.crowd import CrowdArgs, adapt, as_toml, simulate
from tamaya.web.simulated.person import BotAccount
from tests.study.analysis.made_up import person, tables
from tests.study.files import SMALL, changed
from tests.web.browser.conftest import chromium


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("simulated")


@pytest.mark.slow
def test_bots_finish_or_leave_and_everything_is_stored(folder: Path) -> None:
    """One of them uses a real browser."""
    pytest.importorskip("playwright")
    chromium()
    (folder / "study.toml").write_text(SMALL)
    args = CrowdArgs(people=6, browsers=1, drop_out=0.3, seed=3)
    result = simulate(folder / "study.toml", args, out=folder / "export")
    assert (result.errors, result.lost) == ((), ())
    assert set(result.ended) == {"end", "left"}
    assert sum(result.ended.values()) == 6
    assert result.games >= 3 * result.ended["end"]  # practice and two games
    for times in (result.bots, result.pages, result.server):
        assert times is not None
        assert 0 < times.p50 <= times.p95 <= times.most
    assert result.server is not None
    assert result.server.moves == result.bots.moves + result.pages.moves == result.moves
    stored = read_tables(folder / "export")
    complete = [row for row in stored.participants if row.status == "complete"]
    assert len(complete) == result.ended["end"]
    analysis = analyse(reading.read(folder / "study.toml"), stored, moves=False)
    assert analysis.people.analysed == len(complete)


LIMITED = changed(
    ("count = 2\n", 'count = 2\nminutes = 0.05\non_timeout = "submit"\n'),
    (
        'instrument = "eger2017_person"',
        'instrument = "eger2017_person"\nminutes = 0.05\non_timeout = "submit"',
    ),
)
"""three seconds for a game and for the first survey"""


@pytest.mark.slow
def test_bots_hand_in_pages_and_games_when_their_time_is_up(tmp_path: Path) -> None:
    """One of them uses a real browser, whose page hands itself in."""
    pytest.importorskip("playwright")
    chromium()
    (tmp_path / "study.toml").write_text(LIMITED)
    args = CrowdArgs(people=4, browsers=1, drop_out=0, think=0.5, seed=1)
    result = simulate(tmp_path / "study.toml", args, out=tmp_path / "export")
    assert (result.errors, result.lost) == ((), ())
    assert result.ended.keys() <= {"end", "closed"}  # closed: somebody failed the quiz
    assert result.expired >= 4
    stored = read_tables(tmp_path / "export")
    assert any(not game.finished for game in stored.games)
    assert sum(page.timed_out for page in stored.pages) >= 4


@pytest.mark.parametrize("name", templates.NAMES)
def test_an_adapted_study_is_a_valid_file(name: str) -> None:
    study = adapt(reading.parse(templates.template(name).encode()), people=7)
    again = reading.parse(as_toml(study).encode())
    assert again == study
    assert (again.people.target, again.table.reply_seconds) == (7, 0)


def test_what_is_lost_or_changed_is_named() -> None:
    stored = tables(2)
    moves = [str(move) for move in Transcript.parse(stored.games[0].transcript).moves]
    account = BotAccount("human:all", "p0", "end", {"p0-1": moves}, _answers(stored, "p0"))
    assert missing([account], stored) == []
    fewer = replace(stored, games=stored.games[1:])
    assert missing([account], fewer) == [
        f"participant p0 saw {len(moves)} moves of game p0-1, 0 are stored"
    ]
    cut = replace(account, games={}, closed={"p0-1": moves[:3]})
    assert missing([cut], stored) == []  # moves may be stored that it did not see in time
    cut = replace(account, games={}, closed={"p0-1": ["play 4", *moves[1:3]]})
    assert len(missing([cut], stored)) == 1
    silent = replace(stored, answers=())
    assert missing([account], silent) == ["participant p0 gave other answers than are stored"]
    nobody = replace(stored, participants=())
    assert missing([account], nobody) == ["participant p0 is not in the tables"]
    left = replace(stored, participants=(person("p0", "one", status="timed_out"),))
    assert missing([account], left) == ["participant p0 saw the end, but is timed_out"]


def test_bad_settings_are_refused() -> None:
    with pytest.raises(TamayaError, match="0 people, 200 at once"):
        CrowdArgs(people=0)
    with pytest.raises(TamayaError, match="3 browsers for 2 people .expected at most 50"):
        CrowdArgs(people=2, browsers=3)
    with pytest.raises(TamayaError, match="address 'study.example' .expected http"):
        Browser("study.example")


def _answers(stored: StudyTables, who: str) -> list[tuple[str, str]]:
    return [(row.item, row.value) for row in stored.answers if row.participant == who]
