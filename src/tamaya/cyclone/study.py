"""Who is learned from, and who is kept to test what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tamaya.cyclone.people import Decisions, is_held_out
from tamaya.game import TamayaError
from tamaya.humans.games import Decision, HumanGame, decisions, without_heavy
from tamaya.humans.hanabi_data import read_folder

MOST_GAMES = 200
"""people with more games are left out: two of the 2017 study played half of all its games"""
HELD_OUT = 0.25


@dataclass(frozen=True, eq=False)
class Study:
    """Decisions of many people, some of whom are held out."""

    decisions: tuple[Decision, ...]
    held_out: float = HELD_OUT
    """the chance of a person to be held out"""
    seed: int = 0
    """another seed holds out others"""
    told: str = ""
    """where the games come from, in words"""

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

        :raises TamayaError: if nobody is left, or the share is none
        """
        if not 0 <= held_out < 1:
            raise TamayaError(f"held out {held_out} (expected a share from 0 to less than 1)")
        kept = without_heavy(games, most_games)
        told = f"{name}, without people of more than {most_games:,} games"
        found = tuple(decisions(kept))
        if not found:
            raise TamayaError(f"{name}: no decisions of people with at most {most_games} games")
        return cls(found, held_out, seed, told)

    @classmethod
    def read(
        cls,
        folder: Path,
        *,
        most_games: int = MOST_GAMES,
        held_out: float = HELD_OUT,
        seed: int = 0,
    ) -> Study:
        """Games of a folder as the study of 2017 published them; bad files are left out.

        :raises TamayaError: if it holds no games
        """
        return cls.of(
            read_folder(folder).games, most_games=most_games, held_out=held_out, seed=seed,
            name=folder.resolve().name,
        )  # fmt: skip

    @cached_property
    def training(self) -> Decisions:
        """Of the people that are learned from."""
        return Decisions.of(one for one in self.decisions if not self._is_out(one))

    @cached_property
    def test(self) -> Decisions | None:
        """Of the people held out, if there are any."""
        out = [one for one in self.decisions if self._is_out(one)]
        return Decisions.of(out) if out else None

    def _is_out(self, decision: Decision) -> bool:
        return is_held_out(decision.person, self.held_out, self.seed)
