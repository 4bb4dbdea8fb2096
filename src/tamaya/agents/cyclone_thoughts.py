"""What Cyclone weighed: the value of every move, factor by factor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tamaya.game import Move


@dataclass(frozen=True)
class MoveValue:
    """A legal move and its value."""

    move: Move
    value: float
    factors: Mapping[str, float]
    """what each factor adds, without those that add 0"""

    def __str__(self) -> str:
        terms = ", ".join(f"{name} {term:+.4g}" for name, term in self.factors.items())
        return f"{self.move}: {self.value:.4g}{f' ({terms})' if terms else ''}"


@dataclass(frozen=True)
class CycloneThoughts:
    """All legal moves with their values. Ties go to the first."""

    kind: ClassVar[str] = "factors"

    move: Move | None
    moves: tuple[MoveValue, ...]

    @classmethod
    def of(
        cls,
        move: Move | None,
        factors: tuple[str, ...],
        values: list[tuple[Move, float, list[float]]],
    ) -> CycloneThoughts:
        """The values of moves with the terms of their factors, as the core returns them."""
        return cls(
            move,
            tuple(
                MoveValue(
                    choice, value, {n: t for n, t in zip(factors, terms, strict=True) if t != 0.0}
                )
                for choice, value, terms in values
            ),
        )

    def __str__(self) -> str:
        best = next(option for option in self.moves if option.move == self.move)
        equal = sum(option.value == best.value for option in self.moves)
        first = f", first of {equal} equal ones" if equal > 1 else ""
        return f"the highest of {len(self.moves)}{first}: {best}"

    def lines(self) -> list[str]:
        """The moves from the best to the worst."""
        return list(map(str, self._best_first()))

    def _best_first(self) -> list[MoveValue]:
        return sorted(self.moves, key=lambda option: -option.value)

    def as_dict(self) -> dict[str, object]:
        """The moves from the best to the worst."""
        return {
            "moves": [
                {"move": str(m.move), "value": m.value, "factors": dict(m.factors)}
                for m in self._best_first()
            ]
        }
