"""Niches of agents: distances between them, and agents of the same niche in two pools."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Elite
from tamaya.agents.elite import niche_text
from tamaya.game import Setup, TamayaError
from tamaya.matchups import Pool
from tamaya.numbers import Floats

Pairs = NDArray[np.bool_]
"""a mask that selects pairs of agents"""


def niches(pool: Pool) -> NDArray[np.int64]:
    """The niche of each agent, one row each.

    :raises TamayaError: if an agent has no niche, or the cells of the map form no grid
    """
    elites = pool.elites
    for elite in elites:
        if not elite.niche:
            raise TamayaError(
                f"agent {elite.name!r} of the pool {pool.name!r} has no niche (expected an evolved "
                "pool, like the folder of a run)"
            )
    if len({len(elite.niche) for elite in elites}) > 1:
        raise TamayaError(f"the niches of the pool {pool.name!r} belong to different maps")
    if pool.features and len(pool.grid) != len(pool.features):
        raise TamayaError(f"the cells of the pool {pool.name!r} form no grid (expected a grid map)")
    return np.array([elite.niche for elite in elites], np.int64)


def manhattan(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Steps between niches along the axes of the map: [agents, agents]."""
    apart: NDArray[np.int64] = np.abs(places[:, None, :] - places[None, :, :]).sum(axis=2)
    return apart


def same_setup(*pools: Pool) -> Setup:
    """The set-up of all pools.

    :raises TamayaError: if they differ
    """
    first = Setup.parse(pools[0].setup)
    for other in pools[1:]:
        if Setup.parse(other.setup) != first:
            raise TamayaError(
                f"pools of different set-ups: {pools[0].name!r} is made for {pools[0].setup!r}, "
                f"{other.name!r} for {other.setup!r}"
            )
    return first


def corresponding(ours: Pool, theirs: Pool) -> list[tuple[int, int]]:
    """Pairs of agents with the same niche, as places in both pools.

    :raises TamayaError: if the maps differ, agents have no niches or share one, or the pools have
        no niche in common
    """
    if (ours.features, ours.grid) != (theirs.features, theirs.grid):
        raise TamayaError(
            f"pools of different maps: {ours.name!r} has {_map(ours)}, {theirs.name!r} "
            f"{_map(theirs)}"
        )
    their_places = _by_niche(theirs)
    pairs = [
        (i, their_places[niche]) for niche, i in _by_niche(ours).items() if niche in their_places
    ]
    if not pairs:
        raise TamayaError(f"no niche is held in both {ours.name!r} and {theirs.name!r}")
    return pairs


def _by_niche(pool: Pool) -> dict[tuple[int, ...], int]:
    niches(pool)
    result: dict[tuple[int, ...], int] = {}
    for place, elite in enumerate(pool.elites):
        if elite.niche in result:
            raise TamayaError(
                f"niche {niche_text(elite.niche)} of the pool {pool.name!r} is held by several "
                "agents"
            )
        result[elite.niche] = place
    return result


def _map(pool: Pool) -> str:
    cells = "x".join(map(str, pool.grid)) or "no"
    return f"{' x '.join(pool.features) or 'no features'} in {cells} cells"


def on_map(pool: Pool, values: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    """Values of the agents laid out on a map of two features; nan in empty cells."""
    layout = np.full(pool.grid, np.nan)
    for elite, value in zip(pool.elites, values, strict=True):
        layout[elite.niche] = value
    return layout


def has_flat_map(pool: Pool) -> bool:
    """Whether the pool has a map of two features to draw on."""
    return len(pool.features) == len(pool.grid) == 2


def policy_text(elite: Elite) -> str:
    """Everything that decides how an elite plays, as text."""
    return f"{elite.genome} gives_up={elite.gives_up}"
