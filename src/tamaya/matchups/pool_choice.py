"""Merges, filters and samples pools."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tamaya.agents import Elite, NativeAgent
from tamaya.agents.elite import niche_text
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups.conditions import Condition
from tamaya.matchups.pool import Pool
from tamaya.matchups.traces import traces
from tamaya.numbers import whole_number


def derived(
    pool: Pool, elites: Iterable[Elite], origin: Mapping[str, object], *, name: str | None = None
) -> Pool:
    """A pool of these elites. Its `made` holds the origin, and the pool that they come from.

    :raises TamayaError: if there are no elites
    """
    chosen = tuple(elites)
    if not chosen:
        raise TamayaError(
            f"no agent of the pool {pool.name!r} is left (expected conditions that one meets)"
        )
    return replace(
        pool,
        name=name or pool.name,
        agents=chosen,
        version=_version(),
        made={**origin, "from": _origin(pool)},
    )


def _origin(pool: Pool) -> dict[str, object]:
    return {"name": pool.name, "version": pool.version, "made": dict(pool.made)}


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 (slow, and rarely needed)

    return version("tamaya")


def select(pool: Pool, *conditions: Condition) -> tuple[Elite, ...]:
    """The elites of a pool that meet all conditions."""
    return tuple(elite for elite in pool.elites if all(meets(elite) for meets in conditions))


def distinct(  # noqa: PLR0913
    elites: Sequence[Elite],
    setup: Setup,
    *,
    partners: Sequence[NativeAgent] = (),
    games: int = 200,
    first_seed: Seed = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Elite, ...]:
    """Drops elites that play exactly alike (equal `traces`), except the best of them.

    Of equally good ones the first stays. The parameters are those of `traces`.
    """
    rows = traces(
        elites, setup, partners=partners, games=games, first_seed=first_seed, progress=progress
    )
    best: dict[bytes, Elite] = {}
    for elite, row in zip(elites, rows, strict=True):
        rival = best.setdefault(row.tobytes(), elite)
        if _points(elite) > _points(rival):
            best[row.tobytes()] = elite
    chosen = {id(elite) for elite in best.values()}
    return tuple(elite for elite in elites if id(elite) in chosen)


def _points(elite: Elite) -> float:
    mean = math.nan if elite.score is None else elite.score.mean
    return -math.inf if math.isnan(mean) else mean


def merge(pools: Sequence[Pool], *, setup: str | None = None, name: str = "merged") -> Pool:
    """Joins several pools. Where two pools use the same name, the pool's name is put in front.

    Niches are kept if all pools with a map have the same map. Otherwise the merged pool has no map
    and every name gets its pool's name in front. Scores and features that were measured with
    another set-up or scoring rule are dropped.

    :param setup: set-up of the merged pool; needed if the pools' set-ups differ
    :raises TamayaError: if set-ups differ and `setup` is missing
    """
    if len(pools) < 2:
        raise TamayaError(f"{len(pools)} pools to merge (expected two or more)")
    setup_text = _common_setup(pools) if setup is None else setup
    maps = list(dict.fromkeys((pool.features, pool.grid) for pool in pools if pool.grid))
    features, grid = maps[0] if len(maps) == 1 else ((), ())
    scoring = pools[0].scoring
    count = Counter(name for pool in pools for name in pool.names)
    agents = []
    for pool, prefix in zip(pools, _prefixes(pools), strict=True):
        same_setup = Setup.parse(pool.setup) == Setup.parse(setup_text)
        for elite in pool.elites:
            clash = count[elite.name] > 1 or len(maps) > 1
            agents.append(
                elite.but(
                    name=f"{prefix}:{elite.name}" if clash else elite.name,
                    niche=elite.niche if len(maps) == 1 else (),
                    score=elite.score if same_setup and pool.scoring == scoring else None,
                    features=elite.features if same_setup else None,
                )
            )
    books = {book.strip() for pool in pools for book in pool.rulebook.split(",") if book.strip()}
    whole = all(pool.rulebook for pool in pools)
    return Pool(
        name,
        tuple(agents),
        setup_text,
        rulebook=", ".join(sorted(books)) if whole else "",
        features=features,
        grid=grid,
        scoring=scoring,
        version=_version(),
        made={"from": [_origin(pool) for pool in pools]},
    )


def _common_setup(pools: Sequence[Pool]) -> str:
    first = pools[0]
    for other in pools[1:]:
        if Setup.parse(other.setup) != Setup.parse(first.setup):
            raise TamayaError(
                f"pools of different set-ups: {first.name!r} is made for {first.setup!r}, "
                f"{other.name!r} for {other.setup!r} (choose one with --setup or setup=)"
            )
    return first.setup


def _prefixes(pools: Sequence[Pool]) -> list[str]:
    """The pools' names; equal names get numbers."""
    seen: Counter[str] = Counter()
    prefixes = []
    for pool in pools:
        seen[pool.name] += 1
        prefixes.append(pool.name if seen[pool.name] == 1 else f"{pool.name}-{seen[pool.name]}")
    return prefixes


def sample(pool: Pool, count: int, *, seed: Seed = 0) -> tuple[Elite, ...]:
    """Draws `count` elites uniformly without replacement and keeps the pool's order.

    :raises TamayaError: if the pool has fewer
    """
    count = whole_number("count", count, 1, len(pool))
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    places = random.Random(seed).sample(range(len(pool)), count)
    return tuple(pool.elites[place] for place in sorted(places))


def spread(pool: Pool, count: int) -> tuple[Elite, ...]:
    """Chooses `count` elites that lie far from each other in the map.

    It starts with the best elite and then always adds the one that is farthest from its nearest
    chosen elite; of equally far ones the best. Each side of the map has length 1.

    :raises TamayaError: if the pool has fewer elites, or one of them has no place in a map
    """
    count = whole_number("count", count, 1, len(pool))
    elites = pool.elites
    points = [_place(elite, pool) for elite in elites]
    chosen = [max(range(len(elites)), key=lambda i: _points(elites[i]))]
    while len(chosen) < count:
        rest = (i for i in range(len(elites)) if i not in chosen)
        chosen.append(
            max(
                rest,
                key=lambda i: (
                    min(math.dist(points[i], points[j]) for j in chosen),
                    _points(elites[i]),
                ),
            )
        )
    return tuple(elites[i] for i in sorted(chosen))


def _place(elite: Elite, pool: Pool) -> tuple[float, ...]:
    """Where an elite lies: its niche, or its features if cells form no grid."""
    if not elite.niche or not pool.grid:
        raise TamayaError(
            f"agent {elite.name!r} of the pool {pool.name!r} has no niche, so no distance to others"
        )
    if len(pool.grid) == len(pool.features):
        return tuple(i / cells for i, cells in zip(elite.niche, pool.grid, strict=True))
    values = [elite.features.get(name, math.nan) for name in pool.features]
    if any(map(math.isnan, values)):
        raise TamayaError(
            f"agent {elite.name!r} in niche {niche_text(elite.niche)} lacks a feature of the map"
        )
    return tuple(values)
