"""Evolution runs that experiments share, and the comparison of their numbers with a paper.

Runs are in `runs/reproduce`. Unfinished runs are resumed. All experiments use the same finished
runs, and the same cached games between their agents. The package ships the pools of some runs of
the scale `paper`, which can take the place of these runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path

import tamaya as ty
from tamaya.qd import preset
from tamaya.reproduce.experiment import Args, MatchArgs, Progress, Scale, TableCell, cell
from tamaya.reproduce.processor_time import uncounted


@dataclass(frozen=True, kw_only=True)
class RunArgs(MatchArgs):
    """Settings of experiments with evolved pools."""

    preset: str
    """preset of `ty.evolve`"""
    candidates: tuple[int, ...]
    """candidates of each run; run n has seed n"""
    evaluation: int
    """games of a candidate"""
    folder: str = "runs/reproduce"
    """folder of the runs"""

    @property
    def keep(self) -> Path:
        """Folder that caches finished games."""
        return Path(self.folder) / "games"


_FULL = {
    "canaan2019": RunArgs(
        preset="canaan2019",
        candidates=(1_000_000, 750_000, 147_000),
        evaluation=100,
        games=1000,
    ),
    "canaan2020": RunArgs(
        preset="canaan2020", candidates=(1_000_000,) * 3, evaluation=50, games=1000
    ),
}


def scales(
    preset: str, *, tiny: int, quick: int, paper: int, runs: int = 3
) -> dict[Scale, RunArgs]:
    """Settings of each scale, for the first `runs` runs of a paper.

    :param tiny: games of each team at the scale `tiny`; `quick` and `paper` are for the others
    """
    full = _FULL[preset]
    full = replace(full, candidates=full.candidates[:runs])
    return {
        "tiny": replace(
            full, candidates=(400,) * runs, evaluation=10, games=tiny, folder="runs/reproduce/tiny"
        ),
        "quick": replace(
            full, candidates=(20_000,) * runs, games=quick, folder="runs/reproduce/quick"
        ),
        "paper": replace(full, games=paper),
    }


_USES_SHIPPED = ContextVar("_USES_SHIPPED", default=False)


@contextmanager
def shipped_pools() -> Iterator[None]:
    """Within this context, the pools of the package replace runs, which are then not evolved."""
    token = _USES_SHIPPED.set(True)
    try:
        yield
    finally:
        _USES_SHIPPED.reset(token)


def shipped_pool(args: RunArgs, number: int) -> ty.Pool | None:
    """The pool of the package that run `number` evolved; None if the package has none.

    It must have been evolved with all settings of the run, the seed included.
    """
    try:
        pool = ty.pool(f"{args.preset}-{number}")
    except ty.UnknownNameError:
        return None
    settings = replace(
        preset(args.preset),
        seed=number,
        candidates=args.candidates[number - 1],
        games=args.evaluation,
    )
    wanted = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in settings.as_dict().items()
    }
    return pool if pool.made.get("settings") == wanted else None


def are_shipped(args: Args) -> bool:
    """Whether these settings need runs, and the package has the pools of all of them."""
    return isinstance(args, RunArgs) and all(
        shipped_pool(args, number) for number in range(1, len(args.candidates) + 1)
    )


def pools(args: RunArgs, progress: Progress) -> list[ty.Pool]:
    """The pools of all runs. Missing and unfinished runs are evolved first."""
    evolved = []
    for number in range(1, len(args.candidates) + 1):
        pool = shipped_pool(args, number) if _USES_SHIPPED.get() else None
        evolved.append(pool or _evolved(args, number, progress))
        progress(number / len(args.candidates))
    return evolved


def _evolved(args: RunArgs, number: int, progress: Progress) -> ty.Pool:
    with uncounted():
        run = ty.evolve(
            Path(args.folder) / f"{args.preset}-{number}",
            preset=args.preset,
            seed=number,
            candidates=args.candidates[number - 1],
            games=args.evaluation,
            progress=_share(number - 1, len(args.candidates), progress),
        )
    return run.pool()


def _share(done: int, of: int, progress: Progress) -> Callable[[object], None]:
    def tell(now: object) -> None:
        total = getattr(now, "total", 1)
        progress((done + now.standing.candidates / total) / of)  # type: ignore[attr-defined]

    return tell


def part(progress: Progress, first: float, last: float) -> Progress:
    """Maps the progress of a part of the work to the shares from `first` to `last`."""
    return lambda share: progress(first + (last - first) * share)


def within(ours: float, published: Sequence[float], margin: float) -> bool:
    """Whether a number lies in the range of the published ones, widened by a margin."""
    return bool(min(published) - margin <= ours <= max(published) + margin)


@dataclass(frozen=True)
class Printed:
    """A published number, one for each run, and the margin within which ours agrees.

    Counted numbers must lie in the range of all runs, widened by the margin; estimates are judged
    as `equivalence` says.
    """

    by_run: tuple[float, ...]
    margin: float

    def agrees(self, ours: float) -> bool:
        """Whether our number lies in the range of all runs, widened by the margin."""
        return within(ours, self.by_run, self.margin)


def run_cell(
    at: tuple[str, str, str],
    ours: ty.Estimate | float,
    printed: Printed | None = None,
    run: int = 0,
) -> TableCell:
    """A cell with a number of evolved pools and the published number.

    :param at: measure, row and column
    :param ours: an estimate, or a plain number, which was counted and has no error
    :param run: index of the run whose published number is shown
    """
    mean = ours.mean if isinstance(ours, ty.Estimate) else ours
    theirs = None if printed is None else printed.by_run[run]
    if printed is None:
        return cell(*at, ours)
    if isinstance(ours, ty.Estimate):
        return cell(*at, ours, theirs=theirs, margin=printed.margin)
    return cell(*at, ours, theirs=theirs, agrees=printed.agrees(mean))
