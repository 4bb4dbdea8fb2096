"""Turns a participant's progress into the page to show, with texts in all languages."""

from __future__ import annotations

import time
from urllib.parse import quote

from msgspec import UNSET
from msgspec.structs import replace

from tamaya.study.progress import Participation
from tamaya.study.records import Seated
from tamaya.study.study_file import GamesPage, Instrument, Item, LessonPage, Practice, Quiz, Text
from tamaya.web.study.protocol import (
    ClosedReason,
    StudyOption,
    StudyPage,
    StudyQuestion,
    StudyState,
)


def state_of(participant: str, progress: Participation, *, over: bool) -> StudyState:
    """Where a participant stands.

    :param over: is the game of the current page over?
    """
    study = progress.study
    return StudyState(
        participant,
        len(progress.path),
        study.contact,
        study.languages,
        texts(progress, study.title),
        page_of(progress, over=over),
    )


def page_of(progress: Participation, *, over: bool) -> StudyPage:
    """The current page, with the time that is left for it; a game that is over has no limit."""
    page, step, due = _page(progress, over=over), progress.current, progress.due
    if progress.outcome is not None or over or step is None or step.limit is None or due is None:
        return page
    left = round(max(0.0, due - time.time()), 3)
    return replace(page, seconds_left=left, on_timeout=step.limit.on_timeout)


def _page(progress: Participation, *, over: bool) -> StudyPage:
    step, later = progress.current, progress.later_game
    if later is not None:
        return _game(progress, later, over=over)
    if progress.outcome is not None and progress.outcome != "complete":
        text: Text = getattr(progress.study.wording, progress.outcome)
        closing = texts(progress, text)
        limited = progress.outcome == "timed_out" and progress.expired
        reason: ClosedReason = "time_limit" if limited else progress.outcome
        return StudyPage("closed", progress.step, text=closing, reason=reason)
    if step is None:
        return _end(progress)
    if step.kind in ("game", "practice"):
        return _game(progress, progress.seats[progress.step], over=over)
    page = step.page
    instrument = progress.instrument
    title: Text = page.title or (instrument.title if instrument else "")
    own: Text = "" if isinstance(page, LessonPage) else page.text
    body: Text = own or (instrument.text if instrument else "")
    return StudyPage(
        step.kind,
        progress.step,
        texts(progress, title),
        texts(progress, body),
        _questions(progress, instrument),
        progress.wrong,
        page.attempts - progress.attempts if isinstance(page, Quiz) else UNSET,
    )


def _game(progress: Participation, seated: Seated, *, over: bool) -> StudyPage:
    step = progress.current
    page = step.page if step is not None else None
    return StudyPage(
        "practice" if seated.part == "practice" else "game",
        progress.step,
        texts(progress, page.title if page is not None else ""),
        texts(progress, page.text if isinstance(page, (GamesPage, Practice)) else ""),
        game=seated.game,
        number=seated.number,
        games=progress.study.games if seated.part == "study" else 0,
        over=over,
        comments=progress.study.table.comments,
    )


def _end(progress: Participation) -> StudyPage:
    completion, later = progress.study.completion, progress.study.later_games
    link = completion.link.replace("{code}", quote(progress.code, safe=""))
    return StudyPage(
        "end",
        progress.step,
        text=texts(progress, completion.text),
        code=progress.code,
        link=link or UNSET,
        again=later is not None and progress.later_games < later.most,
    )


def _questions(progress: Participation, instrument: Instrument | None) -> tuple[StudyQuestion, ...]:
    return tuple(_question(progress, item) for item in (instrument.items if instrument else ()))


def _question(progress: Participation, item: Item) -> StudyQuestion:
    """A question as pages receive it: without the expected answer."""
    return StudyQuestion(
        item.id,
        item.kind,
        texts(progress, item.prompt),
        tuple(StudyOption(option.code, texts(progress, option.label)) for option in item.options),
        item.required,
        texts(progress, item.low),
        texts(progress, item.high),
        item.least,
        item.most,
        item.step,
        item.longest,
    )


def texts(progress: Participation, text: Text) -> dict[str, str]:
    """A text by language; empty if there is none."""
    languages = progress.study.languages
    if isinstance(text, str):
        return dict.fromkeys(languages, text) if text else {}
    return {language: text[language] for language in languages}
