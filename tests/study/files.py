"""Small studies for tests."""

from __future__ import annotations

from tamaya.study import reading
from tamaya.study.study_file import StudyFile

SMALL = """
format = 1
id = "small"
title = { en = "A small study", de = "Eine kleine Studie" }
languages = ["en", "de"]
seed = 3
contact = "ann@example.org"
inactive_minutes = 30
[people]
target = 30
[table]
reply_seconds = 0
[[arms]]
name = "one"
agent = "piers"
[[arms]]
name = "two"
agent = "iggi"
[assignment]
design = "between"
[decks]
kind = "seeds"
seeds = [1, 2]
[[pages]]
page = "consent"
version = "1"
text = { en = "Please agree.", de = "Bitte stimmen Sie zu." }
[[pages]]
page = "survey"
instrument = "eger2017_person"
[[pages]]
page = "rules"
[[pages]]
page = "quiz"
instrument = "rules_quiz"
attempts = 2
[[pages]]
page = "practice"
[[pages]]
page = "games"
count = 2
after_each = ["eger2017_partner"]
[[pages]]
page = "survey"
instrument = "attention"
[[pages]]
page = "debrief"
text = { en = "We compared two partners.", de = "Wir haben zwei Partner verglichen." }
"""


def changed(*changes: tuple[str, str], text: str = SMALL) -> str:
    """The text of a study with parts replaced; every part must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def study(*changes: tuple[str, str], text: str = SMALL) -> StudyFile:
    return reading.parse(changed(*changes, text=text).encode())
