"""HTTP: maps of behaviour, their cells at work, and layers on top of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tamaya.agents import as_agent
from tamaya.errors import BodyError
from tamaya.game import TamayaError
from tamaya.matchups import pool
from tamaya.matchups.pool import shipped
from tamaya.web.http.bodies import answer, described
from tamaya.web.http.response_cache import memory_of, packed
from tamaya.web.live.sessions import hub_of
from tamaya.web.maps.atlas import Atlas
from tamaya.web.maps.protocol import (
    BehaviourMap,
    CellComparison,
    CellDetail,
    KnownAgents,
    MapLayer,
    MapList,
)

router = APIRouter(prefix="/api/maps")
CellId = Annotated[str, Query(pattern=r"^\d{1,4}(,\d{1,4}){0,5}$")]


async def atlas_of(request: Request, id: str) -> Atlas:
    """A map by its id: a shipped pool, or a run's folder that whoever runs the server named.

    :raises BodyError: if there is none
    """
    place = places(request).get(id)
    if place is None:
        there = ", ".join(places(request))
        raise BodyError(404, f"no map {id[:60]!r} (expected {there})")
    return await memory_of(request).get(("atlas", id), lambda: Atlas(id, pool(place)))


def places(request: Request) -> dict[str, str]:
    """What each map is read from, by its id."""
    runs: dict[str, str] = hub_of(request).roster.pools
    return {name: name for name in shipped()} | runs


@router.get("", **described(MapList))
async def listed(request: Request) -> Response:
    """All maps of this server."""
    found = []
    for id in places(request):
        try:
            atlas = await atlas_of(request, id)
            found.append(await memory_of(request).get(("map line", id), atlas.summary))
        except TamayaError:  # a run that has not come to its first pool, or is damaged
            continue
    return answer(MapList(found))


@router.get("/{id}", **described(BehaviourMap, errors=(404,)))
async def whole(request: Request, id: str) -> Response:
    """The grid, and who holds which cell."""
    atlas = await atlas_of(request, id)
    return await packed(request, ("map", id), atlas.map)


@router.get("/{id}/cells/{cell}", **described(CellDetail, errors=(404,)))
async def detail(request: Request, id: str, cell: str) -> Response:
    """One agent at work: rules in words, how often they decide, scores and games."""
    atlas = await atlas_of(request, id)
    _check(atlas, cell)
    return await packed(request, ("cell", id, cell), lambda: atlas.detail(cell))


@router.get("/{id}/compare", **described(CellComparison, errors=(404,)))
async def compare(request: Request, id: str, a: CellId, b: CellId) -> Response:
    """Two cells side by side."""
    atlas = await atlas_of(request, id)
    _check(atlas, a, b)
    return await packed(request, ("compare", id, a, b), lambda: atlas.compare(a, b))


@router.get("/{id}/layer", **described(MapLayer, errors=(404,)))
async def layer(request: Request, id: str, partner: str) -> Response:
    """How every cell scores with one partner."""
    atlas = await atlas_of(request, id)
    spec = hub_of(request).roster.spec(partner)
    made = await memory_of(request).get(("layer", id, spec), lambda: atlas.layer(as_agent(spec)))
    return answer(MapLayer(partner, made.games, made.scores))


@router.get("/{id}/agents", **described(KnownAgents, errors=(404,)))
async def known(request: Request, id: str) -> Response:
    """Where known agents lie on the map."""
    atlas = await atlas_of(request, id)
    return answer(await memory_of(request).get(("points", id), lambda: KnownAgents(atlas.points())))


def _check(atlas: Atlas, *cells: str) -> None:
    for cell in cells:
        try:
            atlas.find(cell)
        except TamayaError as error:
            raise BodyError(404, str(error)) from None
