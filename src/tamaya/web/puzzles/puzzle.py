"""A puzzle: a position of a real game, and the proof of its solution."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from tamaya.errors import UnknownNameError
from tamaya.game import Move, State, View
from tamaya.web.game.history import GameHistory
from tamaya.web.game.records import Began, Moved, SeatedPlayer
from tamaya.web.puzzles.protocol import PuzzleKind

FILE = "puzzles.json"
_NAMES = ("You", "Bo", "Chiyo", "Dai", "Emi")


class Proof(Struct, frozen=True):
    """Values of all moves in the same imagined games, for one team of models."""

    team: str
    """the agent that plays on in every seat"""
    values: dict[str, float]
    """expected final score of each move"""
    gap: float
    """points by which the worst solution beats the best other move"""
    error: float
    """standard error of the gap, from pairs of the same imagined games"""


class StoredPuzzle(Struct, frozen=True):
    """A puzzle as the file holds it, with all cards."""

    id: str
    kind: PuzzleKind
    setup: str
    deck: str
    moves: list[str]
    """the moves of the game before the puzzle's position"""
    solutions: list[str]
    slot: int
    """'play': the own card to play; 'save': the card in danger"""
    seat: int
    """whose card it is"""
    samples: int
    """imagined games behind each value"""
    seed: int
    """seed of the imagined games"""
    proofs: list[Proof]
    source: str
    """who played the game, and its deck"""

    @property
    def state(self) -> State:
        """The position."""
        return self.history().state

    @property
    def me(self) -> int:
        """The seat that is to move."""
        return self.state.current

    @property
    def view(self) -> View:
        """What the solver may know."""
        state = self.state
        return state.view(state.current)

    def history(self) -> GameHistory:
        """The game up to the puzzle, with neutral names; the solver is 'You'."""
        began = Began(0.0, self.setup, self.deck, 0, (), "counting", "")
        state = State.from_deck(began.cards, began.rules)
        movers = []
        for move in self.moves:
            movers.append(state.current)
            state.apply(Move.parse(move))
        seats = tuple(
            SeatedPlayer("agent", _NAMES[(seat - state.current) % began.rules.players])
            for seat in range(began.rules.players)
        )
        moved = [Moved(0.0, seat, move) for seat, move in zip(movers, self.moves, strict=True)]
        return GameHistory(msgspec.structs.replace(began, seats=seats), moved)

    def value(self, move: str) -> float:
        """The expected final score of a move, averaged over the teams."""
        return sum(proof.values[move] for proof in self.proofs) / len(self.proofs)


@cache
def all_puzzles() -> dict[str, StoredPuzzle]:
    """All shipped puzzles by id, in order."""
    file = resources.files("tamaya.web.puzzles") / FILE
    puzzles = msgspec.json.decode(file.read_bytes(), type=list[StoredPuzzle])
    return {puzzle.id: puzzle for puzzle in puzzles}


def puzzle_of(id: str) -> StoredPuzzle:
    """The puzzle with an id.

    :raises UnknownNameError: if there is none
    """
    puzzle = all_puzzles().get(id)
    if puzzle is None:
        raise UnknownNameError(f"no puzzle {id[:40]!r} (see /api/puzzles)")
    return puzzle
