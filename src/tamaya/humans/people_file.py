"""Reads and writes files of imported games: a header line, then one JSON line per game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.humans.games import Found, HumanGame
from tamaya.transcript import Transcript

FORMAT = "tamaya people 1"


def write(games: Sequence[HumanGame], path: Path) -> None:
    """Writes the file whole or not at all.

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


def game_of(said: Mapping[str, object]) -> HumanGame:
    """A game from its line.

    :raises TamayaError: if something is missing, of another kind, or does not replay
    """
    transcript = Transcript.parse(_text(said, "transcript"))
    people, survey = said.get("people"), said.get("survey")
    if not isinstance(people, list) or len(people) != transcript.setup.players:
        raise TamayaError(f"people {people!r} (expected {transcript.setup.players} in a list)")
    if not all(name is None or isinstance(name, str) for name in people) or not any(people):
        raise TamayaError(f"people {people!r} (expected names, null for computers)")
    if not isinstance(survey, dict) or not all(isinstance(a, str) for a in survey.values()):
        raise TamayaError(f"survey {survey!r} (expected answers by question)")
    return HumanGame(
        _text(said, "id"),
        transcript,
        tuple(people),
        _truth(said, "in_step"),
        source=_text(said, "source"),
        deal=_text(said, "deal"),
        first=_truth(said, "first"),
        survey=survey,
    )


def _text(said: Mapping[str, object], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str):
        raise TamayaError(f"{key} {value!r} (expected text)")
    return value


def _truth(said: Mapping[str, object], key: str) -> bool:
    value = said.get(key)
    if not isinstance(value, bool):
        raise TamayaError(f"{key} {value!r} (expected true or false)")
    return value


def is_ours(text: str) -> bool:
    """Does a text begin as `write` begins one?"""
    return text.startswith('{"format": "tamaya people')


def parse(text: str, name: str) -> Found:
    """The games of a file's text; bad lines are skipped and said.

    :raises TamayaError: if another version has written it
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
    return Found(tuple(games), tuple(skipped))


def _numbered(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, 1) if number > 1 and line.strip())


def _loaded(line: str) -> dict[str, object]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise TamayaError(f"no JSON object: {line[:60]!r}")
    return said
