"""Made-up data of small studies."""

from __future__ import annotations

import tamaya as ty
from tamaya.study.study_file import StudyFile
from tamaya.study.tables import AnswerRow, GameRow, ParticipantRow, StudyTables
from tests.study.files import study

PLANNED = """
[analysis]
contrasts = [["one", "two"]]
exclude = ["incomplete", "failed_quiz", "failed_attention", "three_misplays_in_a_row"]
correlations = [["intention", "like"]]
"""


def planned(*changes: tuple[str, str]) -> StudyFile:
    """A small study with two arms and a plan."""
    last = (
        'text = { en = "We compared two partners.", de = "Wir haben zwei Partner verglichen." }\n'
    )
    return study((last, last + PLANNED), *changes)


def person(name: str, arm: str | None, **changes: object) -> ParticipantRow:
    values: dict[str, object] = {
        "participant": name,
        "study": "small",
        "status": "complete",
        "language": "en",
        "arrived_at": 0.0,
        "finished_at": 1.0,
        "seconds": 1.0,
        "consent_version": "1",
        "arm": arm,
        "sequence": arm,
        "slot": 0,
        "external_id": None,
        "quiz_attempts": 1,
        "quiz_passed": True,
        "attention_failed": 0,
        "games_finished": 2,
    }
    return ParticipantRow(**{**values, **changes})  # type: ignore[arg-type]


def game(who: str, arm: str, number: int, seed: int, **changes: object) -> GameRow:
    """A real game of two agents."""
    played = ty.play("piers" if arm == "one" else "legal_random", "iggi", seed=seed)
    values: dict[str, object] = {
        "game": f"{who}-{number}",
        "participant": who,
        "number": number,
        "part": "study",
        "arm": arm,
        "agent": "piers",
        "deck": str(seed),
        "setup": "standard",
        "seat": 1,
        "started_at": 0.0,
        "finished_at": 1.0,
        "seconds": 1.0,
        "score": played.score,
        "strict_score": 0 if played.bombed else played.score,
        "bombed": played.bombed,
        "turns": len(played.transcript.moves),
        "finished": True,
        "transcript": str(played.transcript),
    }
    return GameRow(**{**values, **changes})  # type: ignore[arg-type]


CODES = {
    "intention": ("1", "2", "3", "4", "5"),
    "skill": ("vbad", "bad", "ok", "good", "vgood"),
    "like": ("vhate", "hate", "neutral", "like", "vlike"),
}
"""codes of the shipped instrument"""


def answer(who: str, arm: str, item: str, number: int, occasion: int = 1) -> AnswerRow:
    return AnswerRow(
        participant=who,
        instrument="eger2017_partner",
        item=item,
        occasion=occasion,
        arm=arm,
        game=f"{who}-{occasion}",
        value=CODES[item][number - 1],
        number=float(number),
        correct=None,
        at=0.0,
        language="en",
    )


def tables(people: int = 8) -> StudyTables:
    """People who play two games each, in turn with either arm."""
    names = [(f"p{n}", ("one", "two")[n % 2]) for n in range(people)]
    return StudyTables(
        participants=tuple(person(name, arm) for name, arm in names),
        games=tuple(
            game(name, arm, number, 10 * place + number)
            for place, (name, arm) in enumerate(names)
            for number in (1, 2)
        ),
        answers=tuple(
            answer(name, arm, item, 1 + (place + shift) % 5)
            for place, (name, arm) in enumerate(names)
            for shift, item in enumerate(("intention", "skill", "like"))
        ),
    )
