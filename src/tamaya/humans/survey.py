"""The questions that the 2017 study asked after a person's first game."""

from __future__ import annotations

from collections.abc import Mapping

from tamaya.game import TamayaError

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "intention": ("1", "2", "3", "4", "5"),
    "skill": ("vbad", "bad", "ok", "good", "vgood"),
    "like": ("vhate", "hate", "neutral", "like", "vlike"),
    "age": ("20s", "30s", "40s", "50s", "na"),
    "bgg": ("new", "dabbling", "intermediate", "expert"),
    "gamer": ("yes", "no"),
    "exp": ("new", "dabbling", "intermediate", "expert"),
    "recent": ("never", "long", "medium", "recent"),
    "score": ("never", "few", "sometimes", "often"),
    "publish": ("yes", "no"),
}
"""answers from low to high, by the study's names of the questions: how goal-directed the computer
played, how well, how much the person liked playing with it; age; experience with board games;
whether the person is a gamer; experience with Hanabi; how recently they played it; how often they
reach 25 points; whether the answers may be published"""


def read_survey(text: str) -> dict[str, str]:
    """Parses answers by question; unanswered questions are missing.

    :raises TamayaError: quoting a line that is not a question and answer of the study
    """
    result: dict[str, str] = {}
    for line in text.splitlines():
        question, _, answer = line.partition(" ")
        if answer not in ANSWERS.get(question, ()):
            expected = ", ".join(ANSWERS.get(question, ANSWERS))
            part = "answer" if question in ANSWERS else "question"
            raise TamayaError(f"survey line {line[:60]!r}: no such {part} (expected {expected})")
        result[question] = answer
    return result


def rank(survey: Mapping[str, str], question: str) -> int | None:
    """An answer as a number, from 1 for the lowest; None if it is missing."""
    answer = survey.get(question)
    return None if answer is None else ANSWERS[question].index(answer) + 1
