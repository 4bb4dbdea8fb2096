"""Writes the list of all named agents into docs/agents.md between its markers.

python -m tamaya.agents.page [FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

from tamaya.agents.agent import ALL_PLAYERS
from tamaya.agents.registry import COMBINED, OWN, Entry, entries
from tamaya.errors import TamayaError

BEGIN, END = "<!-- agents:begin -->", "<!-- agents:end -->"


def families() -> dict[str, list[Entry]]:
    """All entries by family: our own first, agents that are made of others last."""
    order = {OWN: 0, COMBINED: 2}
    listed = sorted(entries().values(), key=lambda e: (order.get(e.family, 1), e.family))
    by_family: dict[str, list[Entry]] = {}
    for entry in listed:
        by_family.setdefault(entry.family, []).append(entry)
    return by_family


def lines() -> str:
    """A table for each family."""
    parts: list[str] = []
    for family, members in families().items():
        parts += [f"### {family}", "", "| name | what it does | players |", "|---|---|---|"]
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


def replaced(document: str) -> str:
    """The document with the list between its markers.

    :raises TamayaError: if it has no markers
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise TamayaError(f"no place for the agents (expected lines {BEGIN!r} and {END!r})")
    return f"{before}{BEGIN}\n\n{lines()}\n\n{END}{after}"


def main() -> None:
    """Writes the list."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/agents.md")
    path.write_text(replaced(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
