"""Participants of a study, who talk to a server in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.study.files import SMALL, changed
from tests.web.pages import page, play_on, serving

Body = dict[str, Any]
TOKEN = "the operator's token of tests"
RIGHT = {
    "quiz_own_cards": "partner",
    "quiz_hint": "all",
    "quiz_misplay": "life",
    "quiz_tokens": "discard",
}


@contextmanager
def running(
    folder: Path, *changes: tuple[str, str], text: str = SMALL, **settings: Any
) -> Iterator[TestClient]:
    """A server that runs a study."""
    file = folder / "study.toml"
    file.write_text(changed(*changes, text=text), encoding="utf-8")
    with serving(folder, study=str(file), operator=TOKEN, **settings) as client:
        yield client


class Participant:
    """One person in one browser: only the cookie says who it is."""

    def __init__(self, client: TestClient, session: str | None = None) -> None:
        self.client = client
        self.session = session
        self.state: Body = {}
        self.bodies: list[str] = []
        """all that the server sent"""
        self.frames: list[Body] = []
        """all that tables sent"""

    def arrive(self, **parameters: str) -> Participant:
        return self.post("arrive", language="en", parameters=parameters)

    def request(self, method: str, path: str, body: Body | None = None) -> Any:
        self.client.cookies.clear()
        if self.session is not None:
            self.client.cookies.set("tamaya_session", self.session)
        answer = self.client.request(method, f"/api/study/{path}", json=body)
        self.session = answer.cookies.get("tamaya_session") or self.session
        return answer

    def post(self, path: str, **body: Any) -> Participant:
        answer = self.request("POST", path, body)
        assert answer.status_code == 200, answer.text
        self.bodies.append(answer.text)
        self.state = answer.json()
        return self

    def look(self) -> Body:
        """The current page, asked for again."""
        answer = self.request("GET", "state")
        assert answer.status_code == 200, answer.text
        self.bodies.append(answer.text)
        self.state = answer.json()
        return self.page

    @property
    def page(self) -> Body:
        page: Body = self.state["page"]
        return page

    @property
    def id(self) -> str:
        id: str = self.state["participant"]
        return id

    def submit(self, language: str = "en", **answers: str) -> Participant:
        return self.post("submit", step=self.page["step"], language=language, answers=answers)

    def play(self, moves: int = 1000) -> None:
        """Plays the game of the current page, to the end or for some moves."""
        self.client.cookies.clear()
        self.client.cookies.set("tamaya_session", self.session or "")
        with page(self.client, self.page["game"]) as table:
            play_on(table, moves=moves)
            self.bodies += [str(frame) for frame in table.frames]
            self.frames += table.frames

    def answers(self, choice: int = 0) -> dict[str, str]:
        """An answer to every question of the page."""
        if self.page["kind"] == "consent":
            return {"agree": "yes"}
        if self.page["kind"] == "quiz":
            return RIGHT
        given: dict[str, str] = {}
        for question in self.page.get("questions", []):
            options = question.get("options")
            given[question["id"]] = options[choice % len(options)]["code"] if options else "50"
        return given

    def go_on(self, choice: int = 0) -> None:
        """Does what the current page asks for, and goes to the next."""
        if "game" in self.page and not self.page.get("over"):
            self.play()
        self.submit(**self.answers(choice))

    def finish(self) -> Participant:
        """Goes through the whole study."""
        while self.page["kind"] not in ("end", "closed"):
            self.go_on()
        return self
