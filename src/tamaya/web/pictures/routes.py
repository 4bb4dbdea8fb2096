"""HTTP routes of pictures of finished games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from tamaya.errors import BodyError
from tamaya.extras import extra
from tamaya.web.http.response_cache import cache_of
from tamaya.web.replay.routes import replay_game

router = APIRouter(prefix="/api/replays")
_DAY = {"Cache-Control": "public, max-age=86400"}


@router.get("/{id}/picture.png", responses={404: {}, 409: {}}, response_class=Response)
async def picture(
    request: Request, id: str, turn: Annotated[int | None, Query(ge=0, le=1000)] = None
) -> Response:
    """Draws the table after a turn, by default after the last one."""
    game = await replay_game(request, id)
    last = len(game.history.moves)
    shown = last if turn is None else turn
    if shown > last:
        raise BodyError(422, f"no turn {shown} (the game has {last})")

    def compute() -> bytes:
        with extra("web", "pictures of games need Pillow"):
            from tamaya.web.pictures import scenes  # noqa: PLC0415
        return scenes.link_picture(game.tables(), game.history.log(None), shown)

    drawn = await cache_of(request).get(("picture", id, shown), compute)
    return Response(drawn, 200, _DAY, media_type="image/png")


@router.get("/{id}/film.{kind}", responses={404: {}, 409: {}}, response_class=Response)
async def film(
    request: Request, id: str, kind: Literal["gif", "webp"], language: Literal["en", "de"] = "en"
) -> Response:
    """Draws all turns as an animation."""
    game = await replay_game(request, id)

    def compute() -> bytes:
        with extra("web", "films of games need Pillow"):
            from tamaya.web.pictures import scenes  # noqa: PLC0415
        return scenes.film(game.tables(), game.history.log(None), kind, language)

    drawn = await cache_of(request).get(("film", id, kind, language), compute)
    headers = {**_DAY, "Content-Disposition": f'attachment; filename="hanabi.{kind}"'}
    return Response(drawn, 200, headers, media_type=f"image/{kind}")
