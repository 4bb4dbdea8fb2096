"""Serves the built pages: files, gzipped if they are text, and `index.html` for other addresses."""

from __future__ import annotations

import gzip
import html
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from tamaya.web.http.bodies import problem

STATIC = Path(__file__).parents[1] / "static"
_FOREVER = "public, max-age=31536000, immutable"
_TEXT = frozenset({".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"})
"""endings of files that are sent gzipped; fonts and pictures are compressed already"""
_REPLAY = re.compile(r"replay/([^/]+)(?:/(\d{1,3}))?/?")
"""addresses of replays: the game and the turn"""
_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tamaya</title>
<h1>The pages of Tamaya are not built</h1>
<p>The server runs, but its pages are missing. In a checkout, build them with
<code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, then reload this page.</p>
</html>
"""


def _file_below(root: Path, path: str) -> Path | None:
    """The file of an address; None if there is none, or no file can have such a name."""
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=200)
def _gzipped(file: Path, _changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def _file_response(request: Request, file: Path, cache_control: str) -> Response:
    """A file, gzipped if it is text and the browser accepts it."""
    headers = {"Cache-Control": cache_control}
    if file.suffix not in _TEXT:
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    kind = mimetypes.guess_type(file.name)[0] or "text/plain"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=headers, media_type=kind)
    headers["Content-Encoding"] = "gzip"
    return Response(_gzipped(file, file.stat().st_mtime_ns), 200, headers, media_type=kind)


def _preview(request: Request, path: str, *, https: bool) -> str:
    """Tags with which other sites show a picture for the link to a replay; empty for other pages.

    They name the picture of the game, which exists only when the game is over.
    """
    replay = _REPLAY.fullmatch(path)
    if replay is None:
        return ""
    scheme = "https" if https else request.url.scheme
    host = f"{scheme}://{request.headers.get('host', '')}"
    turn = f"?turn={replay[2]}" if replay[2] and int(replay[2]) else ""
    picture = f"{host}/api/replays/{quote(replay[1], safe='')}/picture.png{turn}"
    tags = {
        "og:type": "website",
        "og:site_name": "Tamaya",
        "og:title": "A game of Hanabi, turn by turn",
        "og:url": f"{host}/{quote(path)}",
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    lines = [f'<meta property="{name}" content="{html.escape(tags[name])}" />' for name in tags]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def pages(folder: Path = STATIC, *, https: bool = False) -> APIRouter:
    """Serves a folder of built pages. Include this router last: it answers every address.

    :param https: a proxy serves HTTPS
    """
    router = APIRouter()
    root = folder.resolve()

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        first = path.partition("/")[0]
        if first in ("api", "ws"):
            return problem(404, f"no address {'/' + path[:80]!r}")
        file = _file_below(root, path)
        if file is not None and file.name != "index.html":
            hashed = first == "assets"
            return _file_response(request, file, _FOREVER if hashed else "no-cache")
        if first == "assets":
            return problem(404, f"no file {'/' + path[:80]!r}")
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(_MISSING, 503, {"Cache-Control": "no-store"})
        preview = _preview(request, path, https=https)
        if preview:
            page_text = index.read_text(encoding="utf-8").replace("</head>", f"{preview}</head>", 1)
            return HTMLResponse(page_text, 200, {"Cache-Control": "no-cache"})
        return _file_response(request, index, "no-cache")

    return router
