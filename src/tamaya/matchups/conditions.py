"""Parses conditions on elites: features (`communicativeness>0.4`) and niches (`1-3,*`)."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable

from tamaya.agents import Elite
from tamaya.game import NotationError, TamayaError, UnknownNameError
from tamaya.matchups.pool import Pool

Condition = Callable[[Elite], bool]

_COMPARES: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_FEATURE = re.compile(r"\s*([a-z_0-9]+)\s*(>=|<=|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*")
_PLACES = re.compile(r"\s*(?:\*|(\d{1,6})(?:\s*-\s*(\d{1,6}))?)\s*")


def feature_condition(text: str, pool: Pool) -> Condition:
    """Parses `communicativeness>0.4`, also with `>=`, `<` and `<=`. A feature that is nan never
    meets it.

    :raises NotationError: if the text is not a condition
    :raises UnknownNameError: if no agent of the pool has such a feature
    """
    parsed = _FEATURE.fullmatch(text)
    if parsed is None:
        raise NotationError(
            f"not a condition: {text!r} (expected one like 'communicativeness>0.4')"
        )
    name, compare, number = parsed[1], _COMPARES[parsed[2]], float(parsed[3])
    known = sorted({feature for elite in pool.elites for feature in elite.features})
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.4) or known or ["none"]
        raise UnknownNameError(
            f"no feature {name!r} in {text!r} (features of the pool {pool.name!r}: "
            f"{', '.join(near)})"
        )
    return lambda elite: name in elite.features and compare(elite.features[name], number)


def niche_condition(text: str, pool: Pool) -> Condition:
    """Parses niches of the pool's map, one part for each index: `2,3`, `1-3,*`.

    :raises NotationError: if the text is not a niche of that map
    :raises TamayaError: if the pool has no map
    """
    if not pool.grid:
        raise TamayaError(f"niche {text!r}, but the pool {pool.name!r} has no map of niches")
    parts = text.split(",")
    if len(parts) != len(pool.grid):
        raise _not_a_niche(text, pool)
    ranges = [_range(part, cells, text, pool) for part, cells in zip(parts, pool.grid, strict=True)]

    def inside(elite: Elite) -> bool:
        return bool(elite.niche) and all(
            place in allowed for place, allowed in zip(elite.niche, ranges, strict=True)
        )

    return inside


def _range(part: str, cells: int, text: str, pool: Pool) -> range:
    match = _PLACES.fullmatch(part)
    if match is None:
        raise _not_a_niche(text, pool)
    if match[1] is None:
        return range(cells)
    first, last = int(match[1]), int(match[2] or match[1])
    if not first <= last < cells:
        raise _not_a_niche(text, pool)
    return range(first, last + 1)


def _not_a_niche(text: str, pool: Pool) -> NotationError:
    whole = ",".join(f"0-{cells - 1}" for cells in pool.grid)
    starred = ",".join(["1", *"*" * (len(pool.grid) - 1)])
    return NotationError(
        f"not a niche of the pool {pool.name!r}: {text!r} (expected places in {whole}, like "
        f"{starred})"
    )


def score_condition(low: float | None, high: float | None) -> Condition:
    """True for scores from `low` to `high`, ends included; false for agents without a score."""

    def inside(elite: Elite) -> bool:
        if elite.score is None:
            return False
        mean = elite.score.mean
        return (low is None or mean >= low) and (high is None or mean <= high)

    return inside
