"""The public games of Eger et al. 2017 as the tables of a study (template `eger2017`)."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

from tamaya.errors import TamayaError
from tamaya.humans.games import HumanGame
from tamaya.humans.hanabi_data import SETUP, read_folder
from tamaya.humans.survey import rank
from tamaya.study.instruments import shipped
from tamaya.study.tables import AnswerRow, GameRow, ParticipantRow, StudyTables

INSTRUMENTS = ("eger2017_partner", "eger2017_person")
_Key = tuple[str, str, str, int]


def read_public(folder: Path) -> StudyTables:
    """The tables of a folder in the layout of the publication.

    The first game of each person belongs to the study. The other games follow in the order in which
    they ended, according to `games.csv`, or in the order of their ids if that file is missing.

    :raises TamayaError: if there are no games
    """
    games = [(game, game.transcript.replay()) for game in read_folder(folder).games]
    times = _times(folder / "games.csv")
    ended = {game.id: _ended(times, game, state.score) for game, state in games}
    by_person: defaultdict[str, list[HumanGame]] = defaultdict(list)
    for game, _ in games:
        by_person[game.person].append(game)
    rows = [
        _game(game, number, ended[game.id])
        for person in by_person.values()
        for number, game in enumerate(
            sorted(person, key=lambda game: (not game.first, ended[game.id], game.id)), 1
        )
    ]
    firsts = [game for game, _ in games if game.first]
    answers = tuple(answer for game in firsts for answer in _answers(game, ended[game.id]))
    people = tuple(_person(game, ended[game.id]) for game in firsts)
    return StudyTables(participants=people, games=tuple(rows), answers=answers)


def _times(path: Path) -> dict[_Key, list[float]]:
    """When games ended, by person, partner, deck and score, because the file has no game ids."""
    times: defaultdict[_Key, list[float]] = defaultdict(list)
    if not path.exists():
        return times
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file, skipinitialspace=True):
                key = row["id"].strip(), row["ai"].strip(), row["deck"].strip(), int(row["score"])
                times[key].append(float(row["time"]))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise TamayaError(
            f"{str(path)!r} is not the publication's list of games: {error}"
        ) from None
    return times


def _ended(times: dict[_Key, list[float]], game: HumanGame, score: int) -> float:
    known = times.get((game.person, _arm(game), game.deal, score))
    return known.pop(0) if known else 0.0


def _arm(game: HumanGame) -> str:
    return game.partners[0].removeprefix("eger:")


def _game(game: HumanGame, number: int, ended: float) -> GameRow:
    state = game.transcript.replay()
    return GameRow(
        game=game.id,
        participant=game.person,
        number=number,
        part="study" if game.first else "later",
        arm=_arm(game),
        agent=game.partners[0],
        deck=game.deal,
        setup=str(SETUP),
        seat=1,
        started_at=ended,
        finished_at=ended,
        seconds=None,
        score=state.score,
        strict_score=0 if state.lives == 0 else state.score,
        bombed=state.lives == 0,
        turns=len(game.transcript.moves),
        finished=True,
        transcript=str(game.transcript) if game.in_step else "",
    )


def _person(game: HumanGame, ended: float) -> ParticipantRow:
    return ParticipantRow(
        participant=game.person,
        study="eger2017",
        status="complete",
        language="en",
        arrived_at=ended,
        finished_at=ended,
        seconds=None,
        consent_version=None,
        arm=_arm(game),
        sequence=_arm(game),
        slot=None,
        external_id=None,
        quiz_attempts=0,
        quiz_passed=None,
        attention_failed=0,
        games_finished=1,
    )


def _answers(game: HumanGame, ended: float) -> list[AnswerRow]:
    instruments = shipped()
    return [
        AnswerRow(
            participant=game.person,
            instrument=name,
            item=item.id,
            occasion=0,
            arm=_arm(game),
            game=game.id,
            value=game.survey[item.id],
            number=rank(game.survey, item.id) if item.kind == "likert" else None,
            correct=None,
            at=ended,
            language="en",
        )
        for name in INSTRUMENTS
        for item in instruments[name].items
        if item.id in game.survey
    ]
