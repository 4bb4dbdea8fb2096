"""Reads the published games of the 2017 study (Eger, Martens, Alfaro Córdoba).

The folder has `log/game<ID>.log` for each game and `log/survey<ID>.log` for each person's first
game. The logs' colors 0 to 4 are our g y w b r. A deck is the result of Python 2's shuffle with a
seed. The computer is seat 0 and moves first; the person is seat 1.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tamaya.game import Card, Move, Setup, State, TamayaError
from tamaya.humans.games import GamesRead, HumanGame
from tamaya.humans.survey import read_survey
from tamaya.transcript import Transcript

SOURCE = "HanabiData"
SETUP = Setup.eger(2)
COLORS = "gywbr"
STYLES = ("outer", "intentional", "full")
"""the computer partners of the study: our `eger:` agents"""

_UNREADABLE = (ValueError, SyntaxError, RecursionError, MemoryError)
"""errors of `ast.literal_eval` for invalid text"""


def shuffled_deck(numbers: random.Random) -> list[Card]:
    """Shuffles a deck; index 0 is drawn first."""
    copies = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    deck = [Card(f"{color}{rank}") for color in COLORS for rank in copies]
    for i in range(len(deck) - 1, 0, -1):
        j = int(numbers.random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def move_of(kind: int, value: int) -> Move:
    """Converts a move of the logs."""
    if kind == 0:
        return Move.hint_color(1, COLORS[value])
    if kind == 1:
        return Move.hint_rank(1, value)
    return Move.play(value) if kind == 2 else Move.discard(value)


@dataclass(frozen=True)
class LoggedMove:
    """A move in a log."""

    player: int
    move: Move
    targeted: bool
    """whether the log names a target: true for hints and for moves that people clicked"""
    to_itself: bool
    """whether it is a hint to the hinting player, which happens only in games out of step"""


@dataclass(frozen=True)
class StudyLog:
    """The content of a log file."""

    before: str | None
    """id of an earlier game of the same person"""
    style: str
    """the computer partner"""
    seed: int
    """seed of the deck"""
    pile: tuple[Card, ...]
    """the draw pile after dealing, next card first"""
    moves: tuple[LoggedMove, ...]
    score: int

    @classmethod
    def read(cls, text: str) -> StudyLog:
        """Parses a log.

        :raises TamayaError: quoting the text that cannot be parsed
        """
        lines = text.splitlines()
        before = None
        if lines and lines[0].startswith("Old GID:"):
            before = lines.pop(0).partition(":")[2].strip()
        if not lines or not lines[0].startswith("Treatment:"):
            first = lines[0] if lines else ""
            raise TamayaError(f"line {first[:60]!r} (expected 'Treatment: (AI, deck)')")
        style, seed = _treatment(lines[0])
        pile = _pile(lines[1] if len(lines) > 1 else "")
        moves = tuple(_logged(line) for line in lines if line.startswith("MOVE:"))
        last = lines[-1]
        if not re.fullmatch(r"Score \d+", last):
            raise TamayaError(f"the last line is {last[:60]!r} (expected 'Score N': cut off?)")
        return cls(before, style, seed, pile, moves, int(last.split()[1]))

    @property
    def in_step(self) -> bool:
        """Did the page and the server of the study always agree about whose turn it was?"""
        used = [move for move in self.moves if move.move.kind in ("play", "discard")]
        return all(move.targeted == (move.player == 1) for move in used)

    def transcript(self, person: str) -> Transcript:
        """The game as a transcript.

        A hint to oneself, which our rules do not allow, is replaced by another hint, which costs
        the same token and turn.

        :raises TamayaError: if the game does not replay to its score
        """
        deck = shuffled_deck(random.Random(self.seed))
        if tuple(deck[10:]) != self.pile:
            raise TamayaError(f"the draw pile is not that of deck {self.seed}")
        state = State.from_deck(deck, SETUP)
        for number, logged in enumerate(self.moves, 1):
            move = _any_hint(state, logged.move) if logged.to_itself else logged.move
            if not state.is_legal(move):
                raise TamayaError(f"move {number}, {str(move)!r}: not legal")
            state.apply(move)
        if not state.over:
            raise TamayaError(f"the game is not over after {len(self.moves)} moves")
        if state.score != self.score:
            raise TamayaError(f"replays to {state.score} points (the log says {self.score})")
        return Transcript.of(state, (f"eger:{self.style}", person))


def _treatment(line: str) -> tuple[str, int]:
    try:
        style, seed = ast.literal_eval(line.partition(":")[2].strip())
    except (*_UNREADABLE, TypeError):
        raise TamayaError(f"{line[:60]!r} (expected 'Treatment: (AI, deck)')") from None
    if style not in STYLES:
        raise TamayaError(f"unknown AI {style!r} (expected {', '.join(STYLES)})")
    if not isinstance(seed, int):
        raise TamayaError(f"deck {seed!r} (expected a whole number)")
    return style, seed


def _pile(line: str) -> tuple[Card, ...]:
    try:
        return tuple(Card(f"{COLORS[color]}{rank}") for color, rank in ast.literal_eval(line))
    except (*_UNREADABLE, TypeError, IndexError):
        raise TamayaError(f"draw pile {line[:60]!r} (expected a list of (color, rank))") from None


def _logged(line: str) -> LoggedMove:
    words = line.split()[1:]
    if len(words) != 6 or not all(re.fullmatch(r"None|\d+", word) for word in words):
        raise TamayaError(f"{line[:60]!r} (expected 'MOVE: ' and six numbers or None)")
    player, kind, card, target, color, rank = (
        None if word == "None" else int(word) for word in words
    )
    if player not in (0, 1) or kind not in (0, 1, 2, 3):
        raise TamayaError(f"{line[:60]!r}: no such player or kind of move")
    value = (color, rank, card, card)[kind]
    if value is None or (kind == 0 and value >= len(COLORS)):
        raise TamayaError(f"{line[:60]!r}: no such color, rank or card")
    return LoggedMove(
        player, move_of(kind, value), target is not None, kind < 2 and target == player
    )


def _any_hint(state: State, default: Move) -> Move:
    return next((move for move in state.legal_moves() if move.is_hint), default)


def read_folder(folder: Path) -> GamesRead:
    """Reads all games of a folder, sorted by id. Bad files are skipped and listed.

    :raises TamayaError: if there are no games
    """
    paths = sorted((folder / "log").glob("game*.log"))
    if not paths:
        raise TamayaError(f"no games in {str(folder)!r} (expected files log/game*.log)")
    return read_files(paths)


def read_files(paths: Iterable[Path]) -> GamesRead:
    """Reads logs, each with the survey in the same folder. Bad files are skipped and listed.

    Logs name an earlier game of the same person, which tells whose games they are.
    """
    logs: dict[str, StudyLog] = {}
    surveys: dict[str, dict[str, str]] = {}
    skipped: dict[str, str] = {}
    for path in paths:
        id = path.stem.removeprefix("game")
        survey = path.with_name(f"survey{id}.log")
        try:
            logs[id] = StudyLog.read(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, TamayaError) as error:
            skipped[path.name] = _reason(error)
        try:
            surveys[id] = read_survey(survey.read_text("utf-8")) if survey.exists() else {}
        except (OSError, UnicodeDecodeError, TamayaError) as error:
            skipped[survey.name] = _reason(error)
    games = []
    for id, log in logs.items():
        try:
            games.append(_game(id, log, _root(id, logs), surveys.get(id, {})))
        except TamayaError as error:
            skipped[f"game{id}.log"] = str(error)
    return GamesRead(tuple(games), tuple(sorted(skipped.items())))


def _game(id: str, log: StudyLog, person: str, survey: dict[str, str]) -> HumanGame:
    return HumanGame(
        id,
        log.transcript(person),
        (None, person),
        log.in_step,
        source=SOURCE,
        deal=str(log.seed),
        first=log.before is None,
        survey=survey,
    )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or error}"
    return "is not a text file" if isinstance(error, UnicodeDecodeError) else str(error)


def _root(id: str, logs: dict[str, StudyLog]) -> str:
    """The id of the person's first game, which identifies the person."""
    visited = {id}
    while id in logs and (before := logs[id].before) is not None:
        if before in visited:
            raise TamayaError(f"its earlier games form a cycle at {before!r}")
        visited.add(before)
        id = before
    return id
