"""The README and the tutorials run from top to bottom and print what they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamaya.features import registry
from tests.docs import story
from tests.truth import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_runs_and_prints_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_features", dict(registry._features))  # some add features
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    story.tell(page)


def page_with(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(text)
    return page


def test_a_page_that_prints_something_else_fails(tmp_path: Path) -> None:
    page = page_with(
        tmp_path, "```python\nx = 2\n```\n\n```python\nprint(x)\n```\n```text\n3\n```\n"
    )
    with pytest.raises(AssertionError, match=r"promises \['3'\]"):
        story.tell(page)


def test_a_command_with_an_unknown_option_fails(tmp_path: Path) -> None:
    page = page_with(tmp_path, "```console\n$ tamaya match piers --gams 3\n```\n")
    with pytest.raises(Exception, match="--gams"):
        story.tell(page)


def test_a_command_that_fails_fails_the_page(tmp_path: Path) -> None:
    page = page_with(tmp_path, "```sh\ntamaya match pierss --games 3\n```\n")
    with pytest.raises(AssertionError, match="pierss"):
        story.tell(page)
