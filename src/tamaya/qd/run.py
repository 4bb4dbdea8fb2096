"""Evolution runs in a folder: settings, checkpoints, progress, and the evolved pool."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Elite
from tamaya.arena import Backend, backend
from tamaya.errors import Interrupted, TamayaError
from tamaya.files import is_file, parquet, write_whole
from tamaya.matchups import Pool
from tamaya.qd.archive import behaviour
from tamaya.qd.census import Census, census
from tamaya.qd.checkpoint import EvolutionCheckpoint, Lock
from tamaya.qd.evolution import ArchiveStanding, Evolution
from tamaya.qd.extension import continued
from tamaya.qd.inputs import FILE as INPUTS
from tamaya.qd.inputs import Inputs
from tamaya.qd.presets import preset as preset_named
from tamaya.qd.report import write_report
from tamaya.qd.settings import EvolutionSettings
from tamaya.rules import Genome

if TYPE_CHECKING:
    import polars

_SAVE_SECONDS = 10.0
"""time between checkpoints"""
_ROWS = 200
"""lines of progress.parquet at the end of a run"""
_FIRST_FILES = ("config.toml", INPUTS, "checkpoint.npz", "progress.parquet")
"""files that exist before the first candidates are evaluated"""
_COLUMNS = ("candidates", "seconds", *(f.name for f in fields(ArchiveStanding)[1:]))
_REAL_COLUMNS = ("seconds", "best", "mean", "qd_score")


@dataclass(frozen=True)
class EvolutionProgress:
    """Progress of a run. `print` shows it as one line."""

    standing: ArchiveStanding
    total: int
    """candidates of the whole run"""
    per_second: float
    """candidates evaluated per second; nan at the start"""

    @property
    def seconds_left(self) -> float:
        """Estimated time left; nan at the start."""
        left = self.total - self.standing.candidates
        return left / self.per_second if self.per_second > 0 else math.nan

    def __str__(self) -> str:
        now = self.standing
        left = "" if math.isnan(self.seconds_left) else f", {self.seconds_left:.0f} s left"
        return (
            f"{now.candidates:,} of {self.total:,} candidates ({self.per_second:,.0f}/s){left}: "
            f"{now.coverage} niches, best {now.best:.2f}, mean {now.mean:.2f}, "
            f"QD score {now.qd_score:.1f}"
        )


class Run:
    """The folder of a run, finished or interrupted."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not is_file(self._config):
            raise TamayaError(f"no run in {str(self.folder)!r} (expected a config.toml there)")
        try:
            self.settings = EvolutionSettings.from_toml(self._config.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise TamayaError(f"cannot read {str(self._config)!r}: {error}") from None

    @property
    def _config(self) -> Path:
        return self.folder / "config.toml"

    def pool(self) -> Pool:
        """The elites as a pool, measured on held-out decks."""
        from tamaya.matchups import pool  # noqa: PLC0415

        return pool(self.folder)

    def progress(self) -> polars.DataFrame:
        """Quality of the archive over the run, one line for every half percent."""
        return parquet.read(self.folder / "progress.parquet")[0]

    def archive(self) -> polars.DataFrame:
        """The elites with their scores and features as evolution measured them."""
        return parquet.read(self.folder / "archive.parquet")[0]

    def latest(self) -> dict[str, float]:
        """The last line of `progress`, empty before the first. Needs no Polars."""
        saved = EvolutionCheckpoint(self.folder).load()
        if saved is None or len(saved[3]) == 0:
            return {}
        return {name: column[-1].item() for name, column in _progress_columns(saved[3]).items()}

    def report(self) -> Path:
        """Writes report.html and returns its path.

        :raises TamayaError: if the run has no pool yet, or the folder cannot be written
        """
        return write_report(self)

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"


def evolve(
    out: str | Path,
    *,
    preset: str = "tamaya",
    as_written: bool = False,
    on: str | Backend = "threads",
    progress: Callable[[EvolutionProgress], None] | None = None,
    **settings: object,
) -> Run:
    """Evolves a pool of agents with different behaviour and saves it in a folder.

    An existing run with the same settings is resumed; with more `candidates` it is extended. Ctrl-C
    saves the run and raises `tamaya.errors.Interrupted`. Results depend only on the settings, not
    on threads, backend or interruptions. Without Polars, the folder gets neither tables nor a
    report; the same call writes them where Polars is installed.

    :param out: folder of the run
    :param preset: settings to start from; `canaan2019` and `canaan2020` are the published programs
    :param as_written: follow the papers' text where their programs differ from it
    :param on: `threads`, `cuda`, `ray`, or a backend
    :param progress: called after each batch; `progress=print` prints one line each time
    :param settings: changes to the preset, by the names of `EvolutionSettings`; without a
        `random_start`, at most a tenth of the candidates are random
    :raises TamayaError: for impossible settings, or if the folder holds another run
    """
    known = {field.name for field in fields(EvolutionSettings)}
    for name in settings:
        if name not in known:
            raise TamayaError(f"no setting {name!r} (expected one of {', '.join(sorted(known))})")
    base = preset_named(preset, as_written=as_written)
    candidates = settings.get("candidates", base.candidates)
    if isinstance(candidates, int):  # a short run starts with fewer random genomes
        base = replace(base, random_start=max(1, min(base.random_start, candidates // 10)))
    chosen = replace(base, **settings)  # type: ignore[arg-type]
    chosen_backend = backend(on) if isinstance(on, str) else on
    worker = _EvolutionWorker(Path(out), chosen, chosen_backend, progress)
    return worker.work(named=settings.keys())


class _EvolutionWorker:
    """Runs evolution step by step and saves its state in the folder."""

    def __init__(
        self,
        folder: Path,
        settings: EvolutionSettings,
        backend: Backend,
        progress: Callable[[EvolutionProgress], None] | None,
    ) -> None:
        self._folder, self._settings, self._backend = folder, settings, backend
        self._tell = progress
        self._checkpoint = EvolutionCheckpoint(folder)
        self._rows: list[list[float]] = []
        self._has_tables = True

    def work(self, named: Collection[str]) -> Run:
        """Runs evolution to its end.

        :param named: settings that the caller gave explicitly
        """
        # Ctrl-C while Polars is imported leaves it unusable, so nothing is begun before.
        self._has_tables = parquet.is_installed()
        with Lock(self._folder) as lock:
            is_new = not (self._folder / "config.toml").exists()
            try:
                self._claim(named)
                evolution = Evolution(self._settings, self._backend)
                self._restore(evolution)
                self._evolve(evolution)
            except Exception:
                if is_new and not self._rows:  # nothing was evaluated: the folder stays free
                    lock.discard(*_FIRST_FILES)
                raise
        return Run(self._folder)

    def _claim(self, named: Collection[str]) -> None:
        """Initializes the folder, or checks that it holds the same run."""
        config = self._folder / "config.toml"
        is_new = not config.exists()
        if not is_new:
            saved = Run(self._folder).settings
            self._settings = continued(self._folder, saved, self._settings, named)
        inputs = Inputs.of(self._settings)
        if not is_new:
            inputs.check(self._folder, self._settings)
        inputs.write(self._folder)
        write_whole(config, self._settings.to_toml())

    def _restore(self, evolution: Evolution) -> None:
        saved = self._checkpoint.load()
        if saved is not None:
            elites, batches, borders, rows = saved
            evolution.restore(elites, batches, borders)
            self._rows = rows.tolist()

    def _evolve(self, evolution: Evolution) -> None:
        run_start = time.perf_counter() - (self._rows[-1][1] if self._rows else 0.0)
        session_start = saved = time.perf_counter()
        first_candidate = evolution.standing.candidates
        try:
            self._save(evolution)  # fails now, not after hours, if the folder cannot be written
            while not evolution.finished:
                evolution.step()
                now = time.perf_counter()
                self._add_row(evolution, now - run_start)
                evaluated = evolution.standing.candidates - first_candidate
                self._report(evolution, evaluated / (now - session_start))
                if now - saved > _SAVE_SECONDS:
                    self._save(evolution)
                    saved = now
        except KeyboardInterrupt:
            self._save(evolution)
            self._publish(evolution)
            raise Interrupted(Run(self._folder)) from None
        self._save(evolution)
        self._publish(evolution)

    def _add_row(self, evolution: Evolution, seconds: float) -> None:
        """Adds a line of progress, after every half percent of the run."""
        every = max(1, evolution.total // _ROWS)
        if evolution.batches % every and not evolution.finished:
            return
        now = evolution.standing
        self._rows.append([now.candidates, seconds, now.coverage, now.best, now.mean, now.qd_score])

    def _report(self, evolution: Evolution, per_second: float) -> None:
        if self._tell is not None:
            self._tell(EvolutionProgress(evolution.standing, self._settings.candidates, per_second))

    def _save(self, evolution: Evolution) -> None:
        rows = np.array(self._rows, np.float64).reshape(-1, len(_COLUMNS))
        self._checkpoint.save(
            evolution.elites, evolution.batches, evolution.archive.borders(), rows
        )
        self._write_frame("progress.parquet", _progress_columns(rows))

    def _write_frame(
        self, name: str, columns: Mapping[str, NDArray[np.generic] | list[str]]
    ) -> None:
        if not self._has_tables:
            return
        polars = parquet.library()
        parquet.write(self._folder / name, lambda: polars.DataFrame(columns))

    def _publish(self, evolution: Evolution) -> None:
        """Writes the archive, the pool and the report."""
        elites = evolution.elites
        if len(elites) == 0:
            return
        self._write_frame("archive.parquet", _archive_columns(evolution))
        measured = census(evolution, self._backend)
        pool_of(self._folder.resolve().name, evolution, measured).write(self._folder / "pool.json")
        if self._has_tables:
            Run(self._folder).report()


def _progress_columns(rows: NDArray[np.float64]) -> dict[str, NDArray[np.generic]]:
    """The columns of progress.parquet."""
    return {
        name: rows[:, i] if name in _REAL_COLUMNS else rows[:, i].astype(np.int64)
        for i, name in enumerate(_COLUMNS)
    }


def _archive_columns(evolution: Evolution) -> dict[str, NDArray[np.generic] | list[str]]:
    elites, settings = evolution.elites, evolution.settings
    measured = behaviour(settings, elites.counters)
    errors = elites.feature_errors()
    columns: dict[str, NDArray[np.generic] | list[str]] = {
        "niche": [",".join(map(str, evolution.archive.niche(cell))) for cell in elites.cells],
        "rules": [str(genome) for genome in genomes(evolution)],
        "fitness": elites.fitness,
        "games": elites.games,
        "born": elites.born,
    }
    for place, name in enumerate(settings.features):
        columns[name] = measured[:, place]
        columns[f"{name}_sem"] = errors[:, place]
    return columns


def genomes(evolution: Evolution) -> list[Genome]:
    """The rule lists of the elites."""
    rules = evolution.rules
    return [Genome(tuple(rules[gene] for gene in row)) for row in evolution.elites.genes]


def pool_of(name: str, evolution: Evolution, measured: Census) -> Pool:
    """The elites as a pool, with scores and features measured by the census."""
    settings = evolution.settings
    agents = [
        Elite(
            genome,
            gives_up=settings.gives_up,
            niche=evolution.archive.niche(cell),
            score=measured.scores[place],
            features=measured.features[place],
        )
        for place, (genome, cell) in enumerate(
            zip(genomes(evolution), evolution.elites.cells, strict=True)
        )
    ]
    from tamaya import __version__  # noqa: PLC0415 (a circular import)

    return Pool(
        name,
        tuple(agents),
        settings.setup,
        rulebook=settings.rulebook,
        features=settings.features,
        grid=settings.grid,
        version=__version__,
        scoring=measured.scoring,
        made={
            "settings": _plain(settings),
            "candidates": evolution.standing.candidates,
            "census_seed": measured.first_seed,
        },
    )


def _plain(settings: EvolutionSettings) -> dict[str, object]:
    """The settings as values that JSON can hold."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in settings.as_dict().items()
    }
