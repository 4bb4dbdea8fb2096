"""Runs of evolution that experiments share, and when results of chance agree with the papers'.

Runs lie in `runs/reproduce` and are taken up where they were left, so a finished one is used by all
experiments. So are the games between their agents.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import tamaya as ty
from tamaya.game import Seed
from tamaya.reproduce.experiment import Cell, Progress, Scale

PAPER_2019 = "Canaan et al. 2019: Diverse Agents for Ad-Hoc Cooperation in Hanabi"
PAPER_2020 = "Canaan et al. 2020: Generating and Adapting to Diverse Ad-Hoc Partners in Hanabi"


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of experiments with evolved pools."""

    preset: str
    """how the pools are evolved"""
    candidates: tuple[int, ...]
    """candidates of each run; run n has seed n"""
    evaluation: int
    """games of a candidate"""
    games: int
    """games of each team that is measured"""
    first_seed: Seed = 0
    """the first of their decks"""
    folder: str = "runs/reproduce"
    """where the runs lie"""

    @property
    def keep(self) -> Path:
        """Where finished games are kept."""
        return Path(self.folder) / "games"


_FULL = {
    "canaan2019": Args(preset="canaan2019", candidates=(1_000_000, 750_000, 147_000),
                       evaluation=100, games=1000),
    "canaan2020": Args(preset="canaan2020", candidates=(1_000_000,) * 3, evaluation=50, games=1000),
}  # fmt: skip


def scales(preset: str, *, tiny: int, quick: int, paper: int, runs: int = 3) -> dict[Scale, Args]:
    """Settings for so many games of each team, with the first runs of the paper."""
    full = _FULL[preset]
    full = replace(full, candidates=full.candidates[:runs])
    return {
        "tiny": replace(full, candidates=(400,) * runs, evaluation=10, games=tiny,
                        folder="runs/reproduce/tiny"),
        "quick": replace(full, candidates=(20_000,) * runs, games=quick,
                         folder="runs/reproduce/quick"),
        "paper": replace(full, games=paper),
    }  # fmt: skip


def pools(args: Args, progress: Progress) -> list[ty.Pool]:
    """The pools of all runs, evolved as far as they are not there."""
    found = []
    for number, candidates in enumerate(args.candidates, start=1):
        folder = Path(args.folder) / f"{args.preset}-{number}"
        run = ty.evolve(
            folder, preset=args.preset, seed=number, candidates=candidates, games=args.evaluation,
            progress=_share(number - 1, len(args.candidates), progress),
        )  # fmt: skip
        found.append(run.pool())
        progress(number / len(args.candidates))
    return found


def _share(done: int, of: int, progress: Progress) -> Callable[[object], None]:
    def tell(now: object) -> None:
        total = getattr(now, "total", 1)
        progress((done + now.standing.candidates / total) / of)  # type: ignore[attr-defined]

    return tell


def part(progress: Progress, first: float, last: float) -> Progress:
    """Progress of a part of the work, from the first share to the last."""
    return lambda share: progress(first + (last - first) * share)


def seeds(args: Args) -> tuple[Seed, Seed]:
    """The decks of the measured teams."""
    return args.first_seed, args.first_seed + args.games - 1


def within(ours: float, published: Sequence[float], margin: float) -> bool:
    """Is a number in the range of the published ones, widened by a margin?"""
    return bool(min(published) - margin <= ours <= max(published) + margin)


@dataclass(frozen=True)
class Printed:
    """Published numbers of one kind, and how far ours may lie beyond their range."""

    by_run: tuple[float, ...]
    margin: float

    def agrees(self, ours: float) -> bool:
        """Is our number in the range of all runs, widened by the margin?"""
        return within(ours, self.by_run, self.margin)


def cell(
    at: tuple[str, str, str],
    found: ty.Estimate | float,
    printed: Printed | None = None,
    run: int = 0,
) -> Cell:
    """One number; a plain one was counted and has no error.

    :param at: measure, row and column
    :param run: whose published number stands beside it
    """
    ours, sem = (found.mean, found.sem) if isinstance(found, ty.Estimate) else (found, math.nan)
    return Cell(
        measure=at[0], players=2, row=at[1], column=at[2], ours=ours, sem=sem,
        theirs=None if printed is None else printed.by_run[run],
        agrees=None if printed is None else printed.agrees(ours),
    )  # fmt: skip
