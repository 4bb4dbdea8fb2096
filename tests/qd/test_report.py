"""The report of a run is complete, self-contained, correct, and escapes every name."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.matchups.traces import fires
from tamaya.qd import EvolutionProgress, EvolutionSettings, Run
from tamaya.qd.archive import Archive
from tamaya.qd.census import FIRST_SEED
from tamaya.qd.report.findings import FIRE_GAMES, findings
from tamaya.qd.report.html import Html, number, tag
from tamaya.qd.report.page import page
from tamaya.qd.report.scale import ValueScale, marks, short

SMALL = {"candidates": 240, "random_start": 80, "batch": 40, "games": 5, "extra": 2}
VOID = {"meta", "br"}


class Page(HTMLParser):
    """Parses a page and fails if an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def values(self, attribute: str) -> list[str]:
        return [
            value for _, attributes in self.seen if (value := attributes.get(attribute)) is not None
        ]


def evolved(folder: Path, **settings: object) -> Run:
    return ty.evolve(folder, **(SMALL | settings))  # type: ignore[arg-type]


def read(run: Run) -> Page:
    return Page((run.folder / "report.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return evolved(tmp_path_factory.mktemp("runs") / "small")


def test_the_page_needs_no_other_files_and_no_network(run: Run) -> None:
    text = (run.folder / "report.html").read_text(encoding="utf-8")
    tags = {name for name, _ in Page(text).seen}
    assert not tags & {"script", "link", "img", "iframe", "object", "image", "use"}
    assert not re.search(r"https?:|//\w|@import|url\((?!#)", text)


def test_every_elite_is_listed_and_every_link_has_a_target(run: Run) -> None:
    report, pool = read(run), run.pool()
    ids = report.values("id")
    assert len(set(ids)) == len(ids)
    assert {target.removeprefix("#") for target in report.values("href")} <= set(ids)
    wanted = {"elite-" + "-".join(map(str, elite.niche)) for elite in pool.elites}
    assert {name for name in ids if name.startswith("elite-")} == wanted
    for elite in pool.elites:
        for spec in elite.genome:
            assert spec.description in report.text


def nan_as_0(value: float) -> float:
    return 0.0 if math.isnan(value) else value


def test_numbers_are_those_of_the_pool(run: Run) -> None:
    text, pool = read(run).text, run.pool()
    scores = [elite.score for elite in pool.elites if elite.score]
    best = max(scores, key=lambda score: score.mean)
    assert f"Best{best.mean:.2f} ± {best.sem:.2f}" in text
    mean = sum(score.mean for score in scores) / len(scores)
    assert f"Mean{mean:.2f} ±" in text
    assert f"Coverage{len(scores)} of 25 cells" in text
    inside = sum(
        all(
            min(4, math.floor(5 * nan_as_0(elite.features[name]))) == place
            for name, place in zip(pool.features, elite.niche, strict=True)
        )
        for elite in pool.elites
    )
    assert f"{inside} of {len(scores)} elites (" in text
    assert "finished: 240 candidates" in text


def test_rules_that_never_decide_are_marked(run: Run) -> None:
    setup = ty.Setup.parse(run.settings.setup)
    for finding in findings(run).elites:
        counted = fires(finding.elite, setup, games=FIRE_GAMES, first_seed=FIRST_SEED)
        assert finding.fired == tuple(map(int, counted))
    never = sum(finding.fired[:-1].count(0) for finding in findings(run).elites)
    assert read(run).words.count("never") == read(run).values("class").count("dead") == never


def test_the_same_run_gets_the_same_report(run: Run) -> None:
    first = (run.folder / "report.html").read_bytes()
    assert run.report() == run.folder / "report.html"
    assert (run.folder / "report.html").read_bytes() == first
    evolved(run.folder)
    assert (run.folder / "report.html").read_bytes() == first


def test_commands_reach_the_elite(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.folder.parent)
    commands = Page(page(findings(Run("small")))).text
    best = max(run.pool().elites, key=lambda elite: elite.score.mean if elite.score else 0.0)
    assert f"tamaya match elite:small#{best.name} piers\n" in commands
    assert ty.pool("small").find(best.name) == best


def test_a_hostile_name_is_only_a_name(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)> & \"'<style><script>; rm -rf $HOME"
    hostile = evolved(tmp_path / name, candidates=40, setup="standard players=3")
    report = read(hostile)
    assert not {"img", "script"} & {tag for tag, _ in report.seen}
    assert report.text.count(name) == 2  # title and heading
    line = next(line for line in report.text.splitlines() if " piers" in line)
    command = shlex.split(line[line.index("tamaya match") :])
    assert command[2].startswith(f"elite:{tmp_path / name}#")
    assert command[3:] == ["piers", "--setup", "standard players=3"]


def interrupted_after(candidates: int) -> Callable[[EvolutionProgress], None]:
    def interrupt(progress: EvolutionProgress) -> None:
        if progress.standing.candidates >= candidates:
            raise KeyboardInterrupt

    return interrupt


def test_an_interrupted_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        evolved(tmp_path / "cut", progress=interrupted_after(120))
    cut = Run(tmp_path / "cut")
    assert "interrupted after 120 of 240 candidates" in read(cut).text


def test_a_run_without_a_pool_has_no_report(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(EvolutionSettings().to_toml())
    with pytest.raises(ty.TamayaError, match=r"no pool\.json in"):
        Run(tmp_path).report()


@pytest.mark.parametrize(
    "settings",
    [
        {"features": ("risk_aversion",), "grid": (8,)},
        {"cells": "cvt", "grid": (12,)},
        {"cells": "cvt", "grid": (6,), "features": ("communicativeness",)},
        {
            "cells": "cvt",
            "grid": (9,),
            "features": ("misplay_rate", "risk_aversion", "communicativeness"),
        },
        {"cells": "sliding", "grid": (3, 4), "batch": 4},
        {"features": ("misplay_rate", "risk_aversion", "communicativeness"), "grid": (2, 2, 2)},
        {"grid": (60, 60)},
        {"objective": "worst", "partners": "classics", "setup": "standard players=3"},
        {
            "rulebook": "published",
            "setup": "competition",
            "gives_up": True,
            "strict": True,
            "decks": "fresh",
            "seeds_from": ("evolved:nyu_2",),
        },
    ],
    ids=lambda settings: " ".join(map(str, settings.values())),
)
def test_every_kind_of_map_has_its_report(tmp_path: Path, settings: dict[str, object]) -> None:
    other = evolved(tmp_path / "other", **settings)
    report = read(other)
    ids = report.values("id")
    assert sum(name.startswith("elite-") for name in ids) == len(other.pool())
    assert {target.removeprefix("#") for target in report.values("href")} <= set(ids)
    assert "nan" not in re.findall(
        r"[\w.]+", " ".join(report.values("d") + report.values("points"))
    )
    assert "nan" not in re.findall(r"\w+", report.text)


def test_a_full_map_of_400_cells_stays_below_3_megabytes(run: Run) -> None:
    small = findings(run)
    settings = replace(small.settings, grid=(20, 20))
    many = [
        replace(finding, elite=finding.elite.but(niche=(row, column), name=f"{row},{column}"))
        for row in range(20)
        for column in range(20)
        for finding in [small.elites[(row + column) % len(small.elites)]]
    ]
    text = page(replace(small, settings=settings, archive=Archive(settings), elites=tuple(many)))
    assert text.count("<details") == 400
    assert len(text.encode()) < 3_000_000


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "a < b", tag("b", "&"), title='"x"') == (
        '<p title="&quot;x&quot;">a &lt; b<b>&amp;</b></p>'
    )
    assert tag("path", stroke_width=1.50, class_=None) == '<path stroke-width="1.5"></path>'
    assert tag("i", Html("<br>")) == "<i><br></i>"
    assert [number(-0.001), number(10.0), number(0.256)] == ["0", "10", "0.26"]


def test_marks_are_round_and_few() -> None:
    assert marks(0, 20.2, 5) == [0, 5, 10, 15, 20]
    assert marks(21, 22, 4) == [21, 21.5, 22]
    assert [short(x) for x in (1e6, 250_000, 2500, 0.05)] == ["1M", "250k", "2,500", "0.05"]
    assert ValueScale.around([3.2, 20.1]) == ValueScale(0, 21)
    assert ValueScale.around([-2.5, -1.0]) == ValueScale(-3, 0)
