"""Collects the data of a report: a run's folder, and some games of each elite."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya import _core
from tamaya.agents import Elite
from tamaya.agents.elite import Niche, niche_text
from tamaya.arena import count_fires
from tamaya.game import TamayaError
from tamaya.matchups import Pool
from tamaya.qd.archive import Archive
from tamaya.qd.census import FIRST_SEED
from tamaya.qd.checkpoint import Checkpoint
from tamaya.qd.settings import Settings
from tamaya.stats import Estimate

if TYPE_CHECKING:
    from tamaya.qd.run import Run

FIRE_GAMES = 200
"""games in which the decisions of each elite's rules are counted"""
_AT_ONCE = 200
"""elites played in one call, so that Ctrl-C is heard"""


@dataclass(frozen=True)
class Finding:
    """One elite, as the run knows it and as fresh decks measured it."""

    elite: Elite
    score: Estimate
    """in self-play on fresh decks"""
    fresh: tuple[float, ...]
    """the map's features on fresh decks"""
    inside: bool
    """fresh decks put it into its own cell"""
    fitness: float
    """by the run's own books, as all that follows"""
    games: int
    born: int
    believed: tuple[float, ...]
    """the map's features"""
    fired: tuple[int, ...]
    """decisions of each rule, and last those of none"""

    @property
    def niche(self) -> Niche:
        """Its cell."""
        return self.elite.niche

    @property
    def place(self) -> str:
        """Its cell as users write it."""
        return niche_text(self.niche)


@dataclass(frozen=True)
class Row:
    """Archive quality at one time of the run, as evolution measured it."""

    candidates: float
    coverage: float
    best: float
    mean: float
    qd_score: float


@dataclass(frozen=True)
class Findings:
    """All data of a report."""

    folder: Path
    """as it was named"""
    how: Settings
    pool: Pool
    elites: tuple[Finding, ...]
    """in the order of cells"""
    rows: tuple[Row, ...]
    done: int
    """candidates evaluated when the pool was written"""
    archive: Archive
    """the cells; it holds nobody"""
    reached: int
    """cells that elites fall into on fresh decks"""

    @property
    def best_first(self) -> list[Finding]:
        """By their score on fresh decks; equal ones in the order of cells."""
        return sorted(self.elites, key=lambda one: -_or(one.score.mean, -math.inf))

    @property
    def measures_objective(self) -> bool:
        """Did the census measure what evolution looked for?"""
        return self.how.objective == "self_play"

    @property
    def where(self) -> str:
        """How fresh features were measured, in words."""
        return "on fresh decks" if self.measures_objective else "in self-play on fresh decks"


def findings(run: Run) -> Findings:
    """Reads a run's folder and plays some games of each elite."""
    how, pool = run.settings, run.pool()
    archive = _archive(run)
    own = {str(line["niche"]): line for line in run.archive().to_dicts()}
    elites = pool.elites
    fresh = np.array(
        [[_or(e.features.get(f, math.nan), 0.0) for f in how.features] for e in elites]
    )
    fell = [archive.niche(int(cell)) for cell in archive.cell_of(fresh)]
    fired = _fired(elites, how)
    items = []
    for place, elite in enumerate(elites):
        line = own.get(niche_text(elite.niche))
        if line is None:
            raise TamayaError(
                f"the pool in {str(run.folder)!r} is older than its archive: nobody is in niche "
                f"{niche_text(elite.niche)} by now (let the run go on, which writes both)"
            )
        items.append(
            Finding(
                elite=elite,
                score=elite.score or Estimate(math.nan, math.nan, 0),
                fresh=tuple(fresh[place].tolist()),
                inside=fell[place] == elite.niche,
                fitness=float(line["fitness"]),
                games=int(line["games"]),
                born=int(line["born"]),
                believed=tuple(float(line[name]) for name in how.features),
                fired=fired[place],
            )
        )
    rows = [
        Row(*(float(line[name]) for name in Row.__dataclass_fields__))
        for line in run.progress().to_dicts()
    ]
    done = pool.made.get("candidates", how.candidates)
    return Findings(
        folder=run.folder,
        how=how,
        pool=pool,
        elites=tuple(items),
        rows=tuple(rows),
        done=done if isinstance(done, int) else how.candidates,
        archive=archive,
        reached=len(set(fell)),
    )


def _archive(run: Run) -> Archive:
    archive = Archive(run.settings)
    saved = Checkpoint(run.folder).load() if run.settings.cells == "sliding" else None
    if saved is not None:
        archive.set_borders(saved[2])
    return archive


def _fired(elites: tuple[Elite, ...], how: Settings) -> list[tuple[int, ...]]:
    result: list[tuple[int, ...]] = []
    for at in range(0, len(elites), _AT_ONCE):
        part = elites[at : at + _AT_ONCE]
        policies = _core.Policies([elite.policy for elite in part])
        counted = count_fires(how.game, policies, games=FIRE_GAMES, first_seed=FIRST_SEED)
        result += [
            tuple(int(count) for count in row[: len(elite.genome) + 1])
            for elite, row in zip(part, counted, strict=True)
        ]
    return result


def _or(value: float, other: float) -> float:
    return other if math.isnan(value) else value
