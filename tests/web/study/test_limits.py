"""Time limits of pages: the server's clock decides, whatever the browser does."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tamaya.study.tables import codebook
from tests.study.files import SMALL
from tests.web.pages import page
from tests.web.study.participants import Participant, running
from tests.web.study.test_data import export
from tests.web.study.test_flow import SHORT

Limit = tuple[str, str]


def limited(text: str, on_timeout: str) -> Limit:
    """The change of a study that gives a page a limit of five minutes."""
    return text, f'{text}\nminutes = 5\non_timeout = "{on_timeout}"'


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Stops the server's clock, and lets it go on by some minutes."""
    now, ahead = time.time(), [0.0]
    monkeypatch.setattr(time, "time", lambda: now + ahead[0])

    def later(minutes: float) -> None:
        ahead[0] += minutes * 60

    return later


SURVEY = limited('instrument = "eger2017_person"', "submit")


def test_a_page_hands_in_itself_when_its_time_is_up(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    with running(tmp_path, SURVEY) as client:
        person = Participant(client).arrive()
        assert "seconds_left" not in person.page
        person.submit(agree="yes")
        assert person.page["seconds_left"] == 300
        assert person.page["on_timeout"] == "submit"
        wait(5)
        person.post("submit", step=1, language="en", answers={"gamer": "yes"}, draft=True)
        assert person.page["kind"] == "rules"
        assert "seconds_left" not in person.page
    _, tables = export(tmp_path, tmp_path / "out")
    assert [(row.item, row.value) for row in tables.answers] == [("gamer", "yes")]
    rows = [row for row in tables.pages if row.timed_out]
    assert [(row.page, row.name, row.seconds) for row in rows] == [
        ("survey", "eger2017_person", 300)
    ]


def test_the_draft_counts_after_a_restart_without_the_browser(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    with running(tmp_path, SURVEY) as client:
        person = Participant(client).arrive().submit(agree="yes")
        wait(2)
        person.post("submit", step=1, language="en", answers={"gamer": "no"}, draft=True)
        assert person.page["kind"] == "survey"
        assert person.page["seconds_left"] == 180
    wait(20)
    with running(tmp_path, SURVEY) as client:
        person = Participant(client, person.session)
        assert person.look()["kind"] == "rules"
        late = {"step": 1, "language": "en", "answers": {"gamer": "yes"}}
        assert person.request("POST", "submit", late).json()["page"]["kind"] == "rules"
    _, tables = export(tmp_path, tmp_path / "out")
    assert [row.value for row in tables.answers] == ["no"]
    assert [row.seconds for row in tables.pages if row.timed_out] == [300]


def test_a_draft_before_the_end_stays_on_the_page_and_must_fit(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    with running(tmp_path, SURVEY) as client:
        person = Participant(client).arrive().submit(agree="yes")
        body = {"step": 1, "language": "en", "answers": {"gamer": "gold"}, "draft": True}
        assert person.request("POST", "submit", body).status_code == 422
        wait(5)  # an answer that does not fit cannot hold up the end
        assert person.request("POST", "submit", body).json()["page"]["kind"] == "rules"


def test_a_limit_can_end_the_participation_and_frees_its_place(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    stop, place = limited('instrument = "eger2017_person"', "stop"), ("target = 30", "target = 1")
    with running(tmp_path, stop, place) as client:
        slow = Participant(client).arrive().submit(agree="yes")
        refused = Participant(client).request("POST", "arrive", {"language": "en"})
        assert refused.status_code == 409
        wait(6)
        Participant(client).arrive()
        assert (slow.look()["kind"], slow.page["reason"]) == ("closed", "time_limit")
    _, tables = export(tmp_path, tmp_path / "out")
    assert [row.status for row in tables.participants] == ["timed_out", "active"]
    assert [row.step for row in tables.pages if row.timed_out] == [1]


def test_a_game_is_closed_when_its_time_is_up(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    with running(tmp_path, limited("count = 1", "submit"), text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        assert person.page["seconds_left"] == 300
        person.play(moves=2)
        wait(5)
        client.cookies.set("tamaya_session", person.session or "")
        with page(client, person.page["game"]) as table:
            table.act(table.receive("snapshot")["table"], "discard 0", "late")
            error = table.receive("err")
            assert (error["code"], error["text"]) == ("game_over", "the time of this game is up")
        assert person.submit().page["kind"] == "end"
    _, tables = export(tmp_path, tmp_path / "out")
    assert [(row.finished, row.finished_at) for row in tables.games] == [(False, None)]
    assert [(row.page, row.occasion) for row in tables.pages if row.timed_out] == [("game", 1)]


def test_a_game_that_ended_in_time_has_no_limit(
    tmp_path: Path, wait: Callable[[float], None]
) -> None:
    with running(tmp_path, limited("count = 1", "stop"), text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        person.play()
        wait(10)
        assert person.look()["over"]
        assert "seconds_left" not in person.page
        assert person.submit().page["kind"] == "end"


@pytest.mark.parametrize(("on_failure", "kind"), [("continue", "practice"), ("end", "closed")])
def test_the_end_of_a_quiz_is_its_last_attempt(
    on_failure: str, kind: str, tmp_path: Path, wait: Callable[[float], None]
) -> None:
    quiz = limited("attempts = 2", "submit")
    ending = ("attempts = 2", f'attempts = 2\non_failure = "{on_failure}"')
    with running(tmp_path, quiz, ending) as client:
        person = Participant(client).arrive().submit(agree="yes").submit().submit()
        wait(4)
        person.submit(**{**person.answers(), "quiz_hint": "one"})
        assert person.page["seconds_left"] == 60  # another attempt gives no more time
        wait(2)
        assert person.look()["kind"] == kind


def test_questions_after_a_game_have_no_limit_and_the_codebook_explains() -> None:
    from tamaya.study.steps import steps_of
    from tests.study.files import study

    path = steps_of(study(limited("count = 2", "submit"), text=SMALL))
    assert [step.kind for step in path if step.limit] == ["game", "game"]
    assert "time limit ran out" in codebook()
