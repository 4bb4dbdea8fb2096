"""The agent family `elite:`; `elite:runs/a#2,3` is the agent in niche 2,3 of a pool."""

from __future__ import annotations

from tamaya.agents import Elite, NativeAgent, as_agent
from tamaya.agents.registry import Entry, register
from tamaya.game import NotationError, TamayaError
from tamaya.matchups.pool import pool, shortened


def elite(place: str, *, name: str = "") -> Elite:
    """The agent at `POOL#NICHE` or `POOL#NAME`. It is called `elite:` followed by `place`.

    :param place: its pool is a file, the folder of a run or a built-in pool
    :raises UnknownNameError: if there is no such pool, or no such agent in it
    :raises TamayaError: if the agent is not a plain rule list
    """
    where, mark, which = place.rpartition("#")
    if not mark:
        names = shortened(pool(place).names, 40)
        raise NotationError(f"not an elite: 'elite:{place}' (expected # and one of {names})")
    if not where.strip() or not which.strip():
        raise NotationError(f"not an elite: 'elite:{place}' (expected elite:POOL#NICHE)")
    home = pool(where.strip())
    agent = as_agent(home.find(which))
    if not isinstance(agent, NativeAgent):
        raise TamayaError(f"agent {agent.name!r} at 'elite:{place}' is not a rule list")
    return Elite.of(agent).but(
        name=name or f"elite:{place}", made_for="" if home.any_setup else home.setup
    )


register(
    Entry(
        "elite:",
        "An agent of an evolved pool, like elite:tamaya-1#2,3.",
        elite,
        usage="elite:POOL#NICHE",
    )
)
