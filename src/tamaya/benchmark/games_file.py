"""The games of a run, saved as they are played: a file of JSON lines that a run resumes from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya.errors import TamayaError
from tamaya.files.lock import lock

FORMAT = "tamaya benchmark games 1"
_MISSING = -1


@dataclass(frozen=True)
class Failure:
    """A game that the challenger lost because it failed or made an illegal move."""

    partner: int
    seat: int
    round: int
    game: int
    reason: str


@dataclass(eq=False)
class BenchmarkGames:
    """Results of a challenger, by partner, seat of the challenger, episode and game."""

    scores: NDArray[np.int16]
    """points kept, 0 where the challenger failed, -1 where nothing was played yet:
    [partners, seats, rounds, games]"""
    bombed: NDArray[np.bool_]
    failures: list[Failure] = field(default_factory=list)

    @classmethod
    def empty(cls, partners: int, seats: int, rounds: int, games: int) -> BenchmarkGames:
        """No games yet."""
        shape = partners, seats, rounds, games
        return cls(np.full(shape, _MISSING, np.int16), np.zeros(shape, np.bool_))

    @property
    def played(self) -> int:
        """Games played so far."""
        return int(np.count_nonzero(self.scores != _MISSING))

    @property
    def complete(self) -> bool:
        """Were all games played?"""
        return self.played == self.scores.size

    def missing(self, partner: int, seat: int) -> list[int]:
        """Episodes that were not played yet."""
        rounds = (self.scores[partner, seat] == _MISSING).any(axis=1)
        return [int(number) for number in np.flatnonzero(rounds)]

    def add(self, episode: PlayedEpisode) -> None:
        """Stores an episode.

        :raises TamayaError: if it does not fit
        """
        place = episode.partner, episode.seat, episode.round
        fits = all(0 <= i < size for i, size in zip(place, self.scores.shape, strict=False))
        if not fits or not len(episode.scores) == len(episode.bombed) == self.scores.shape[3]:
            raise TamayaError(f"an episode that does not fit: partner, seat and round {place}")
        self.scores[place], self.bombed[place] = episode.scores, episode.bombed
        self.failures += [Failure(*place, game, reason) for game, reason in episode.failures]


@dataclass(frozen=True)
class PlayedEpisode:
    """The games of one episode."""

    partner: int
    seat: int
    round: int
    scores: Sequence[int]
    bombed: Sequence[bool]
    failures: Sequence[tuple[int, str]] = ()
    """(game, reason) of each game that the challenger lost by failing"""

    @property
    def line(self) -> str:
        """The episode as a line of JSON."""
        values = [self.partner, self.seat, self.round, list(map(int, self.scores))]
        rest = [list(map(int, self.bombed)), *([list(self.failures)] if self.failures else [])]
        return json.dumps([*values, *rest], ensure_ascii=False, separators=(",", ":")) + "\n"

    @classmethod
    def parse(cls, line: str) -> PlayedEpisode:
        """Parses a line."""
        partner, seat, number, scores, bombed, *rest = json.loads(line)
        failures = [(int(game), str(reason)) for game, reason in rest[0]] if rest else ()
        return cls(partner, seat, number, scores, [bool(b) for b in bombed], failures)


class GamesFile:
    """Appends episodes to a file, and reads what an interrupted run left there.

    :param run: everything that decides the games; a file of another run is refused
    """

    def __init__(self, path: Path, run: Mapping[str, object]) -> None:
        self.path, self._run = path, json.loads(json.dumps(run))

    def saved(self) -> Mapping[str, object] | None:
        """What the file says about its run; None without a file, or if it is empty.

        :raises TamayaError: if the file cannot be read, or holds something else
        """
        try:
            with self.path.open(encoding="utf-8") as file:
                line = file.readline()
            header = json.loads(line or "null")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            raise TamayaError(f"cannot read {str(self.path)!r}: {error}") from None
        if not line:
            return None
        run = header.get("run") if isinstance(header, dict) else None
        if not isinstance(run, dict) or header.get("format") != FORMAT:
            raise TamayaError(f"{str(self.path)!r} does not hold games of the benchmark")
        return run

    def saved_key(self) -> bytes | None:
        """The key of the saved games; None without a file.

        :raises TamayaError: if the file cannot be read, or holds no key
        """
        saved = self.saved()
        try:
            return None if saved is None else bytes.fromhex(str(saved["key"]))
        except (KeyError, ValueError):
            raise TamayaError(f"{str(self.path)!r} is damaged: it holds no key") from None

    def load(self, games: BenchmarkGames) -> None:
        """Reads all episodes, or starts a new file. A line that was cut off is played again.

        :raises TamayaError: if the file holds another run, or cannot be read or written
        """
        saved = self.saved()
        if saved is None:
            self._write(json.dumps({"format": FORMAT, "run": self._run}) + "\n")
            return
        for name, value in self._run.items():
            if saved.get(name) != value:
                raise TamayaError(
                    f"{str(self.path)!r} holds games of another run: {name} = "
                    f"{saved.get(name)!r:.80}, not {value!r:.80} (choose another --out, or remove "
                    "the file)"
                )
        self._read_lines(games)

    def _read_lines(self, games: BenchmarkGames) -> None:
        lines = self.path.read_bytes().split(b"\n")
        whole = lines[:-1] or lines  # only the end of the first line may be missing
        try:
            for line in lines[1:-1]:
                games.add(PlayedEpisode.parse(line.decode()))
        except (ValueError, TypeError, IndexError, OverflowError, RecursionError) as error:
            raise TamayaError(f"{str(self.path)!r} is damaged: {error}") from None
        if lines[-1]:  # the process was killed while it wrote a line
            self.path.write_bytes(b"\n".join(whole) + b"\n")

    def append(self, episodes: Sequence[PlayedEpisode]) -> None:
        """Adds episodes to the file.

        :raises TamayaError: if the file cannot be written
        """
        self._write("".join(episode.line for episode in episodes))

    def _write(self, text: str) -> None:
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise _unwritable(self.path, error) from None


@contextmanager
def reserved(path: Path) -> Iterator[None]:
    """Reserves a file of games for this process. A file that stays empty is removed.

    :raises TamayaError: if another process has reserved it, or it cannot be written
    """
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None
    with file:
        try:
            lock(file)
        except OSError:
            raise TamayaError(
                f"another process plays the games of {str(path)!r} (choose another --out)"
            ) from None
        try:
            yield
        finally:
            file.close()
            if path.stat().st_size == 0:
                path.unlink()


def _unwritable(path: Path, error: OSError) -> TamayaError:
    return TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}")
