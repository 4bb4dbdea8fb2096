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
"""by the study's own words for questions, answers from low to high: how goal-directed the computer
played, how well, and how much the person liked to play with it; age, experience with board games,
whether one is a gamer; experience with Hanabi, when one last played it, and how often one reaches
25 points; may the answers be published"""


def read_survey(text: str) -> dict[str, str]:
    """Answers by question; unanswered ones are missing.

    :raises TamayaError: quoting a line that is no question and answer of the study
    """
    result: dict[str, str] = {}
    for line in text.splitlines():
        question, _, answer = line.partition(" ")
        if answer not in ANSWERS.get(question, ()):
            expected = ", ".join(ANSWERS.get(question, ANSWERS))
            what = "answer" if question in ANSWERS else "question"
            raise TamayaError(f"survey line {line[:60]!r}: no such {what} (expected {expected})")
        result[question] = answer
    return result


def rank(survey: Mapping[str, str], question: str) -> int | None:
    """An answer as a number from 1 on; None if it is missing."""
    answer = survey.get(question)
    return None if answer is None else ANSWERS[question].index(answer) + 1
