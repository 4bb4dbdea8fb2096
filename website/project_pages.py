"""Pages of documents outside of docs: architecture, contributing, changes and so on."""

from __future__ import annotations

import re
from pathlib import Path

from website.generated import Section

_DOCUMENTS = {
    "CHANGELOG.md": "Changes",
    "ARCHITECTURE.md": "Architecture",
    "CONTRIBUTING.md": "Contributing",
    "SECURITY.md": "Security",
    "THIRD_PARTY.md": "Code and data of others",
    "LICENSE": "Licence",
    "tests/truth/README.md": "Recorded truth",
}


def section(root: Path) -> Section:
    """All of these documents that exist, as pages of the folder `project`."""
    pages: dict[str, str] = {}
    shows: dict[str, str] = {"README.md": "index.md"}
    navigation: list[str | dict[str, str]] = []
    for name, title in _DOCUMENTS.items():
        if not (root / name).exists():
            continue
        stem = title.replace(" ", "_") if "/" in name else Path(name).stem
        path = f"project/{stem.lower()}.md"
        text = (root / name).read_text()
        pages[path] = text if name.endswith(".md") else f"# {title}\n```text\n{text}```\n"
        shows[name] = path
        navigation.append({title: path})
    pages = {path: _with_links_from_the_root(text) for path, text in pages.items()}
    return Section(name="project", pages=pages, navigation=navigation, shows=shows)


def _with_links_from_the_root(text: str) -> str:
    """Links are relative to the root folder; the pages lie in docs/project."""

    def moved(link: re.Match[str]) -> str:
        target = link[2]
        inside = target.startswith("docs/")
        return link[1] + ("../" + target[5:] if inside else "../../" + target) + link[3]

    return re.sub(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))", moved, text)
