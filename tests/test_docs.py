"""What the documents say can be run as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.matchups import readme
from tests.truth import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(), re.M | re.S)


def commands() -> list[str]:
    """All `tamaya ...` lines of the documents' shell blocks."""
    lines = [
        line.split("  #")[0].strip()
        for document in DOCUMENTS
        for block in blocks(document, "sh")
        for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith("tamaya ")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.name)
def test_python_blocks_of_a_document_run_in_order(document: Path) -> None:
    code = "\n".join(blocks(document, "python"))
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("command", commands())
def test_documented_commands_run(command: str, tmp_path: Path) -> None:
    tamaya = Path(sys.executable).with_name("tamaya")
    words = [str(tamaya), *shlex.split(command)[1:]]
    subprocess.run(words, check=True, capture_output=True, cwd=tmp_path)


def test_the_readme_has_commands_to_test() -> None:
    assert len(commands()) >= 4
    assert len(blocks(ROOT / "README.md", "python")) >= 4


def test_the_first_forty_lines_show_install_a_game_and_a_match() -> None:
    first = "\n".join((ROOT / "README.md").read_text().splitlines()[:40])
    for promise in ("make demo", "make test", "pip install", "ty.play(", "ty.match("):
        assert promise in first
    assert "mean 1.26" not in first or "± 0.01" in first


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*DOCUMENTS, ROOT / "ARCHITECTURE.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_readmes_table_is_what_the_agents_play() -> None:
    """Two of its cells, played again on the same decks."""
    lines = (ROOT / "README.md").read_text().split(readme.BEGIN)[1].splitlines()
    names = next(line for line in lines if line.startswith("| |")).split("|")[2:-1]
    found: dict[tuple[str, str], str] = {}
    for line in lines:
        cells = [cell.strip(" *") for cell in line.split("|")[1:-1]]
        if cells and f" {cells[0]} " in names:
            found |= {
                (cells[0], name.strip()): cell for name, cell in zip(names, cells[1:], strict=True)
            }
    assert len(found) == len(ty.pool(readme.POOL)) ** 2
    for pair in (("piers", "iggi"), ("flawed", "outer")):
        agents = [f"competition:{name}" for name in pair]
        match = ty.match(*agents, games=readme.GAMES, setup="competition")
        assert found[pair] == f"{match.score.mean:.2f}"
    assert f"{readme.GAMES:,} games a pair" in "".join(lines)


def test_a_document_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ty.TamayaError, match="no place for the table"):
        readme.replaced("nothing here", "table")
    filled = readme.replaced(f"a\n{readme.BEGIN}\nold\n{readme.END}\nb", "new")
    assert filled == f"a\n{readme.BEGIN}\n\nnew\n\n{readme.END}\nb"
