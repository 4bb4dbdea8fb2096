"""Pages of documents outside of docs: architecture, contributing, changes and so on."""

from __future__ import annotations

import posixpath
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
        is_page = name.endswith(".md")
        pages[path] = _moved(text, name) if is_page else f"# {title}\n```text\n{text}```\n"
        shows[name] = path
        navigation.append({title: path})
    return Section(name="project", pages=pages, navigation=navigation, shows=shows)


def _moved(text: str, name: str) -> str:
    """The text of a document with links that lead from docs/project, where its page lies."""

    def moved(link: re.Match[str]) -> str:
        target = posixpath.join(posixpath.dirname(name), link[2])
        return link[1] + posixpath.relpath(target, "docs/project") + link[3]

    return re.sub(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))", moved, text)
