"""Collects the data of a report from a run's folder and a few more games of each elite."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tamaya import _core
from tamaya.agents import Elite
from tamaya.agents.elite import Niche, niche_text
from tamaya.arena import count_fires
from tamaya.game import TamayaError
from tamaya.matchups import Pool
from tamaya.qd.archive import Archive
from tamaya.qd.census import FIRST_SEED
from tamaya.qd.checkpoint import EvolutionCheckpoint
from tamaya.qd.settings import EvolutionSettings
from tamaya.stats import Estimate

if TYPE_CHECKING:
    from tamaya.qd.run import Run

FIRE_GAMES = 200
"""games in which the decisions of each elite's rules are counted"""
_AT_ONCE = 200
"""elites played in one call; Ctrl-C waits for the call to end"""


@dataclass(frozen=True)
class Finding:
    """One elite, as the run measured it and as fresh decks measure it."""

    elite: Elite
    score: Estimate
    """score in self-play on fresh decks"""
    fresh: tuple[float, ...]
    """features of the map, measured on fresh decks"""
    inside: bool
    """whether the features on fresh decks lie in the elite's own cell"""
    fitness: float
    """the objective, as the run measured it"""
    games: int
    """games that the run played with it"""
    born: int
    """number of the candidate that became this elite"""
    believed: tuple[float, ...]
    """features of the map, as the run measured them"""
    fired: tuple[int, ...]
    """number of moves that each rule decided; the last number counts moves without a rule"""

    @property
    def niche(self) -> Niche:
        """The elite's cell."""
        return self.elite.niche

    @property
    def place(self) -> str:
        """The elite's cell as users write it, like `2,3`."""
        return niche_text(self.niche)


@dataclass(frozen=True)
class ProgressRow:
    """Quality of the archive at one moment of the run, as evolution measured it."""

    candidates: float
    coverage: float
    best: float
    mean: float
    qd_score: float


@dataclass(frozen=True)
class Findings:
    """All data of a report."""

    folder: Path
    """the run's folder, as the user named it"""
    settings: EvolutionSettings
    pool: Pool
    elites: tuple[Finding, ...]
    """in the order of cells"""
    rows: tuple[ProgressRow, ...]
    done: int
    """candidates evaluated when the pool was written"""
    archive: Archive
    """an empty archive, for its cells"""
    reached: int
    """number of cells that elites reach on fresh decks"""

    @property
    def best_first(self) -> list[Finding]:
        """Elites by their score on fresh decks; equal ones in the order of cells."""
        return sorted(self.elites, key=lambda finding: -_or(finding.score.mean, -math.inf))

    @property
    def measures_objective(self) -> bool:
        """Whether self-play, which the census measures, was the objective of the run."""
        return self.settings.objective == "self_play"

    @property
    def where(self) -> str:
        """How features were measured on fresh decks, in words."""
        return "on fresh decks" if self.measures_objective else "in self-play on fresh decks"


def findings(run: Run) -> Findings:
    """Reads a run's folder and plays `FIRE_GAMES` games with each elite."""
    settings, pool = run.settings, run.pool()
    archive = _archive(run)
    elites, lines = pool.elites, _archive_lines(run, pool)
    fresh = np.array(
        [[_or(e.features.get(f, math.nan), 0.0) for f in settings.features] for e in elites]
    )
    fresh_niches = [archive.niche(int(cell)) for cell in archive.cell_of(fresh)]
    fired = _fired(elites, settings)
    measured = tuple(
        Finding(
            elite=elite,
            score=elite.score or Estimate(math.nan, math.nan, 0),
            fresh=tuple(fresh[place].tolist()),
            inside=fresh_niches[place] == elite.niche,
            fitness=float(line["fitness"]),
            games=int(line["games"]),
            born=int(line["born"]),
            believed=tuple(float(line[name]) for name in settings.features),
            fired=fired[place],
        )
        for place, (elite, line) in enumerate(zip(elites, lines, strict=True))
    )
    rows = [
        ProgressRow(*(float(line[name]) for name in ProgressRow.__dataclass_fields__))
        for line in run.progress().to_dicts()
    ]
    done = pool.made.get("candidates", settings.candidates)
    return Findings(
        folder=run.folder,
        settings=settings,
        pool=pool,
        elites=measured,
        rows=tuple(rows),
        done=done if isinstance(done, int) else settings.candidates,
        archive=archive,
        reached=len(set(fresh_niches)),
    )


def _archive_lines(run: Run, pool: Pool) -> list[dict[str, Any]]:
    """The line of the run's archive about each elite of its pool.

    :raises TamayaError: if the archive is newer than the pool and lacks an elite
    """
    lines = {str(line["niche"]): line for line in run.archive().to_dicts()}
    for elite in pool.elites:
        if niche_text(elite.niche) not in lines:
            raise TamayaError(
                f"the pool in {str(run.folder)!r} is older than its archive: niche "
                f"{niche_text(elite.niche)} is empty now (resume the run, which writes both)"
            )
    return [lines[niche_text(elite.niche)] for elite in pool.elites]


def _archive(run: Run) -> Archive:
    archive = Archive(run.settings)
    saved = EvolutionCheckpoint(run.folder).load() if run.settings.cells == "sliding" else None
    if saved is not None:
        archive.set_borders(saved[2])
    return archive


def _fired(elites: tuple[Elite, ...], settings: EvolutionSettings) -> list[tuple[int, ...]]:
    result: list[tuple[int, ...]] = []
    for at in range(0, len(elites), _AT_ONCE):
        part = elites[at : at + _AT_ONCE]
        policies = _core.Policies([elite.policy for elite in part])
        counted = count_fires(settings.game, policies, games=FIRE_GAMES, first_seed=FIRST_SEED)
        result += [
            tuple(int(count) for count in row[: len(elite.genome) + 1])
            for elite, row in zip(part, counted, strict=True)
        ]
    return result


def _or(value: float, other: float) -> float:
    """The value, or the other one if it is nan."""
    return other if math.isnan(value) else value
