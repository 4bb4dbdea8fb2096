"""Boards of the benchmark: comparisons, tables, pictures and pages."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tamaya.benchmark.board import Board, boards
from tamaya.benchmark.numbers import p_value
from tamaya.benchmark.page import page
from tamaya.benchmark.pictures import draw_board, learning_curve, profile
from tamaya.benchmark.result import BenchmarkResult, PartnerResult, Value
from tamaya.benchmark.tables import csv_text, latex_text, markdown_text
from tamaya.cli.app import app
from tamaya.errors import TamayaError

FAMILIES = ("evolved", "classics", "eger")


def made_up(agent: str, skill: float, *, seed: int = 1, games: int = 3) -> BenchmarkResult:
    """A result with four partners of each family; skill is added to all scores."""
    rng = np.random.default_rng(sum(map(ord, agent)))
    partners = []
    for number, family in enumerate(FAMILIES):
        for place in range(4):
            by_game = tuple((12 + number + place + skill + rng.normal(size=games)).tolist())
            mean = sum(by_game) / games
            name = f"{family} {place}"
            numbers = (mean, 0.2, mean - 1, 0.1, by_game, (mean, mean), 0)
            partners.append(PartnerResult(name, family, "made <up>", (name,), *numbers))
    run: dict[str, Value] = {
        "protocol": "v1",
        "track": "ten-games",
        "players": 2,
        "setup": "standard players=2",
        "agent": agent,
        "status": "unofficial",
        "seed": seed,
        "test set": f"hash {seed}",
    }
    return BenchmarkResult(run, {"cores": 2}, ("evolved",), tuple(partners))


def with_means(
    template: BenchmarkResult, partners: tuple[PartnerResult, ...], agent: str, means: np.ndarray
) -> BenchmarkResult:
    """A result of an agent with these partners and mean scores."""
    scored = zip(partners, means, strict=True)
    return dataclasses.replace(
        template,
        run={**template.run, "agent": agent},
        partners=tuple(dataclasses.replace(partner, mean=float(mean)) for partner, mean in scored),
    )


@pytest.fixture
def board() -> Board:
    results = [made_up("weak_100%", 0), made_up("strong", 2), made_up("a & <b>", 1.9)]
    return boards(results)[0]


def test_the_best_comes_first_and_others_are_compared_with_it(board: Board) -> None:
    assert [result.agent for result in board.results][-1] == "weak_100%"
    best, second, last = board.lines
    assert best.gap is None
    assert last.gap is not None
    assert second.gap is not None
    raw = p_value(last.result.means - best.result.means, best.result.strata)
    assert last.gap.value == pytest.approx(last.result.score.value - best.result.score.value)
    assert last.p == pytest.approx(3 * raw)  # Holm: three pairs, and this p is the smallest
    assert last.p < 0.01 < second.p


def test_of_equal_agents_none_seems_worse_than_the_one_that_leads_by_luck() -> None:
    """The same games choose the best; in 5 % of boards at most, a p-value may be below 0.05."""
    rng = np.random.default_rng(5)
    template = made_up("a", 0)
    partners = tuple(
        dataclasses.replace(partner, family=f"family {number % 9}")
        for number, partner in enumerate(template.partners * 3)
    )
    wrong = 0
    for _ in range(60):
        results = [
            with_means(template, partners, f"agent {n}", rng.normal(15, 1, size=36))
            for n in range(12)
        ]
        wrong += min(line.p for line in boards(results)[0].lines[1:]) < 0.05
    assert wrong <= 3  # adjusted only for pairs with the best, 9 boards have one


def test_results_of_other_test_sets_get_their_own_board() -> None:
    two = boards([made_up("a", 1), made_up("a", 1, seed=2), made_up("b", 2)])
    assert [len(group.results) for group in two] == [2, 1]
    with pytest.raises(TamayaError, match="two results of 'a' under the same conditions"):
        boards([made_up("a", 1), made_up("a", 2)])
    with pytest.raises(TamayaError, match="no results"):
        boards([])


def test_results_on_the_set_that_another_version_grew_from_the_seed_are_refused() -> None:
    old = made_up("a", 0)
    new = dataclasses.replace(made_up("b", 0), run={**old.run, "agent": "b", "test set": "other"})
    with pytest.raises(TamayaError, match=r"'b' and 'a' have the same seed, but other test sets"):
        boards([old, new])
    with pytest.raises(TamayaError, match="'a' and 'a' have the same seed, but other test sets"):
        boards([old, dataclasses.replace(old, run={**new.run, "agent": "a"})])


def test_results_of_one_test_set_must_have_the_same_partners() -> None:
    changed = made_up("b", 2)
    changed = dataclasses.replace(changed, partners=changed.partners[1:])
    with pytest.raises(TamayaError, match="'b' and 'a' name the same test set, but other partners"):
        boards([made_up("a", 1), changed])


def test_intervals_of_all_scores_end_at_the_highest_score() -> None:
    summary = made_up("a", 10).summary()  # fresh partners: 21 to 25 points
    assert summary["fresh partners"].high == 25


def test_csv_has_a_line_for_each_agent_and_partner(board: Board) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text([board]))))
    assert len(rows) == 3 * 12
    first = board.results[0].partners[0]
    assert float(rows[0]["mean"]) == pytest.approx(first.mean, rel=1e-5)
    assert rows[0]["bound"] == ""
    assert {row["agent"] for row in rows} == {"weak_100%", "strong", "a & <b>"}


def test_latex_escapes_names(board: Board) -> None:
    text = latex_text([board])
    assert r"weak\_100\%" in text
    assert r"a \& $<$b$>$" in text
    assert text.count(r"\\") == 4  # the heading and three agents
    assert text.count("{") == text.count("}")


def test_markdown_has_a_row_for_each_agent(board: Board) -> None:
    rows = markdown_text([board]).splitlines()[2:]
    assert len(rows) == 5
    assert len({row.count("|") for row in rows}) == 1


class Balance(HTMLParser):
    """Checks that elements are closed in order, and collects the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sources += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_is_well_formed_escaped_and_needs_no_other_files(board: Board) -> None:
    parser = Balance()
    parser.feed(page([board]))
    assert parser.open == []
    assert parser.sources == []
    assert "a & <b>" in parser.words
    assert "made <up>" in parser.words
    assert f"{board.results[0].score.value:.2f}" in parser.words


def test_the_lines_of_twenty_agents_differ() -> None:
    text = page([boards([made_up(f"agent {n}", n / 10) for n in range(20)])[0]])
    lines = re.findall(r'<polyline[^>]*?(?: stroke-dasharray="(.*?)")? style="(.*?)">', text)
    keys = re.findall(r"border-top:3px (.*?)\"", text)
    assert len(lines) == len(keys) == 40  # in two charts
    assert len(set(lines)) == len(set(keys)) == 20


def test_the_page_names_the_best_response_and_its_error() -> None:
    result = made_up("a", 1)
    bounded = [
        dataclasses.replace(p, bound=21.25, bound_sem=0.125, best_response="hats & co")
        for p in result.partners
    ]
    text = page([boards([dataclasses.replace(result, partners=tuple(bounded))])[0]])
    assert "<td>21.25 ± 0.12</td>" in text
    assert ">hats &amp; co</td>" in text
    assert "<td>21.25" not in page([boards([result])[0]])


@pytest.mark.parametrize("kind", [".png", ".svg", ".pdf"])
def test_pictures_of_equal_boards_are_equal(kind: str, board: Board, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}{kind}" for name in "ab"]
    for file in files:
        draw_board(board, file)
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert len(first) > 5000
    if kind == ".svg":
        assert "mean score by game" in first.decode()


def test_a_track_of_one_game_has_no_learning_curve(tmp_path: Path) -> None:
    draw_board(boards([made_up("a", 1, games=1)])[0], tmp_path / "a.svg")
    assert "mean score by game" not in (tmp_path / "a.svg").read_text()


def test_other_kinds_of_pictures_are_refused(board: Board, tmp_path: Path) -> None:
    with pytest.raises(TamayaError, match=r"a\.bmp' \(expected a \.png, \.svg or \.pdf file\)"):
        draw_board(board, tmp_path / "a.bmp")


def test_a_profile_is_the_share_of_partners_that_reach_a_score() -> None:
    result = made_up("a", 0)
    middle = float(np.median(result.means))
    assert profile(result, np.array([0.0, middle, 25.0])) == pytest.approx([1, 0.5, 0])
    assert learning_curve(result).mean() == pytest.approx(result.score.value)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["benchmark", "board", *words], env={"COLUMNS": "120"})


def test_the_command_prints_and_writes_boards(board: Board, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.json" for number in range(3)]
    for file, result in zip(files, board.results, strict=True):
        result.write(file)
    names = list(map(str, files))
    outputs = {"--html": "b.html", "--csv": "b.csv", "--latex": "b.tex", "--markdown": "b.md"}
    options = [word for key, name in outputs.items() for word in (key, str(tmp_path / name))]
    done = run(*names, *options, "--plot", str(tmp_path / "b.svg"))
    assert done.exit_code == 0, done.output
    assert "weak_100%" in done.output
    assert (tmp_path / "b.csv").read_text() == csv_text([board])
    assert (tmp_path / "b.html").read_text() == page([board])
    (body,) = json.loads(run(*names, "--json").stdout)
    best, *_, last = body["agents"]
    assert best["score"]["value"] == pytest.approx(board.results[0].score.value)
    assert (best["behind the best"], best["p"]) == (None, None)
    gap = last["score"]["value"] - best["score"]["value"]
    assert last["behind the best"]["value"] == pytest.approx(gap)
    missing = run(*names, "--csv", str(tmp_path / "no" / "b.csv"))
    assert "cannot write" in str(missing.exception)


def test_a_picture_needs_one_set_of_conditions(board: Board, tmp_path: Path) -> None:
    other = dataclasses.replace(made_up("b", 1, seed=3))
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    board.results[0].write(files[0])
    other.write(files[1])
    done = run(*map(str, files), "--plot", str(tmp_path / "b.png"))
    assert "2 different conditions" in str(done.exception)
