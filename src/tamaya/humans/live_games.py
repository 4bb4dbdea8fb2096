"""Games of hanab.live as it exports them, with the names of people hidden."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tamaya import hanab_live
from tamaya.game import TamayaError
from tamaya.humans.games import Found, HumanGame

SOURCE = "hanab.live"
_BOT = "bot-"
"""how names of computers begin there, by custom"""


@dataclass(frozen=True)
class Names:
    """Who is a person, and what people are called here."""

    salt: str
    """kept to oneself: who knows it can find out whether somebody is among the people"""
    computers: frozenset[str] = frozenset()
    """players that are no people, besides those whose names begin with Bot-"""

    def person(self, name: str) -> str | None:
        """Another name for a person, always the same; None for a computer."""
        if name in self.computers or name.casefold().startswith(_BOT):
            return None
        return self.hidden(name.casefold())

    def hidden(self, word: str) -> str:
        """A word that cannot be guessed without the salt."""
        return hmac.new(self.salt.encode(), word.encode(), hashlib.sha256).hexdigest()[:16]


def is_live(text: str) -> bool:
    """Can a text hold games of the site?"""
    return text.lstrip()[:1] in ("{", "[")


def parse(text: str, name: str, names: Names) -> Found:
    """The games of a file: one object, a list of them, or one in each line; bad ones are skipped.

    :param name: what the file is called
    """
    games, skipped = [], []
    for place, said in _objects(text):
        where = f"{name}{place}"
        try:
            games.append(_game(said, where, names))
        except TamayaError as error:
            skipped.append((where, str(error)))
    return Found(tuple(games), tuple(skipped))


def _objects(text: str) -> Iterable[tuple[str, object]]:
    """What a file holds, and where in it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        lines = enumerate(text.splitlines(), 1)
        yield from ((f", line {number}", _line(line)) for number, line in lines if line.strip())
        return
    if isinstance(data, list):
        yield from ((f", game {number}", one) for number, one in enumerate(data, 1))
    else:
        yield "", data


def _line(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line  # is no object, which is then said


def _game(said: object, where: str, names: Names) -> HumanGame:
    if not isinstance(said, Mapping):
        raise TamayaError(f"no game of hanab.live: {str(said)[:40]!r} (expected an object)")
    game = hanab_live.from_json(json.dumps(said))
    transcript = game.transcript
    if not transcript.moves:
        raise TamayaError("nobody moved")
    people = tuple(map(names.person, transcript.players))
    if not any(people):
        raise TamayaError("nobody at the table is a person")
    seated = tuple(person or name for person, name in zip(people, transcript.players, strict=True))
    id = names.hidden(f"game {said.get('id') or where}")  # the site shows everybody who played it
    hidden = replace(transcript, players=seated)
    return HumanGame(id, hidden, people, source=SOURCE, deal=game.seed)
