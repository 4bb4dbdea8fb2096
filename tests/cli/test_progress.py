"""Progress without a terminal: a log line every minute."""

from __future__ import annotations

import io
import re
import time

import pytest
from rich.console import Console

from tamaya.cli import progress
from tamaya.cli.progress import WorkProgress, progress_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that `update` sees, which stands still."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.mark.usefixtures("clock")
def test_a_log_line_says_what_how_much_and_how_long() -> None:
    work = WorkProgress("playing", 8000)
    assert work.line(1.0) == "playing: 0 of 8,000 (0 %)"
    work.update(0)
    work.update(2000, status="best 17.02")
    assert work.line(600.0) == "playing: 2,000 of 8,000 (25 %), about 30 min left; best 17.02"
    assert work.line(6000.0).endswith("about 5.0 h left; best 17.02")
    work.update(8000, status="")
    assert work.line(700.0) == "playing: 8,000 of 8,000 (100 %)"


def test_a_new_step_starts_its_own_clock(clock: list[float]) -> None:
    work = WorkProgress("evolving", 10)
    work.update(0)
    clock[0] = 600.0
    work.update(0, 4, step="playing")
    work.update(1)
    assert work.line(660.0) == "playing: 1 of 4 (25 %), about 3 min left"


def test_work_of_an_earlier_call_does_not_count_in_the_estimate(clock: list[float]) -> None:
    work = WorkProgress("evolving", 1000)
    clock[0] = 30.0
    work.update(900)
    assert work.line(90.0) == "evolving: 900 of 1,000 (90 %)"
    work.update(910)
    assert work.line(630.0) == "evolving: 910 of 1,000 (91 %), about 1.5 h left"


def test_without_a_terminal_lines_appear_while_the_work_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_LOG_SECONDS", 0.001)
    written = ""
    with progress_of("playing", 100) as work:
        work.update(40)
        while "playing: 40 of 100 (40 %)" not in written:
            written += capsys.readouterr().err
            time.sleep(0.001)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_long_status_leaves_the_bar_and_the_step_whole(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    monkeypatch.setattr(progress, "Console", lambda **_: console)
    with progress_of("learning", 340) as work:
        work.update(124, status="strict 1.78, kept 1.94, bombed 9.7 %, " * 4)
        while "strict" not in out.getvalue():
            time.sleep(0.01)
    line = next(line for line in out.getvalue().split("\r") if "strict" in line)
    assert re.search("learning ━+.* 124/340 .*strict", line)
    assert "…" not in line


def test_short_work_logs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of("playing", 100) as work:
        work.update(100)
    assert capsys.readouterr().err == ""
