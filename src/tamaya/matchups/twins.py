"""Twins in the package's pools: agents that make the same moves, and pools without them.

Evolution may put agents that play alike into several niches. `NAME-distinct` is the pool `NAME`
without all but the best of them. twins.toml names the agents that are left out;
`python -m tamaya.matchups.twins` finds them again.
"""

from __future__ import annotations

import tomllib
from functools import cache

from tamaya.files import write_whole
from tamaya.game import Setup
from tamaya.matchups import pool_choice
from tamaya.matchups.pool import DISTINCT, SHIPPED, Pool, pool, shipped

GAMES = 200
"""games of self-play that are compared: twins make the same moves in all of them"""
_FILE = SHIPPED / "twins.toml"
_HEADER = f"""\
# Agents of the package's pools that make the same moves as another agent of the pool,
# in {GAMES} games with itself (seeds 0-{GAMES - 1}). Pools named NAME{DISTINCT} leave them out.
"""


@cache
def twins() -> dict[str, frozenset[str]]:
    """Names of the agents that `NAME-distinct` leaves out, for each shipped pool."""
    lists = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {name: frozenset(left_out) for name, left_out in lists.items()}


def without_twins(name: str) -> Pool:
    """The pool that a name like `canaan2020-1-distinct` stands for."""
    source = pool(name.removesuffix(DISTINCT))
    left_out = twins().get(source.name, frozenset())
    kept = pool_choice.select(source, lambda elite: elite.name not in left_out)
    return pool_choice.derived(source, kept, {"distinct": GAMES}, name=name)


def find() -> str:
    """Plays all shipped pools and returns the text of twins.toml."""
    lines = []
    for name in shipped():
        source = pool(name)
        kept = pool_choice.distinct(source.elites, Setup.parse(source.setup), games=GAMES)
        names = {elite.name for elite in kept}
        left_out = [elite.name for elite in source.elites if elite.name not in names]
        quoted = ", ".join(f'"{agent}"' for agent in left_out)
        lines.append(f'"{name}" = [{quoted}]\n')
    return _HEADER + "".join(lines)


if __name__ == "__main__":
    write_whole(_FILE, find())
