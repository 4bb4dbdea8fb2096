"""Serves the built pages: files, and `index.html` for every other address."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, HTMLResponse

from tamaya.web.http.bodies import problem

STATIC = Path(__file__).parents[1] / "static"
_FOREVER = "public, max-age=31536000, immutable"
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


def pages(folder: Path = STATIC) -> APIRouter:
    """Serves a folder of built pages. Include this router last: it answers every address."""
    router = APIRouter()
    root = folder.resolve()

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        first = path.partition("/")[0]
        if first in ("api", "ws"):
            return problem(404, f"no address {'/' + path[:80]!r}")
        file = _file_below(root, path)
        if file is not None and file.name != "index.html":
            hashed = first == "assets"
            return FileResponse(file, headers={"Cache-Control": _FOREVER if hashed else "no-cache"})
        if first == "assets":
            return problem(404, f"no file {'/' + path[:80]!r}")
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(_MISSING, 503, {"Cache-Control": "no-store"})
        return FileResponse(index, headers={"Cache-Control": "no-cache"}, media_type="text/html")

    return router
