"""MkDocs hooks: generated pages, and links to files outside of docs.

The navigation in mkdocs.yml may contain patterns such as `reproduction/*.md` and entries such as
`GENERATED cli`. Links to files outside of `docs`, such as `../examples/cross_play.py`, lead to the
pages that show these files.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from website import cli_pages, example_pages, project_pages
from website.generated import Section

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)#:\s]+)((?:#[^)\s]*)?)\)")
_ROW = re.compile(r"^\|.*$", re.M)
_sections: dict[str, Section] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Writes the generated sections and completes the navigation."""
    _sections.clear()
    for section in (
        cli_pages.section(),
        example_pages.section(ROOT / "examples"),
        project_pages.section(ROOT),
    ):
        _sections[section.name] = section
    assert isinstance(config.nav, list)
    config.nav = _completed(config.nav, Path(config.docs_dir))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages."""
    for section in _sections.values():
        for path, text in section.pages.items():
            files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lets links to files outside of docs lead to the pages that show them."""
    folder = posixpath.dirname(page.file.src_uri)
    text = _ROW.sub(lambda row: bars_in_code(row[0]), markdown)
    return _LINK.sub(lambda link: _resolved(link, folder), text)


def bars_in_code(row: str) -> str:
    """A row of a table whose code needs no backslash before a bar: GitHub does, this site not."""
    parts = row.split("`")
    parts[1::2] = [code.replace("\\|", "|") for code in parts[1::2]]
    return "`".join(parts)


def _resolved(link: re.Match[str], folder: str) -> str:
    """A link that works in the site; a file that the site does not show becomes its name."""
    path = posixpath.normpath(posixpath.join("docs", folder, link[2]))
    if path.startswith("docs/"):
        return link[0]
    shown = {file: page for section in _sections.values() for file, page in section.shows.items()}
    if path in shown:
        return f"[{link[1]}]({posixpath.relpath(shown[path], folder)}{link[3]})"
    return f"`{path}`" if (ROOT / path).exists() else link[0]


def _completed(entries: list[Any], docs: Path) -> list[Any]:
    """The navigation with patterns and generated sections replaced by their pages."""
    complete: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            complete += [{title: _value(value, docs)} for title, value in entry.items()]
        elif "*" in entry:
            complete += _matches(entry, docs)
        else:
            complete.append(entry)
    return complete


def _value(value: Any, docs: Path) -> Any:
    if isinstance(value, list):
        return _completed(value, docs)
    if value.startswith("GENERATED "):
        return _sections[value.removeprefix("GENERATED ")].navigation
    return _matches(value, docs) if "*" in value else value


def _matches(pattern: str, docs: Path) -> list[str]:
    """Files of a pattern, the index of a folder first."""
    paths = [path.relative_to(docs).as_posix() for path in sorted(docs.glob(pattern))]
    return sorted(paths, key=lambda path: not path.endswith("index.md"))
