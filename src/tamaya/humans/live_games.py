"""Reads games exported by hanab.live, and replaces the names of people by pseudonyms."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tamaya import hanab_live
from tamaya.game import TamayaError
from tamaya.humans.games import GamesRead, HumanGame

SOURCE = "hanab.live"
_BOT = "bot-"
"""prefix of computer players' names there, by custom"""


@dataclass(frozen=True)
class Names:
    """Pseudonyms of people on the site."""

    salt: str
    """a secret: with it, anybody could check whether a given name is among the people"""
    computers: frozenset[str] = frozenset()
    """names of computer players, in addition to names that begin with Bot-"""

    def person(self, name: str) -> str | None:
        """The pseudonym of a player, always the same; None for a computer."""
        if name in self.computers or name.casefold().startswith(_BOT):
            return None
        return self.hidden(name.casefold())

    def hidden(self, word: str) -> str:
        """A keyed hash of a word, which cannot be guessed without the salt."""
        return hmac.new(self.salt.encode(), word.encode(), hashlib.sha256).hexdigest()[:16]


def is_live(text: str) -> bool:
    """Does the text look like JSON?"""
    return text.lstrip()[:1] in ("{", "[")


def parse(text: str, name: str, names: Names) -> GamesRead:
    """Reads the games of a file: a JSON object, a list of them, or one per line.

    Bad games are skipped and listed.

    :param name: name of the file
    """
    games, skipped = [], []
    for place, data in _objects(text):
        label = f"{name}{place}"
        try:
            games.append(_game(data, label, names))
        except TamayaError as error:
            skipped.append((label, str(error)))
    return GamesRead(tuple(games), tuple(skipped))


def _objects(text: str) -> Iterable[tuple[str, object]]:
    """Yields the place of each object in a file, and the object."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        lines = enumerate(text.splitlines(), 1)
        yield from ((f", line {number}", _line(line)) for number, line in lines if line.strip())
        return
    if isinstance(data, list):
        yield from ((f", game {number}", game) for number, game in enumerate(data, 1))
    else:
        yield "", data


def _line(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line  # `_game` then reports that it is not an object


def _game(data: object, label: str, names: Names) -> HumanGame:
    if not isinstance(data, Mapping):
        raise TamayaError(f"not a game of hanab.live: {str(data)[:40]!r} (expected an object)")
    game = hanab_live.from_json(json.dumps(data))
    transcript = game.transcript
    if not transcript.moves:
        raise TamayaError("the game has no moves")
    people = tuple(map(names.person, transcript.players))
    if not any(people):
        raise TamayaError("all players are computers")
    seated = tuple(person or name for person, name in zip(people, transcript.players, strict=True))
    # The id is hashed too, since the site shows the players of a game by its id.
    id = names.hidden(f"game {data.get('id') or label}")
    hidden = replace(transcript, players=seated)
    return HumanGame(id, hidden, people, source=SOURCE, deal=game.seed)
