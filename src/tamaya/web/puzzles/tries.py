"""Which puzzles a person has tried and solved."""

from __future__ import annotations

from collections.abc import Iterable

from tamaya.web.storage.profile_store import PuzzleTry


def solved_puzzles(tries: Iterable[PuzzleTry]) -> set[str]:
    """Puzzles whose first answer was right and needed no hints.

    :param tries: oldest first
    """
    first: dict[str, PuzzleTry] = {}
    for answer in tries:
        first.setdefault(answer.puzzle, answer)
    return {puzzle for puzzle, answer in first.items() if answer.solved and not answer.hints}
