"""From exported tables to the values that tests compare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tamaya.study.analysis.mixed import Observation
from tamaya.study.study_file import StudyFile
from tamaya.study.tables import AnswerRow, GameRow, StudyTables

ValuesOfPeople = dict[str, dict[str, float]]
"""for each arm one value for each person"""


def arm_names(study: StudyFile) -> list[str]:
    """The arms in the order of the file."""
    return [arm.name for arm in study.arms]


def study_games(tables: StudyTables) -> list[GameRow]:
    """Finished games that count, without practice and later games."""
    return [game for game in tables.games if game.finished and game.part == "study"]


def all_games(tables: StudyTables) -> list[GameRow]:
    """Finished games with the arms, later games included."""
    return [game for game in tables.games if game.finished and game.part != "practice"]


def outcome(game: GameRow, study: StudyFile) -> float:
    """The value of a game that the study planned to compare."""
    return float(game.score if study.analysis.outcome == "score" else game.strict_score)


def scores_of_people(games: Iterable[GameRow], study: StudyFile) -> ValuesOfPeople:
    """Each person's mean outcome with each arm."""
    return means_of_people(((g.arm, g.participant, outcome(g, study)) for g in games), study)


def answers_of_people(answers: Iterable[AnswerRow], item: str, study: StudyFile) -> ValuesOfPeople:
    """Each person's mean answer to an ordered question, by the arm that it was about."""
    rows = (
        (row.arm, row.participant, row.number)
        for row in answers
        if row.item == item and row.arm is not None and row.number is not None
    )
    return means_of_people(rows, study)


def means_of_people(rows: Iterable[tuple[str, str, float]], study: StudyFile) -> ValuesOfPeople:
    """Means by arm and person; arms without anybody are there, and empty."""
    values: dict[str, defaultdict[str, list[float]]] = {
        arm: defaultdict(list) for arm in arm_names(study)
    }
    for arm, person, value in rows:
        if arm in values:
            values[arm][person].append(value)
    return {
        arm: {
            person: sum(values_of_person) / len(values_of_person)
            for person, values_of_person in people.items()
        }
        for arm, people in values.items()
    }


def observations(games: Sequence[GameRow], study: StudyFile) -> list[Observation]:
    """Games as mixed models see them, numbered for each person in the order they were played."""
    played: defaultdict[str, int] = defaultdict(int)
    rows = []
    for game in sorted(games, key=lambda game: (game.participant, game.number)):
        played[game.participant] += 1
        number = played[game.participant]
        rows.append(
            Observation(game.participant, game.deck, game.arm, outcome(game, study), number)
        )
    return rows


def groups(values: Mapping[str, Mapping[str, float]]) -> dict[str, list[float]]:
    """The values of each arm, without the names of people."""
    return {arm: list(people.values()) for arm, people in values.items()}


def single_answers(answers: Iterable[AnswerRow]) -> dict[str, dict[str, str]]:
    """For each person the last answer to each question, as the code of the option."""
    codes: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for row in answers:
        codes[row.participant][row.item] = row.value
    return codes
