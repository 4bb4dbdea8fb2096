"""What a solver may see of a puzzle, before and after the answer.

Before the answer, everything follows from the view of the seat to move.
"""

from __future__ import annotations

from tamaya.errors import IllegalMoveError
from tamaya.game import Move
from tamaya.web.game.history import Viewer
from tamaya.web.puzzles.protocol import Puzzle, PuzzleHint, PuzzleMove, PuzzleSolution
from tamaya.web.puzzles.puzzle import StoredPuzzle

HINTS = 2
"""hints of each puzzle"""
_LOG = 8
"""moves before the puzzle that are shown"""
_SHOWN = 4
"""best moves whose values are shown"""


def shown(puzzle: StoredPuzzle, following: str) -> Puzzle:
    """The puzzle as its solver sees it."""
    history = puzzle.history()
    seat = history.state.current
    table = history.table(Viewer(seat, plays=True))
    log = list(history.log(seat)[-_LOG:])
    return Puzzle(puzzle.id, puzzle.kind, seat, table, log, following)


def hint(puzzle: StoredPuzzle, number: int) -> PuzzleHint:
    """The first hint names some cards to look at, the second one card."""
    if number >= HINTS:
        return PuzzleHint(HINTS, HINTS, [puzzle.slot], puzzle.seat)
    view = puzzle.view
    slots = [slot for slot, known in enumerate(view.knowledge(puzzle.seat)) if known.present]
    near = sorted(slots, key=lambda slot: (abs(slot - puzzle.slot), slot))[:3]
    return PuzzleHint(1, HINTS, sorted(near), puzzle.seat)


def judged(puzzle: StoredPuzzle, move: str) -> PuzzleSolution:
    """Whether an answer is right, and the proof.

    :raises IllegalMoveError: if the move is not legal in the puzzle
    """
    values = puzzle.proofs[0].values
    text = str(Move.parse(move))
    if text not in values:
        raise IllegalMoveError(f"{move!r} is not legal in this puzzle")
    ranked = sorted(values, key=lambda other: (-puzzle.value(other), other))
    kept = [other for other in ranked if other in {*ranked[:_SHOWN], *puzzle.solutions, text}]
    gap = min(puzzle.proofs, key=lambda proof: proof.gap)
    view, state = puzzle.view, puzzle.state
    could_be = view.possible(puzzle.slot) if puzzle.seat == view.me else []
    return PuzzleSolution(
        right=text in puzzle.solutions,
        solutions=puzzle.solutions,
        values=[PuzzleMove(other, round(puzzle.value(other), 2)) for other in kept],
        gap=gap.gap,
        error=gap.error,
        samples=puzzle.samples,
        models=[proof.team for proof in puzzle.proofs],
        slot=puzzle.slot,
        seat=puzzle.seat,
        could_be=[str(card) for card in could_be],
        card=str(state.hand(puzzle.seat)[puzzle.slot]),
    )
