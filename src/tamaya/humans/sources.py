"""From files and folders of any kind to games of people."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.humans import hanabi_data, people_file
from tamaya.humans.games import Found, HumanGame

_LOG_BEGINS = ("Treatment:", "Old GID:")


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


def gather(paths: Sequence[Path]) -> Found:
    """The games of several files and folders; what is none is skipped and said.

    Folders are those of the 2017 study; files are its logs or imported ones.

    :raises TamayaError: if there is no game at all
    """
    parts: list[Found] = []
    logs: list[Path] = []
    for path in paths:
        try:
            if path.is_dir():
                parts.append(_folder(path))
            elif (text := _text(path)).startswith(_LOG_BEGINS):
                logs.append(path)
            else:
                parts.append(_file(path, text))
        except TamayaError as error:
            parts.append(Found((), ((str(path), str(error)),)))
    if logs:
        parts.append(hanabi_data.read_files(logs))
    return _joined(parts)


def _folder(path: Path) -> Found:
    if not (path / "log").is_dir():
        raise TamayaError("is no folder of games (expected files log/game*.log)")
    return hanabi_data.read_folder(path)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise TamayaError(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TamayaError("is no text") from None


def _file(path: Path, text: str) -> Found:
    if people_file.is_ours(text):
        return people_file.parse(text, path.name)
    expected = "a log of the 2017 study, or a file of tamaya humans import"
    raise TamayaError(f"holds no games: {text[:40]!r} (expected {expected})")


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
