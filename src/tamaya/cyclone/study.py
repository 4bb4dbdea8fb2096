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
"""default share of people held out"""


@dataclass(frozen=True, eq=False)
class Study:
    """Decisions of many people, split into a training set and a held-out test set."""

    decisions: tuple[HumanDecision, ...]
    source: str
    """where the games come from, in words"""
    held_out: tuple[float, float] = (0, HELD_OUT)
    """people whose random number `place_of` lies in [start, end) are held out"""
    seed: int = 0
    """seed of the split"""

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
        """Takes the decisions of everyone who played at most `most_games` games.

        :param held_out: the chance of a person to be held out
        :param name: what errors and notes call the games
        :raises TamayaError: if nobody is left, or `held_out` is not a share
        """
        if not 0 <= held_out < 1:
            raise TamayaError(f"held out {held_out} (expected a share from 0 to less than 1)")
        sample = tuple(decisions(without_heavy(games, most_games)))
        if not sample:
            raise TamayaError(f"{name}: no decisions of people with at most {most_games} games")
        source = f"{name}, without people of more than {most_games:,} games"
        return cls(sample, source, (0, held_out), seed)

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        most_games: int = MOST_GAMES,
        held_out: float = HELD_OUT,
        seed: int = 0,
    ) -> Study:
        """Reads games of people from an imported file, or from the published folder of the 2017
        study.

        :raises TamayaError: if there are no games at the path
        """
        return cls.of(
            read(path),
            most_games=most_games,
            held_out=held_out,
            seed=seed,
            name=path.resolve().name,
        )

    def folds(self, count: int) -> list[Study]:
        """Splits the people into folds and holds out one fold in each of the returned studies.

        :raises TamayaError: if a fold is empty
        """
        if count < 2:
            raise TamayaError(f"{count} folds (expected 2 or more)")
        studies = [replace(self, held_out=(at / count, (at + 1) / count)) for at in range(count)]
        if any(study.test is None for study in studies):
            raise TamayaError(
                f"{count} folds are too many for {len(self.people)} people (expected some in each)"
            )
        return studies

    @property
    def people(self) -> set[str]:
        """Everybody who made a decision."""
        return {decision.person for decision in self.decisions}

    @cached_property
    def training(self) -> Decisions:
        """Decisions of the people who are not held out."""
        return Decisions.of(
            decision for decision in self.decisions if not self._is_held_out(decision)
        )

    @cached_property
    def test(self) -> Decisions | None:
        """Decisions of the people who are held out; None if nobody is."""
        held_out = [decision for decision in self.decisions if self._is_held_out(decision)]
        return Decisions.of(held_out) if held_out else None

    def _is_held_out(self, decision: HumanDecision) -> bool:
        return self.held_out[0] <= place_of(decision.person, self.seed) < self.held_out[1]
