"""HTTP routes of maps: grids, cells in detail, and layers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tamaya.agents import as_agent
from tamaya.errors import BodyError
from tamaya.game import TamayaError
from tamaya.matchups import pool
from tamaya.matchups.pool import shipped
from tamaya.web.http.bodies import answer, described
from tamaya.web.http.response_cache import cache_of, cached_response
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
    """A map by its id: a shipped pool, or a run that the operator publishes.

    :raises BodyError: if there is no such map
    """
    place = places(request).get(id)
    if place is None:
        ids = ", ".join(places(request))
        raise BodyError(404, f"no map {id[:60]!r} (expected one of {ids})")
    return await cache_of(request).get(("atlas", id), lambda: Atlas(id, pool(place)))


def places(request: Request) -> dict[str, str]:
    """The pool or run folder of each map, by its id."""
    runs: dict[str, str] = hub_of(request).roster.pools
    return {name: name for name in shipped()} | runs


@router.get("", **described(MapList))
async def listed(request: Request) -> Response:
    """Lists all maps of this server."""
    summaries = []
    for id in places(request):
        try:
            atlas = await atlas_of(request, id)
            summaries.append(await cache_of(request).get(("map line", id), atlas.summary))
        except TamayaError:  # a run without a pool yet, or a damaged one
            continue
    return answer(MapList(summaries))


@router.get("/{id}", **described(BehaviourMap, errors=(404,)))
async def full_map(request: Request, id: str) -> Response:
    """Returns the grid and the elites in its cells."""
    atlas = await atlas_of(request, id)
    return await cached_response(request, ("map", id), atlas.map)


@router.get("/{id}/cells/{cell}", **described(CellDetail, errors=(404,)))
async def detail(request: Request, id: str, cell: str) -> Response:
    """Returns one elite in detail: its rules, how often they decide, its scores and games."""
    atlas = await atlas_of(request, id)
    _check(atlas, cell)
    return await cached_response(request, ("cell", id, cell), lambda: atlas.detail(cell))


@router.get("/{id}/compare", **described(CellComparison, errors=(404,)))
async def compare(request: Request, id: str, a: CellId, b: CellId) -> Response:
    """Compares the elites of two cells."""
    atlas = await atlas_of(request, id)
    _check(atlas, a, b)
    return await cached_response(request, ("compare", id, a, b), lambda: atlas.compare(a, b))


@router.get("/{id}/layer", **described(MapLayer, errors=(404,)))
async def partner_layer(request: Request, id: str, partner: str) -> Response:
    """Returns the scores of all elites with one partner."""
    atlas = await atlas_of(request, id)
    spec = hub_of(request).roster.spec(partner)
    layer = await cache_of(request).get(("layer", id, spec), lambda: atlas.layer(as_agent(spec)))
    return answer(MapLayer(partner, layer.games, layer.scores))


@router.get("/{id}/agents", **described(KnownAgents, errors=(404,)))
async def named_agents(request: Request, id: str) -> Response:
    """Returns the places of named agents on the map."""
    atlas = await atlas_of(request, id)
    return answer(await cache_of(request).get(("points", id), lambda: KnownAgents(atlas.points())))


def _check(atlas: Atlas, *cells: str) -> None:
    for cell in cells:
        try:
            atlas.find(cell)
        except TamayaError as error:
            raise BodyError(404, str(error)) from None
