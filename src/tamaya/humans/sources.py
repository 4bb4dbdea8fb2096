"""Reads games of people from any supported file or folder."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.humans import hanabi_data, live_games, people_file
from tamaya.humans.games import Found, HumanGame
from tamaya.humans.live_games import Names

_LOG_BEGINS = ("Treatment:", "Old GID:")
_KINDS = ("*.json", "*.jsonl", "game*.log")
"""files that are looked for in a folder"""


def read(path: Path | str) -> list[HumanGame]:
    """The games of an imported file, or of a folder of the 2017 study as it was published.

    Warns of files that are skipped.

    :raises TamayaError: if there is no game
    """
    found = gather([Path(path)])
    if found.skipped:
        name, why = found.skipped[0]
        warnings.warn(f"skipped {len(found.skipped)}, first {name}: {why}", stacklevel=2)
    return list(found.games)


def gather(paths: Sequence[Path], names: Names | None = None) -> Found:
    """The games of several files and folders; what is none is skipped and said.

    Folders are those of the 2017 study, or hold files; files are its logs, games of hanab.live, or
    imported ones.

    :param names: how to hide the names of people on hanab.live, whose games are skipped without
    :raises TamayaError: if there is no game at all
    """
    parts: list[Found] = []
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
            parts.append(Found((), ((str(path), str(error)),)))
    if logs:
        parts.append(hanabi_data.read_files(logs))
    return _joined(parts)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    result = sorted(file for kind in _KINDS for file in path.glob(kind))
    if not result:
        raise TamayaError(f"is no folder of games (expected log/game*.log or {', '.join(_KINDS)})")
    return result


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise TamayaError(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TamayaError("is no text") from None


def _file(path: Path, text: str, names: Names | None) -> Found:
    try:
        if people_file.is_ours(text):
            return people_file.parse(text, path.name)
        if live_games.is_live(text):
            if names is None:
                raise TamayaError("names of people are to be hidden: use tamaya humans import")
            return live_games.parse(text, path.name, names)
        expected = "a log of the 2017 study, JSON of hanab.live or a file of tamaya humans import"
        raise TamayaError(f"holds no games: {text[:40]!r} (expected {expected})")
    except TamayaError as error:
        return Found((), ((path.name, str(error)),))


def _joined(parts: Sequence[Found]) -> Found:
    games: dict[tuple[str, str], HumanGame] = {}
    skipped = [one for part in parts for one in part.skipped]
    for game in (game for part in parts for game in part.games):
        if (game.source, game.id) in games:
            skipped.append((f"{game.source} game {game.id}", "is there already"))
        else:
            games[game.source, game.id] = game
    if not games:
        why = "; ".join(f"{name}: {reason}" for name, reason in skipped[:3]) or "nothing was given"
        raise TamayaError(f"no games of people: {why}")
    return Found(tuple(games.values()), tuple(skipped))
