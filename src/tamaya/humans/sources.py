"""Reads games of people from any supported file or folder."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.humans import hanabi_data, live_games, own_games, people_file
from tamaya.humans.games import GamesRead, HumanGame
from tamaya.humans.live_games import Names

_LOG_BEGINS = ("Treatment:", "Old GID:")
EXPORTED = "people.jsonl"
"""the games of an exported study: the folder's other files hold no further ones"""
_KINDS = ("*.json", "*.jsonl", "game*.log")
"""patterns of the files to read in a folder"""


def read(path: Path | str) -> list[HumanGame]:
    """Reads an imported file, or a folder of the 2017 study as published.

    Warns about skipped files.

    :raises TamayaError: if there are no games
    """
    result = gather([Path(path)])
    if result.skipped:
        name, why = result.skipped[0]
        warnings.warn(f"skipped {len(result.skipped)}, first {name}: {why}", stacklevel=2)
    return list(result.games)


def gather(paths: Sequence[Path], names: Names | None = None) -> GamesRead:
    """Reads games from several files and folders. Other files are skipped and listed.

    A path can be a folder of the 2017 study, one of its logs, a JSON export of hanab.live, an
    imported file, or a folder of such files.

    :param names: pseudonyms of people on hanab.live; without it, such games are skipped
    :raises TamayaError: if there are no games
    """
    parts: list[GamesRead] = []
    logs: list[Path] = []
    for path in paths:
        try:
            if (path / "log").is_dir():
                parts.append(hanabi_data.read_folder(path))
                continue
            for file in _files(path):
                if (text := _text(file)).startswith(_LOG_BEGINS):
                    logs.append(file)
                else:
                    parts.append(_file(file, text, names))
        except TamayaError as error:
            parts.append(GamesRead((), ((str(path), str(error)),)))
    if logs:
        parts.append(hanabi_data.read_files(logs))
    return _joined(parts)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    if (path / EXPORTED).is_file():
        return [path / EXPORTED]
    result = sorted(file for kind in _KINDS for file in path.glob(kind))
    if not result:
        raise TamayaError(f"has no games (expected log/game*.log or {', '.join(_KINDS)})")
    return result


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise TamayaError(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TamayaError("is not a text file") from None


def _file(path: Path, text: str, names: Names | None) -> GamesRead:
    try:
        if people_file.is_ours(text):
            return people_file.parse(text, path.name)
        if live_games.is_live(text):
            if names is None:
                raise TamayaError("contains real names: import it with `tamaya humans import`")
            if own_games.is_export(text):
                return own_games.parse(text, path.name, names)
            return live_games.parse(text, path.name, names)
        expected = (
            "a log of the 2017 study, JSON of hanab.live or of our server, or a file of tamaya "
            "humans import"
        )
        raise TamayaError(f"has no games: {text[:40]!r} (expected {expected})")
    except TamayaError as error:
        return GamesRead((), ((path.name, str(error)),))


def _joined(parts: Sequence[GamesRead]) -> GamesRead:
    games: dict[tuple[str, str], HumanGame] = {}
    skipped = [file for part in parts for file in part.skipped]
    for game in (game for part in parts for game in part.games):
        if (game.source, game.id) in games:
            skipped.append((f"{game.source} game {game.id}", "is a duplicate"))
        else:
            games[game.source, game.id] = game
    if not games:
        why = "; ".join(f"{name}: {reason}" for name, reason in skipped[:3]) or "no paths given"
        raise TamayaError(f"no games of people: {why}")
    return GamesRead(tuple(games.values()), tuple(skipped))
