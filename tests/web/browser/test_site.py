"""The documentation, opened from a folder: search works, and nothing comes from a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.truth import ROOT

pytest.importorskip("mkdocs", reason="needs the extra [docs]")
PAGES = {
    "index.md": "# Home\nWelcome.\n",
    "deep/finesse.md": "# A long chapter\n## Finesses\nA finesse promises a card above another.\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two pages with the theme, plugins and scripts of ours."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    for name, text in PAGES.items():
        page = folder / "docs" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    for part in ("javascripts", "stylesheets", "pictures"):
        shutil.copytree(ROOT / "docs" / part, folder / "docs" / part)
    config = load_config(
        str(ROOT / "mkdocs.yml"),
        docs_dir=str(folder / "docs"),
        site_dir=str(folder / "built"),
        plugins=["search", "offline"],
        hooks=[],
    )
    config["nav"] = None
    build(config)
    return folder / "built"


def test_search_works_in_pages_opened_from_a_folder(browser: Browser, site: Path) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.locator(".md-search__input").click()
    page.keyboard.type("finesse promises")
    first = page.locator(".md-search-result__item a").first
    expect(first).to_contain_text("A long chapter")
    first.click()
    expect(page.get_by_role("heading", name="Finesses")).to_be_visible()
    context.close()
    strayed = [
        url for url in requested if not url.startswith(("file:", "data:", "blob:", "about:"))
    ]
    assert strayed == []
