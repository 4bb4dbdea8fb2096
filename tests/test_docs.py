"""The code and commands in the documentation run as printed."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import tamaya
import tamaya as ty
from tamaya import humans
from tamaya.agents import page as agents_page
from tamaya.features import registry
from tamaya.files import replace_section
from tamaya.files.sections import markers
from tamaya.humans import people_file
from tamaya.matchups import readme
from tamaya.qd import page as pools_page
from tamaya.qd import readme as pools_readme
from tamaya.study import templates
from tests.cli import program
from tests.docs import story
from tests.docs.story import missing_lines
from tests.humans import study
from tests.sampling import sampled
from tests.truth import ROOT, truth

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("**/*.md"))
TUTORIALS = DOCS / "tutorials"
"""`tests/docs/test_story.py` runs them, and the README"""
DOCUMENTS = [
    ROOT / "CONTRIBUTING.md",
    *(page for page in PAGES if page.parent != TUTORIALS),
]
ALL = [ROOT / "CONTRIBUTING.md", *PAGES]
COMPARISON = DOCS / "how-to" / "compare.md"
EVOLUTION = DOCS / "how-to" / "evolve.md"
SPEED = DOCS / "speed.md"


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


WITH_PYTHON = [document for document in DOCUMENTS if blocks(document, "python")]


@pytest.mark.parametrize("document", WITH_PYTHON, ids=lambda d: str(d.relative_to(ROOT)))
def test_python_blocks_of_a_document_run_in_order_and_print_what_they_say(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_features", dict(registry._features))  # some add features
    code = "\n".join(blocks(document, "python"))
    printed = story.run_python(code, {"__name__": "__main__"})
    promised = re.findall(r"# prints: (.*)$", code, re.M)
    assert missing_lines(promised, printed.splitlines()) == []


def test_what_is_not_printed_is_noticed() -> None:
    printed = ["one 1", "two 2"]
    assert missing_lines(["one ...", "two 2"], printed) == []
    assert missing_lines(["one 2"], printed) == ["one 2"]
    assert missing_lines(["two 2", "one 1"], printed) == ["one 1"]


def test_the_version_stands_in_one_place_and_the_citation_agrees() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {tamaya.__version__}\n" in citation
    assert metadata.version("tamaya") == tamaya.__version__
    assert tamaya.__version__ not in (ROOT / "pyproject.toml").read_text()
    newest = re.findall(r"^## (\S+) \((.*)\)", (ROOT / "CHANGELOG.md").read_text(), re.M)[0]
    dated = re.findall(r"^date-released: (.*)$", citation, re.M)
    assert newest == (tamaya.__version__, dated[0] if dated else "unreleased")


ALL_EXPERIMENTS = "tamaya reproduce all --scale tiny --out runs/reproduce"
"""each experiment has a test of its own that runs it"""
LONG = tuple(
    f"tamaya {words}"
    for words in (
        "evolve",
        "humans clone",
        "humans partner",
        "learn",
        "meta grow",
        "reproduce all",
        "speed",
        "study power",
    )
)
"""commands that compute for five seconds or more; shorter runs of them have tests of their own"""


def short_commands() -> set[str]:
    return {command for command in commands() if not command.startswith(LONG)}


@pytest.mark.slow
@pytest.mark.parametrize("command", sampled(commands(), short_commands()))
def test_documented_commands_run(command: str, tmp_path: Path) -> None:
    if command == ALL_EXPERIMENTS:
        truth("HanabiData")
    words = shlex.split(command)[1:]
    if words[0] == "humans":  # the project contains no games of people: agents replace them
        study.write(tmp_path / "HanabiData")
        people_file.write(humans.read(tmp_path / "HanabiData"), tmp_path / "people.jsonl")
    if "docs/reproduction" in words:
        (tmp_path / "docs").symlink_to(DOCS)
    if words[0] == "study" and words[1] != "new":
        study.write(tmp_path / "HanabiData", people=12)
        (tmp_path / "pilot.toml").write_text(templates.template("eger2017"))
    done = program.tamaya(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_documents_have_commands_to_test() -> None:
    assert ALL_EXPERIMENTS in commands()
    assert len(commands()) >= 4


def test_the_readme_is_short_and_has_four_doors_with_their_output() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 150
    doors = ["Play", "Write a bot", "Train and evaluate a policy", "Replicate a paper"]
    assert re.findall("^## (.*)", text, re.M)[:4] == doors
    shown = [block.language for block in story.blocks_of(ROOT / "README.md")]
    assert shown == ["sh", "python", "sh", "text", "python", "text", "sh", "text"]
    first_screen = text.partition("![")[0]
    for door in doors:
        assert f"[{door}](#{door.lower().replace(' ', '-')})" in first_screen.replace("\n", " ")
    for promise in ("make demo", "make test", "make serve", "pip install"):
        assert promise in text


def test_the_numbers_of_the_readme_are_those_of_the_pages() -> None:
    text = " ".join((ROOT / "README.md").read_text().partition("## Three numbers")[2].split())
    row = re.search(r"^\| detective \|(.*)", (DOCS / "benchmark.md").read_text(), re.M)
    assert row
    score, interval, _, _, fresh, *_ = (cell.strip() for cell in row[1].split("|"))
    assert f"**{score} points (95 % interval {interval})**" in text
    assert f"and {fresh} with those that were grown" in text
    speed = re.findall(r"^\| (?:tamaya, portable|HLE .*?) \| ([\d,]+) ", SPEED.read_text(), re.M)
    ours, theirs = (int(steps.replace(",", "")) / 1e6 for steps in speed)
    assert f"**{ours / theirs:.0f} times as fast**" in text
    assert f"{ours:.1f} against {theirs:.2f} million steps" in text


@pytest.mark.slow
def test_the_networks_of_the_readme_score_what_it_says() -> None:
    text = (ROOT / "README.md").read_text()
    alone, together = (
        ty.match("learned:self-play", partner, games=1000).score
        for partner in ("learned:self-play", "piers")
    )
    assert f"**{alone.mean:.2f} ± {alone.sem:.2f} points with itself" in text
    assert f"{together.mean:.2f} ± {together.sem:.2f} with `piers`**" in text


GENERATED = "reference/cli/"
"""folder of pages that only the site has"""


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*ALL, ROOT / "README.md", ROOT / "ARCHITECTURE.md"]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            path = (document.parent / target).resolve()
            assert path.exists() or GENERATED in path.as_posix(), f"{document.name}: {target}"


@pytest.mark.parametrize("document", ALL, ids=lambda d: str(d.relative_to(ROOT)))
def test_commands_that_take_too_long_to_run_are_accepted(document: Path) -> None:
    for block in story.blocks_of(document):
        if block.language in ("console", "sh"):
            for command in story.commands_of(block.text):
                story.check_command(command)


def test_no_command_hides_in_a_block_of_text() -> None:
    for document in ALL:
        for block in story.blocks_of(document):
            if block.language == "text":
                assert not re.search(r"^(\$ )?tamaya [a-z]+ ", block.text, re.M), document


def test_commands_in_running_text_exist_with_their_options() -> None:
    root = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md")]
    checked = 0
    for document in [*ALL, *root]:
        prose = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.M | re.S)
        for command in re.findall(r"`(tamaya [^`]+)`", prose):
            if not re.fullmatch(r"tamaya [a-z ]+ \d", command):  # the name of a file format
                checked += 1
                assert story.unknown_words(command) == [], f"{document.name}: {command}"
    assert checked > 200


def test_an_unknown_word_of_a_command_in_running_text_is_noticed() -> None:
    assert story.unknown_words("tamaya table --heatmaps FILE") == ["--heatmaps"]
    assert story.unknown_words("tamaya pool grow") == ["grow"]
    assert story.unknown_words("tamaya table classics --plot FILE") == []


def test_the_install_page_lists_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = set(re.findall(r"'\.\[(\w+)\]'", (DOCS / "how-to" / "install.md").read_text()))
    assert listed == extras["optional-dependencies"].keys() - {"docs"}  # `dev` contains it


def test_the_api_pages_have_every_public_name() -> None:
    pages = "".join(page.read_text() for page in (ROOT / "docs/reference/api").glob("*.md"))
    documented = set(re.findall(r"^::: tamaya\.(?:[\w.]+\.)?(\w+)$", pages, re.M))
    assert set(ty.__all__) <= documented


def test_the_cross_play_table_is_what_the_agents_play() -> None:
    """Two of its cells, played again on the same decks."""
    begin, _ = markers(readme.SECTION)
    lines = COMPARISON.read_text().split(begin)[1].splitlines()
    names = next(line for line in lines if line.startswith("| |")).split("|")[2:-1]
    cells_by_pair: dict[tuple[str, str], str] = {}
    for line in lines:
        cells = [cell.strip(" *") for cell in line.split("|")[1:-1]]
        if cells and f" {cells[0]} " in names:
            cells_by_pair |= {
                (cells[0], name.strip()): cell for name, cell in zip(names, cells[1:], strict=True)
            }
    assert len(cells_by_pair) == len(readme.POOL) ** 2
    for pair in (("piers", "iggi"), ("flawed", "outer")):
        agents = [f"competition:{name}" for name in pair]
        match = ty.match(*agents, games=readme.GAMES, setup="competition")
        assert cells_by_pair[pair] == f"{match.score.mean:.2f}"
    assert f"{readme.GAMES:,} games a pair" in "".join(lines)


def test_the_list_of_pools_is_the_generated_one() -> None:
    document = EVOLUTION.read_text()
    section = replace_section(document, pools_readme.SECTION, pools_readme.lines())
    assert section == document
    assert "| `tamaya-1` |" in document


def test_the_list_of_agents_is_the_generated_one() -> None:
    document = (ROOT / "docs" / "agents.md").read_text()
    assert replace_section(document, agents_page.SECTION, agents_page.lines()) == document
    assert "| `evolved:nyu_3` | " in document


def test_the_page_of_evolved_pools_can_be_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools_page, "GAMES", 3)
    again, there = pools_page.text(), (ROOT / "docs" / "evolution.md").read_text()
    assert re.sub(r"[-\d.,%]+", "", again) == re.sub(r"[-\d.,%]+", "", there)
