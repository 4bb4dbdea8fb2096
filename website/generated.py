"""A part of the navigation whose pages have no file in docs."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Section:
    """Generated pages and where they stand in the navigation."""

    name: str
    """as in `GENERATED name` of mkdocs.yml"""
    pages: dict[str, str]
    """Markdown by path of the page, relative to docs"""
    navigation: list[str | dict[str, str]]
    """entries of the navigation, as MkDocs reads them"""
    shows: dict[str, str] = field(default_factory=dict)
    """page by file of the repository that it shows"""
