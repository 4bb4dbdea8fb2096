"""The participant's path through a study, and who may continue a participation."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tamaya.errors import TamayaError
from tests.sampling import sampled
from tests.study.files import SMALL
from tests.web.pages import last_choice, page, play_on
from tests.web.study.participants import Participant, running

KINDS = [
    "consent",
    "survey",
    "rules",
    "quiz",
    "practice",
    "game",
    "survey",
    "game",
    "survey",
    "survey",
    "debrief",
    "end",
]
SHORT = (
    SMALL[: SMALL.index('[[pages]]\npage = "survey"')]
    + """
[[pages]]
page = "games"
count = 1
"""
)
"""a study of a consent page and one game"""


def test_a_participant_goes_from_consent_to_a_code_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        codes = []
        for _ in range(2):
            person, kinds = Participant(client).arrive(), list[str]()
            while True:
                kinds.append(person.page["kind"])
                assert person.look()["kind"] == kinds[-1]
                if kinds[-1] == "end":
                    break
                person.go_on()
            assert kinds == KINDS
            codes.append(person.page["code"])
        assert codes[0] != codes[1]
        assert all(len(code) == 14 for code in codes)


@pytest.mark.parametrize("pages", sampled((1, 4), {4}))
def test_every_page_is_the_same_after_a_restart_and_on_another_device(
    tmp_path: Path, pages: int
) -> None:
    """The server restarts after so many pages."""
    session, kinds = None, []
    for start in range(0, len(KINDS), pages):
        with running(tmp_path) as client:
            person = Participant(client, session)
            person.look() if session else person.arrive()
            for _ in KINDS[start : start + pages]:
                kinds.append(person.page["kind"])
                token = person.request("GET", "link").json()["token"]
                other = Participant(client)
                other.post("resume", token=token)
                assert other.page == person.page
                assert other.session == token
                if person.page["kind"] != "end":
                    person.go_on()
            session = person.session
    assert kinds == KINDS


def test_a_game_goes_on_at_the_same_move_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        game = person.page["game"]
        person.play(moves=3)
    with running(tmp_path, text=SHORT) as client:
        again = Participant(client, person.session)
        assert again.look()["game"] == game
        client.cookies.set("tamaya_session", person.session or "")
        with page(client, game) as table:
            assert table.receive("snapshot")["table"]["turn"] >= 6
            play_on(table, last_choice)
        assert again.look()["over"]
        assert again.submit().page["kind"] == "end"


def test_a_page_handed_in_twice_counts_once(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        person = Participant(client).arrive()
        first = person.submit(agree="yes").page
        assert person.post("submit", step=0, language="en", answers={"agree": "no"}).page == first
        assert person.look() == first


def test_whoever_declines_is_out(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        person = Participant(client).arrive().submit(agree="no")
        assert (person.page["kind"], person.page["reason"]) == ("closed", "declined")
        assert person.look()["reason"] == "declined"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({}, "expected agree: yes or no"),
        ({"agree": "maybe"}, "expected agree: yes or no"),
        ({"agree": "yes", "arm": "two"}, "expected agree: yes or no"),
    ],
)
def test_consent_is_yes_or_no(answers: dict[str, str], message: str, tmp_path: Path) -> None:
    with running(tmp_path) as client:
        person = Participant(client).arrive()
        body = {"step": 0, "language": "en", "answers": answers}
        answer = person.request("POST", "submit", body)
        assert answer.status_code == 422
        assert message in answer.json()["error"]
        assert person.look()["kind"] == "consent"


def test_answers_that_do_not_fit_are_refused_and_named(tmp_path: Path) -> None:
    with running(tmp_path, ('instrument = "attention"', 'instrument = "nasa_tlx"')) as client:
        person = Participant(client).arrive().submit(agree="yes")

        def refusal(**answers: str) -> str:
            body = {"step": person.page["step"], "language": "en", "answers": answers}
            answer = person.request("POST", "submit", body)
            assert answer.status_code == 422
            error: str = answer.json()["error"]
            return error

        assert "answer 'gold' to gamer (expected yes, no)" in refusal(gamer="gold")
        assert "answer to 'skill', which this page does not ask" in refusal(skill="ok")
        person.submit(gamer="yes")  # no question of this page is required
        person.submit()
        assert "no answer to quiz_own_cards" in refusal()
        while not any(q["kind"] == "slider" for q in person.page.get("questions", [])):
            person.go_on()
        assert "expected 0 to 100" in refusal(tlx_mental="101")
        assert "expected 0 to 100" in refusal(tlx_mental="nan")
        assert person.submit(tlx_mental="55").page["kind"] == "debrief"


def test_a_quiz_tells_what_was_wrong_and_counts_attempts(tmp_path: Path) -> None:
    ending = ("attempts = 2", 'attempts = 2\non_failure = "end"')
    with running(tmp_path, ending) as client:
        person = Participant(client).arrive().submit(agree="yes").submit().submit()
        assert person.page["attempts_left"] == 2
        assert "expected" not in person.bodies[-1]
        wrong = {**person.answers(), "quiz_hint": "one"}
        person.submit(**wrong)
        assert (person.page["wrong"], person.page["attempts_left"]) == (["quiz_hint"], 1)
        person.submit(**wrong)
        assert person.page["reason"] == "failed_quiz"
    with running(tmp_path, ("seed = 3", "seed = 3"), ('id = "small"', 'id = "other"')) as client:
        person = Participant(client).arrive().submit(agree="yes").submit().submit()
        person.submit(**wrong).submit(**wrong)
        assert person.page["kind"] == "practice"  # continues after the last attempt


def test_an_inactive_participation_ends_and_its_place_goes_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    single_place = ("target = 30", "target = 1")
    with running(tmp_path, single_place, text=SHORT) as client:
        sleepy = Participant(client).arrive().submit(agree="yes")
        refused = Participant(client).request("POST", "arrive", {"language": "en"})
        assert (refused.status_code, refused.json()["error"]) == (409, "the study is full")
        assert client.get("/api/study").json()["admits"] == "full"
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 31 * 60)
        assert "admits" not in client.get("/api/study").json(), "the first page says it is open"
        other = Participant(client).arrive().submit(agree="yes")
        assert other.page["kind"] == "game"
        assert sleepy.look()["reason"] == "timed_out"
        other.finish()
        refused = Participant(client).request("POST", "arrive", {"language": "en"})
        assert refused.json()["error"] == "the study is full"


def test_more_people_than_the_target_are_admitted_only_while_others_may_leave(
    tmp_path: Path,
) -> None:
    """Two of a target of two, and one extra person; nobody once two have finished."""

    def refusal() -> str:
        answer = Participant(client).request("POST", "arrive", {"language": "en"})
        return str(answer.json().get("error", ""))

    with running(tmp_path, ("target = 30", "target = 2\nextra = 1"), text=SHORT) as client:
        first, second, third = (Participant(client).arrive().submit(agree="yes") for _ in range(3))
        assert refusal() == "the study is full"
        third.post("stop", delete=False)
        fourth = Participant(client).arrive()
        assert refusal() == "the study is full"
        first.finish()
        second.finish()
        fourth.post("stop", delete=False)
        assert refusal() == "the study is full"


def test_whoever_stopped_cannot_play_on(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        game = person.page["game"]
        client.cookies.set("tamaya_session", person.session or "")
        with page(client, game) as table:
            play_on(table, moves=2)
            person.post("stop", delete=False)
            with pytest.raises(WebSocketDisconnect):
                play_on(table, moves=1)
        client.cookies.set("tamaya_session", person.session or "")
        with pytest.raises(WebSocketDisconnect), page(client, game) as table:
            table.receive("snapshot")
        assert client.get(f"/api/games/{game}/events").status_code == 403
        assert person.look()["reason"] == "stopped"


def test_moves_in_a_game_are_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().submit(agree="yes")
        now, clock = time.time(), [0.0]
        monkeypatch.setattr(time, "time", lambda: now + clock[0])
        for _ in range(3):
            clock[0] += 20 * 60
            person.play(moves=1)
        assert person.look()["kind"] == "game"


def test_moves_of_the_agent_are_no_actions_of_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, text=SHORT) as client:
        now, clock = time.time(), [0.0]
        monkeypatch.setattr(time, "time", lambda: now + clock[0])
        hub = client.app.state.hub  # type: ignore[attr-defined]
        monkeypatch.setattr(hub, "think", lambda _: None)
        person = Participant(client).arrive().submit(agree="yes")
        clock[0] = 20 * 60
        monkeypatch.undo()
        monkeypatch.setattr(time, "time", lambda: now + clock[0])
        table = hub.tables[person.page["game"]]
        assert client.portal is not None
        client.portal.call(hub.think, table)
        deadline = time.monotonic() + 20
        while table.history.state.turn == 0 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert table.history.moves[0].at == now + clock[0]  # the agent moved after 20 minutes
        clock[0] = 31 * 60
        assert person.look()["reason"] == "timed_out"


def test_an_id_from_the_address_takes_part_once(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        person = Participant(client).arrive(PROLIFIC_PID="p17", STUDY_ID="x")
        assert person.arrive(PROLIFIC_PID="p17").id == person.id  # a reload of the same link
        thief = Participant(client)
        body = {"language": "en", "parameters": {"PROLIFIC_PID": "p17"}}
        refused = thief.request("POST", "arrive", body)
        assert refused.status_code == 409
        assert "personal link" in refused.json()["error"]
        assert thief.session is None
        other = Participant(client, person.session).arrive(PROLIFIC_PID="p18")
        assert other.id != person.id  # the next person at the same computer


def test_an_id_can_be_required(tmp_path: Path) -> None:
    with running(tmp_path, ("target = 30", "target = 30\nid_required = true")) as client:
        refused = Participant(client).request("POST", "arrive", {"language": "en"})
        assert refused.status_code == 403
        assert "PROLIFIC_PID" in refused.json()["error"]


def test_people_may_play_on_after_the_study(tmp_path: Path) -> None:
    later = "\n[later_games]\nmost = 1\nfirst_seed = 6\nlast_seed = 9\n"
    with running(tmp_path, text=SHORT + later) as client:
        person = Participant(client).arrive()
        assert person.request("POST", "again").status_code == 409
        person.finish()
        assert person.page["again"]
        code = person.page["code"]
        person.post("again")
        assert (person.page["kind"], person.page["number"]) == ("game", 2)
        person.play()
        person.look()
        person.submit()
        assert (person.page["kind"], person.page["code"]) == ("end", code)
        assert "again" not in person.page
        assert person.request("POST", "again").status_code == 409


def test_a_study_that_changed_needs_another_id(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT):
        pass
    with running(tmp_path, ("seed = 3", "seed = 4"), text=SHORT) as client:  # nobody came yet
        Participant(client).arrive()
    changed = running(tmp_path, ("seed = 3", "seed = 5"), text=SHORT)
    with pytest.raises(TamayaError, match="give it another id"), changed:
        pass


def test_a_study_in_one_language_takes_answers_from_pages_in_another(tmp_path: Path) -> None:
    german = ('languages = ["en", "de"]', 'languages = ["de"]')
    partner = ("reply_seconds = 0", 'reply_seconds = 0\npartner = { de = "Mitspieler {arm}" }')
    with running(tmp_path, german, partner, text=SHORT) as client:
        person = Participant(client).arrive().submit("en", agree="yes")
        person.play(moves=1)
        assert person.frames[0]["table"]["seats"][0]["name"] == "Mitspieler A"


def test_clicks_are_stored_with_the_time_at_which_they_happened(tmp_path: Path) -> None:
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive()
        clicks = [{"age": 2.5, "kind": "click", "target": "agree"}]
        answer = person.request("POST", "trace", {"step": 0, "clicks": clicks})
        assert answer.json() == {"stored": 1}
        assert person.look()["kind"] == "consent"
