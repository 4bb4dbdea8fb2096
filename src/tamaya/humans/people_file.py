"""Reads and writes files of imported games: a header line, then one JSON line per game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.humans.games import GamesRead, HumanGame
from tamaya.transcript import Transcript

FORMAT = "tamaya people 1"


def write(games: Sequence[HumanGame], path: Path) -> None:
    """Writes games to a file, atomically.

    :raises TamayaError: if the file cannot be written
    """
    head = json.dumps({"format": FORMAT, "games": len(games)})
    write_whole(path, "\n".join([head, *map(line_of, games)]) + "\n")


def line_of(game: HumanGame) -> str:
    """A game as one line of JSON, which `game_of` reads back."""
    data = {
        "id": game.id,
        "source": game.source,
        "people": list(game.people),
        "in_step": game.in_step,
        "deal": game.deal,
        "first": game.first,
        "survey": dict(game.survey),
        "transcript": str(game.transcript),
    }
    return json.dumps(data)


def game_of(data: Mapping[str, object]) -> HumanGame:
    """Converts the JSON object of a game.

    :raises TamayaError: if a field is missing or invalid, or the game does not replay
    """
    transcript = Transcript.parse(_text(data, "transcript"))
    people, survey = data.get("people"), data.get("survey")
    if not isinstance(people, list) or len(people) != transcript.setup.players:
        raise TamayaError(f"people {people!r} (expected {transcript.setup.players} in a list)")
    if not all(name is None or isinstance(name, str) for name in people) or not any(people):
        raise TamayaError(f"people {people!r} (expected names, null for computers)")
    if not isinstance(survey, dict) or not all(isinstance(a, str) for a in survey.values()):
        raise TamayaError(f"survey {survey!r} (expected answers by question)")
    return HumanGame(
        _text(data, "id"),
        transcript,
        tuple(people),
        _boolean(data, "in_step"),
        source=_text(data, "source"),
        deal=_text(data, "deal"),
        first=_boolean(data, "first"),
        survey=survey,
    )


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise TamayaError(f"{key} {value!r} (expected text)")
    return value


def _boolean(data: Mapping[str, object], key: str) -> bool:
    value = data.get(key)
    if not isinstance(value, bool):
        raise TamayaError(f"{key} {value!r} (expected true or false)")
    return value


def is_ours(text: str) -> bool:
    """Does the text look like a file of `write`?"""
    return text.startswith('{"format": "tamaya people')


def parse(text: str, name: str) -> GamesRead:
    """Reads the games of a file. Bad lines are skipped and listed.

    :param name: name of the file
    :raises TamayaError: if the file has another format
    """
    lines = text.splitlines()
    head = _loaded(lines[0])
    if head.get("format") != FORMAT:
        raise TamayaError(f"format {head.get('format')!r} (expected {FORMAT!r})")
    games, skipped = [], []
    for number, line in _numbered(lines):
        try:
            games.append(game_of(_loaded(line)))
        except TamayaError as error:
            skipped.append((f"{name}, line {number}", str(error).splitlines()[0]))
    missing = head.get("games") != len(games) + len(skipped)
    if missing:
        skipped.append(
            (
                name,
                f"has {len(games) + len(skipped)} games (expected {head.get('games')}: cut off?)",
            )
        )
    return GamesRead(tuple(games), tuple(skipped))


def _numbered(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, 1) if number > 1 and line.strip())


def _loaded(line: str) -> dict[str, object]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise TamayaError(f"not a JSON object: {line[:60]!r}")
    return data
