"""An agent that asks you for moves at the terminal."""

from __future__ import annotations

import io
import sys

from rich.console import Console

from tamaya import Agent, Event, Move, NotationError, TamayaError, View
from tamaya.cli.paint import paint
from tamaya.cli.wide import print_lines
from tamaya.game import SEAT_NAMES

HELP = """\
  play 0          play your card in slot 0 (short: p 0)
  discard 0       discard it (short: d 0)
  hint bob red    tell bob about his red cards (short: h bob r; with two players: h r)
  hint bob 3      tell bob about his 3s
  moves           list all legal moves
  quit            leave the game"""

COLOR_WORDS = {"red": "r", "yellow": "y", "green": "g", "white": "w", "blue": "b", "multi": "m"}
LETTER_WORDS = {letter: word for word, letter in COLOR_WORDS.items()}


class Quit(BaseException):
    """You left the game. Not an `Exception`, so that it does not count as a failing agent."""


class You(Agent):
    """Asks for a move until you type a legal one."""

    name = "you"

    def __init__(self, console: Console) -> None:
        self.console = console
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # invalid bytes must not end the game

    def act(self, view: View) -> Move:
        """Shows the position and asks for a move."""
        self._show(view)
        while True:
            text = self._read()
            if text in ("quit", "q", "exit"):
                raise Quit
            if text in ("?", "help", ""):
                print_lines("you can type:\n" + HELP, self.console)
                continue
            if text == "moves":
                print_lines(", ".join(move_text(m, view) for m in view.legal_moves()), self.console)
                continue
            try:
                return parse_move(text, view)
            except TamayaError as error:
                self.console.print(str(error), style="red", markup=False, highlight=False)

    def observe(self, event: Event, view: View) -> None:
        """Prints a turn."""
        print_lines(paint(f"- {event}"), self.console)

    def _show(self, view: View) -> None:
        self.console.print()
        print_lines(paint(str(view)), self.console)
        slots = "".join(f"{i:<4}" for i in range(len(view.hand(view.me))))
        order = ", oldest first" if view.setup.refill == "shift" else ""
        self.console.print(f"you are {SEAT_NAMES[view.me]}; your slots{order}: {slots}")

    def _read(self) -> str:
        try:
            return self.console.input("[bold]your move (? for help):[/] ").strip().lower()
        except EOFError:
            raise Quit from None


def move_text(move: Move, view: View) -> str:
    """A move as you would type it."""
    if move.offset is None:
        return str(move)
    name = SEAT_NAMES[(view.me + move.offset) % view.setup.players]
    return f"hint {name} {move.rank or LETTER_WORDS[move.color or '']}"


def parse_move(text: str, view: View) -> Move:
    """Parses a typed move.

    :raises TamayaError: if the text is not a move, or the move is not legal
    """
    words = text.split()
    verb = words[0] if words else ""
    try:
        if verb in ("hint", "h"):
            move = _hint(words[1:], view)
        else:
            full = {"p": "play", "d": "discard"}.get(verb, verb)
            move = Move.parse(" ".join([full, *words[1:]]))
    except NotationError:
        raise TamayaError(f"not a move: {text!r} (type '?' for help)") from None
    if move not in view.legal_moves():
        raise TamayaError(
            f"not legal now: {move_text(move, view)} (type 'moves' for all legal moves)"
        )
    return move


def _hint(words: list[str], view: View) -> Move:
    players = view.setup.players
    names = SEAT_NAMES[:players]
    if len(words) == 1 and players == 2:
        words = [names[1 - view.me], *words]
    if len(words) != 2:
        raise TamayaError(
            f"not a hint: {' '.join(words)!r} (expected a player and a color or rank, like "
            f"'hint {names[view.me - 1]} red')"
        )
    name, value = words
    if name.startswith("+"):
        return Move.parse(f"hint {name} {COLOR_WORDS.get(value, value)}")
    if name not in names:
        raise TamayaError(f"no player {name!r} (expected {', '.join(names)})")
    offset = (names.index(name) - view.me) % players
    if offset == 0:
        raise TamayaError("you cannot hint yourself")
    return Move.parse(f"hint +{offset} {COLOR_WORDS.get(value, value)}")
