"""Writes the list of all named agents into its section of docs/agents.md.

python -m tamaya.agents.page [FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

from tamaya.agents.agent import ALL_PLAYERS
from tamaya.agents.registry import COMBINED, OWN, Entry, entries
from tamaya.files import replace_section

SECTION = "agents"


def families() -> dict[str, list[Entry]]:
    """All entries by family: Tamaya's own first, agents built from other agents last.

    The last family is sorted by name: its entries come from modules that may be imported in any
    order.
    """
    order = {OWN: 0, COMBINED: 2}

    def place(entry: Entry) -> tuple[int, str, str]:
        name = entry.name if entry.family == COMBINED else ""
        return order.get(entry.family, 1), entry.family, name

    listed = sorted(entries().values(), key=place)
    by_family: dict[str, list[Entry]] = {}
    for entry in listed:
        by_family.setdefault(entry.family, []).append(entry)
    return by_family


def heading(family: str) -> str:
    """The title of a family in lists."""
    return "built from files or other agents" if family == COMBINED else family


def lines() -> str:
    """A Markdown table for each family."""
    parts: list[str] = []
    for family, members in families().items():
        parts += [
            f"### {heading(family)}",
            "",
            "| name | what it does | players |",
            "|---|---|---|",
        ]
        parts += [
            f"| `{_escaped(e.signature)}` | {_escaped(e.description)} | {_players(e)} |"
            for e in members
        ]
        parts.append("")
    return "\n".join(parts).rstrip()


def _players(entry: Entry) -> str:
    return "2 to 5" if entry.players == ALL_PLAYERS else ", ".join(map(str, entry.players))


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Updates the document."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/agents.md")
    document = path.read_text(encoding="utf-8")
    path.write_text(replace_section(document, SECTION, lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
