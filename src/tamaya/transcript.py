"""Transcripts: a whole game as set-up, deck and moves, with a text format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tamaya.game import SEAT_NAMES, Card, IllegalMoveError, Move, NotationError, Setup, State

_HEADER = "tamaya transcript 1"


@dataclass(frozen=True)
class Transcript:
    """The record of a game. `str` writes it as text, one move per line, and `parse` reads it."""

    setup: Setup
    deck: tuple[Card, ...]
    """all cards; index 0 is drawn first"""
    moves: tuple[Move, ...]
    players: tuple[str, ...] = ()
    """names of the players by seat, if known"""
    forfeit: bool = False
    """whether the game ended after these moves because the next move was illegal"""

    @classmethod
    def of(cls, state: State, players: tuple[str, ...] = ()) -> Transcript:
        """Records the game that led to a state.

        :raises NotationError: if a name is not valid Unicode, which `parse` could not read back
        """
        for name in players:
            if not is_text(name):
                raise NotationError(f"a name is not valid Unicode: {name!r}")
        moves = tuple(e.move for e in state.events if e.move is not None)
        return cls(state.setup, tuple(state.full_deck), moves, players, state.forfeit)

    def start(self) -> State:
        """The state after the deal."""
        return State.from_deck(self.deck, self.setup)

    def positions(self) -> Iterator[State]:
        """Yields the state after the deal and after each turn, as separate objects.

        :raises IllegalMoveError: naming the first illegal move
        """
        state = self.start()
        yield state.copy()
        for number, move in enumerate(self.moves, 1):
            if not state.is_legal(move):
                why = "the game is over" if state.over else "not allowed in this position"
                raise IllegalMoveError(f"move {number} of the transcript, {str(move)!r}: {why}")
            state.apply(move)
            yield state.copy()
        if self.forfeit:
            if state.over or self.setup.illegal != "end":
                why = "the game is over" if state.over else "the set-up does not allow it"
                raise IllegalMoveError(f"forfeit at the end of the transcript: {why}")
            state.give_up()
            yield state.copy()

    def replay(self) -> State:
        """The state after the last turn.

        :raises IllegalMoveError: naming the first illegal move
        """
        *_, last = self.positions()
        return last

    def __str__(self) -> str:
        lines = [_HEADER, f"setup {self.setup}"]
        if self.players:
            lines.append("players " + json.dumps(self.players))
        lines.append("deck " + "".join(map(str, self.deck)))
        lines += map(str, self.moves)
        lines += ["forfeit"] * self.forfeit
        lines.append(f"score {self.replay().score}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Transcript:
        """Parses a transcript and replays it.

        :raises NotationError: quoting the line that cannot be parsed, or if the moves lead to
            another score than the last line says
        :raises IllegalMoveError: naming the first illegal move
        """
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines or lines[0] != _HEADER:
            first = lines[0][:60] if lines else ""
            raise NotationError(f"not a transcript: starts with {first!r} (expected {_HEADER!r})")
        setup = Setup.parse(_field(lines, 1, "setup"))
        has_players = len(lines) > 2 and lines[2].startswith("players ")
        players = _names(lines[2], setup.players) if has_players else ()
        at = 3 if has_players else 2
        deck = _field(lines, at, "deck")
        score = _score(lines)
        turns = lines[at + 1 : -1]
        forfeit = turns[-1:] == ["forfeit"]
        moves = tuple(map(Move.parse, turns[:-1] if forfeit else turns))
        cards = tuple(State.from_deck(deck, setup).full_deck)
        transcript = cls(setup, cards, moves, players, forfeit)
        if transcript.replay().score != score:
            raise NotationError(
                f"the moves lead to score {transcript.replay().score}, "
                f"but the transcript says {lines[-1]!r}"
            )
        return transcript

    def render(self, width: int | None = None) -> str:
        """The game as readable text: one line per turn, with the table after it.

        :param width: columns of the terminal; turns are written shorter if they need more
        """
        names = self.players or SEAT_NAMES[: self.setup.players]
        lines = [f"{self.setup}   " + "   ".join(map(_seated, SEAT_NAMES, names))]
        lines.append(str(self.start()))
        *_, last = positions = list(self.positions())
        lines += _turn_lines(positions[1:], width)
        lines.append(f"score {last.score} of {self.setup.max_score} ({ending(last)})")
        return "\n".join(lines)


def _turn_lines(states: list[State], width: int | None) -> list[str]:
    """Every turn with the table after it."""
    events = [str(state.events[-1]) for state in states]
    tables = [str(state).splitlines()[0].split("   game over")[0] for state in states]
    lines = [
        f"{number:3}  {event:44}  {table}"
        for number, (event, table) in enumerate(zip(events, tables, strict=True), 1)
    ]
    if width is None or max(map(len, lines), default=0) <= width:
        return lines
    short = [table.removeprefix("fireworks ").replace("   ", " ") for table in tables]
    room = max(0, width - len("123   ") - max(map(len, short)))
    column = min(room, max(map(len, events)))
    return [
        line
        for number, (event, table) in enumerate(zip(events, short, strict=True), 1)
        for line in _short_lines(f"{number:3}  {event}", table, column + len("123  "))
    ]


def _short_lines(turn: str, table: str, column: int) -> list[str]:
    """A turn and the table right of it; below it if the turn is longer than the column."""
    if len(turn) > column:
        return [turn, " " * column + f" {table}"]
    return [f"{turn:{column}} {table}"]


def is_text(name: str) -> bool:
    """Is this valid Unicode? JSON can contain lone surrogates, which UTF-8 cannot encode."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _names(line: str, players: int) -> tuple[str, ...]:
    try:
        names = json.loads(line.removeprefix("players "))
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        expected = 'players ["NAME", ...]'
        raise NotationError(f"not the players of a transcript: {line[:60]!r} (expected {expected})")
    if not all(map(is_text, names)):
        raise NotationError(f"a name is not valid Unicode: {line[:60]!r}")
    if len(names) != players:
        raise NotationError(f"{len(names)} names for {players} players: {line[:60]!r}")
    return tuple(names)


def _seated(seat_name: str, player: str) -> str:
    return seat_name if seat_name == player else f"{seat_name} = {player}"


def ending(state: State) -> str:
    """How a game ended, in words."""
    words = {
        "running": "not finished",
        "bombed": "bombed: the last life was lost",
        "complete": "a perfect game",
        "last_turn": "the deck ran out",
        "forfeit": "an illegal move ended the game",
    }
    return words[state.end]


def _field(lines: list[str], index: int, name: str) -> str:
    line = lines[index] if index < len(lines) else ""
    if not line.startswith(name + " "):
        raise NotationError(f"not a transcript: line {line[:60]!r} (expected '{name} ...')")
    return line.removeprefix(name + " ")


def _score(lines: list[str]) -> int:
    word, _, number = lines[-1].partition(" ")
    if word != "score" or not (number.isascii() and number.isdigit() and len(number) < 4):
        raise NotationError(f"the transcript is cut off at {lines[-1][:60]!r} (expected 'score N')")
    return int(number)
