"""What one participant goes through, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET

from tamaya.study.study_file import (
    Consent,
    Debrief,
    GamesPage,
    Info,
    LessonPage,
    Page,
    Practice,
    Quiz,
    Rules,
    StudyFile,
    Survey,
)

StepKind = Literal[
    "consent", "info", "rules", "lesson", "quiz", "practice", "game", "survey", "debrief"
]


@dataclass(frozen=True)
class Limit:
    """The time limit of a page."""

    seconds: float
    on_timeout: Literal["submit", "stop"]


@dataclass(frozen=True)
class PageStep:
    """One page of a participant's path."""

    page: Page
    """the page of the study file that it comes from"""
    kind: StepKind
    name: str = ""
    """the instrument, or the name of an info page"""
    game: int = 0
    """number of the game on this page, or of the game before this survey; 0 for other pages"""

    @property
    def limit(self) -> Limit | None:
        """The time limit; questions after a game have none, whatever limit the games have."""
        page = self.page
        after_game = self.kind == "survey" and isinstance(page, GamesPage)
        if isinstance(page, Consent) or after_game:
            return None
        if page.minutes is UNSET or page.on_timeout is UNSET:
            return None
        return Limit(page.minutes * 60, page.on_timeout)


def steps_of(study: StudyFile) -> tuple[PageStep, ...]:
    """The path through a study; it is the same for everybody."""
    path: list[PageStep] = []
    played = 0
    for page in study.pages:
        if isinstance(page, GamesPage):
            for _ in range(page.count):
                played += 1
                path.append(PageStep(page, "game", game=played))
                path += [PageStep(page, "survey", name, played) for name in page.after_each]
        else:
            path.append(PageStep(page, _KINDS[type(page)], _name(page)))
    return tuple(path)


_KINDS: dict[type[Page], StepKind] = {
    Consent: "consent",
    Info: "info",
    Rules: "rules",
    LessonPage: "lesson",
    Quiz: "quiz",
    Practice: "practice",
    Survey: "survey",
    Debrief: "debrief",
}


def _name(page: Page) -> str:
    if isinstance(page, (Quiz, Survey)):
        return page.instrument
    return page.name if isinstance(page, Info) else ""
