"""Responses grown for partners: evolved for groups of them that like the same company."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tamaya.agents import Elite
from tamaya.arena import Backend
from tamaya.arena.team import whole_number
from tamaya.game import Seed, TamayaError
from tamaya.matchups import Pool, pool
from tamaya.matchups.all_pairs import PoolLike
from tamaya.meta.experience import Experience, Row
from tamaya.qd import Run, evolve
from tamaya.qd.run import EvolutionProgress
from tamaya.rules import rulebook

_GAMES = 400
_GROUPING_SEED, _CHOOSING_SEED = 1 << 41, 1 << 42
"""decks by which partners are grouped and responses chosen: not those of `Experience.train`"""
_WORTH = 0.01
"""points on average that a response must add to be chosen"""

GrowthProgress = Callable[[str, EvolutionProgress], None]


def covering(scores: Row, most: int, *, worth: float = 0.0) -> tuple[int, ...]:
    """Few responses that together go well with all hypotheses: [response, hypothesis].

    The first is the best with all of them alike; each further one adds most to what the best of
    those chosen scores with each, until `most` are chosen or none adds more than `worth`.
    """
    chosen: list[int] = []
    best = np.full(scores.shape[1], -np.inf)
    while len(chosen) < most:
        together = np.maximum(scores, best).mean(axis=1)
        one = int(together.argmax())
        if chosen and together[one] - best.mean() <= worth:
            break
        chosen.append(one)
        best = np.maximum(best, scores[one])
    return tuple(chosen)


def groups(hypotheses: Pool, most: int, *, threads: int | None = None) -> tuple[Pool, ...]:
    """Hypotheses apart by who of them goes best with each: those that like the same company."""
    known = Experience.train(hypotheses, games=_GAMES, first_seed=_GROUPING_SEED, threads=threads)
    company = covering(known.scores, most)
    likes = known.scores[list(company)].argmax(axis=0)
    members = [[one for one, place in zip(hypotheses.elites, likes, strict=True) if place == k]
               for k in range(len(company))]  # fmt: skip
    return tuple(
        Pool(f"group {number}", tuple(some), hypotheses.setup)
        for number, some in enumerate(filter(None, members), 1)
    )


@dataclass(frozen=True)
class GrowthRun:
    """One run of evolution: responses of one rulebook for one group."""

    folder: Path
    partners: Path
    """the group's file"""
    settings: dict[str, object]
    """for `ty.evolve`"""


def plan(  # noqa: PLR0913
    hypotheses: PoolLike,
    folder: str | Path,
    *,
    most_groups: int,
    candidates: int,
    rulebooks: Sequence[str],
    seed: Seed,
    threads: int | None = None,
) -> tuple[GrowthRun, ...]:
    """Groups the hypotheses, writes a file for each group, and says what is to be evolved."""
    partners, place = pool(hypotheses), Path(folder)
    whole_number("groups", most_groups, 1, len(partners))
    for book in rulebooks:
        rulebook(book)
    if not rulebooks:
        raise TamayaError("no rulebook to grow responses from (expected tamaya or published)")
    found = groups(partners, most_groups, threads=threads)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TamayaError(f"cannot make {str(place)!r}: {error.strerror or error}") from None
    made = []
    for number, group in enumerate(found, 1):
        file = place / f"group-{number}.json"
        group.write(file)
        made += [
            GrowthRun(place / f"group-{number}-{book}", file, {
                "rulebook": book, "setup": partners.setup, "objective": "mean",
                "partners": str(file), "candidates": candidates, "seed": seed,
            })
            for book in rulebooks
        ]  # fmt: skip
    return tuple(made)


def grow(  # noqa: PLR0913
    hypotheses: PoolLike,
    folder: str | Path,
    *,
    most_groups: int = 4,
    candidates: int = 60_000,
    rulebooks: Sequence[str] = ("tamaya", "published"),
    most: int = 24,
    seed: Seed = 0,
    on: str | Backend = "threads",
    threads: int | None = None,
    progress: GrowthProgress | None = None,
) -> Pool:
    """Evolves agents that score well with groups of hypotheses, and chooses few that cover them.

    Only the hypotheses are used: for grouping, as partners of evolution and for the choice, each
    time on other decks. The folder keeps the runs, which are taken up where they were left, and
    `responses.json` with the result.

    :param hypotheses: who a partner may be: anything `ty.pool` understands, rule agents only
    :param most_groups: hypotheses are put into at most so many groups
    :param candidates: genomes evaluated for each group and rulebook
    :param most: responses to choose at most, of the hypotheses and all that was grown
    :param progress: called after each batch with the run's name and how far it is
    :raises TamayaError: for impossible numbers, or if the folder holds other runs
    """
    whole_number("responses", most, 1, 1000)
    partners = pool(hypotheses)
    runs = plan(partners, folder, most_groups=most_groups, candidates=candidates,
                rulebooks=rulebooks, seed=seed, threads=threads)  # fmt: skip
    grown: list[Elite] = []
    for one in runs:
        name = one.folder.name

        def tell(now: EvolutionProgress, name: str = name) -> None:
            if progress is not None:
                progress(name, now)

        run = evolve(one.folder, on=on, progress=tell, **one.settings)  # type: ignore[arg-type]
        grown += _elites(run, candidates)
    everybody = (*_apart(partners), *grown)
    candidates_pool = Pool("candidates", everybody, partners.setup)
    tried = Experience.train(partners, candidates_pool, games=_GAMES, threads=threads,
                             first_seed=_CHOOSING_SEED)  # fmt: skip
    chosen = covering(tried.scores, most, worth=_WORTH)
    books = [book for book in partners.rulebook.split(",") if book]
    made = Pool(
        Path(folder).resolve().name, tuple(everybody[i] for i in chosen), partners.setup,
        rulebook=",".join(sorted({*books, *rulebooks})), version=version("tamaya"),
        made={"responses to": partners.name, "groups": most_groups, "candidates": candidates,
              "rulebooks": list(rulebooks), "seed": seed, "chosen of": len(everybody)},
    )  # fmt: skip
    made.write(Path(folder) / "responses.json")
    return made


def _elites(run: Run, candidates: int) -> list[Elite]:
    elites = run.pool().elites
    done = int(run.pool().made["candidates"])  # type: ignore[call-overload]
    if done < candidates:
        raise KeyboardInterrupt  # the run was told to stop, and has saved what it has
    return [one.but(name=f"{run.folder.name} {one.name}", niche=()) for one in elites]


def _apart(partners: Pool) -> list[Elite]:
    """The hypotheses themselves, without their places in a map of others."""
    return [one.but(niche=()) for one in partners.elites]
