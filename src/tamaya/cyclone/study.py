"""Splits people into training and test sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from tamaya.cyclone.people import Decisions, place_of
from tamaya.game import TamayaError
from tamaya.humans.games import MOST_GAMES, HumanDecision, HumanGame, decisions, without_heavy
from tamaya.humans.sources import read

HELD_OUT = 0.25


@dataclass(frozen=True, eq=False)
class Study:
    """Decisions of many people, some of whom are held out."""

    decisions: tuple[HumanDecision, ...]
    told: str
    """where the games come from, in words"""
    held_out: tuple[float, float] = (0, HELD_OUT)
    """people whose place by lot lies there, the end excluded, are held out"""
    seed: int = 0
    """of the lots"""

    @classmethod
    def of(
        cls,
        games: Sequence[HumanGame],
        *,
        most_games: int = MOST_GAMES,
        held_out: float = HELD_OUT,
        seed: int = 0,
        name: str = "games",
    ) -> Study:
        """Games of people who played at most so many.

        :param held_out: the chance of a person to be held out
        :raises TamayaError: if nobody is left, or the share is none
        """
        if not 0 <= held_out < 1:
            raise TamayaError(f"held out {held_out} (expected a share from 0 to less than 1)")
        found = tuple(decisions(without_heavy(games, most_games)))
        if not found:
            raise TamayaError(f"{name}: no decisions of people with at most {most_games} games")
        text = f"{name}, without people of more than {most_games:,} games"
        return cls(found, text, (0, held_out), seed)

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        most_games: int = MOST_GAMES,
        held_out: float = HELD_OUT,
        seed: int = 0,
    ) -> Study:
        """Games of people: a file of them, or a folder as the study of 2017 published it.

        :raises TamayaError: if it holds no games
        """
        return cls.of(
            read(path),
            most_games=most_games,
            held_out=held_out,
            seed=seed,
            name=path.resolve().name,
        )

    def folds(self, many: int) -> list[Study]:
        """The same decisions so many times; each time other people are held out, each once.

        :raises TamayaError: if a fold is empty
        """
        if many < 2:
            raise TamayaError(f"{many} folds (expected 2 or more)")
        result = [replace(self, held_out=(at / many, (at + 1) / many)) for at in range(many)]
        if any(one.test is None for one in result):
            raise TamayaError(f"{many} folds are too many for {len(self.people)} people")
        return result

    @property
    def people(self) -> set[str]:
        """Everybody."""
        return {decision.person for decision in self.decisions}

    @cached_property
    def training(self) -> Decisions:
        """Of the people that are learned from."""
        return Decisions.of(decision for decision in self.decisions if not self._is_out(decision))

    @cached_property
    def test(self) -> Decisions | None:
        """Of the people held out, if there are any."""
        out = [decision for decision in self.decisions if self._is_out(decision)]
        return Decisions.of(out) if out else None

    def _is_out(self, decision: HumanDecision) -> bool:
        return self.held_out[0] <= place_of(decision.person, self.seed) < self.held_out[1]
