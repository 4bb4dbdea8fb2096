"""Progress of long commands: a bar on a terminal, otherwise a log line every minute."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichBar
from rich.table import Column

_LOG_SECONDS = 60.0
"""time between two log lines"""
_BAR = 34
"""columns of a line that a short bar, the count and the time need beside step and status"""


@dataclass
class WorkProgress:
    """How far a command is. Commands call `update`; bars and logs read the fields."""

    step: str
    """what is being done, like 'playing'"""
    total: int | None = None
    """number of items; None if it is unknown"""
    completed: int = 0
    status: str = ""
    """further numbers, like the best score so far"""
    first: tuple[float, int] | None = None
    """time and finished items at the first report of the step. A resumed command begins with items
    that an earlier call finished, so estimates count from here."""

    def update(
        self,
        completed: int,
        total: int | None = None,
        *,
        step: str | None = None,
        status: str | None = None,
    ) -> None:
        """Sets how many items are finished; what is not given stays as it was."""
        if step is not None and step != self.step:
            self.step, self.first = step, None
        self.first = self.first or (time.monotonic(), completed)
        self.completed = completed
        self.total = self.total if total is None else total
        self.status = self.status if status is None else status

    def line(self, now: float) -> str:
        """The state as one line of a log."""
        text = f"{self.step}: {self.completed:,}"
        if self.total:
            text += f" of {self.total:,} ({100 * self.completed // self.total} %)"
            left = self._seconds_left(now)
            text += "" if left is None else f", about {_duration(left)} left"
        return f"{text}; {self.status}" if self.status else text

    def _seconds_left(self, now: float) -> float | None:
        if self.first is None or self.total is None or self.completed >= self.total:
            return None
        start, before = self.first
        new = self.completed - before
        return (now - start) * (self.total - self.completed) / new if new > 0 else None


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return "a minute"
    return f"{minutes} min" if minutes < 90 else f"{seconds / 3600:.1f} h"


@contextmanager
def progress_of(step: str, total: int | None = None) -> Iterator[WorkProgress]:
    """Shows the progress of a block on standard error while it runs."""
    console = Console(stderr=True, highlight=False)
    work = WorkProgress(step, total)
    with _bar(console, work) if console.is_terminal else _log(console, work):
        yield work


@contextmanager
def _bar(console: Console, work: WorkProgress) -> Iterator[None]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None, table_column=Column(max_width=40)),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[status]}"),
    )
    with RichBar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(work.step, total=work.total, status="")
        shown = work.step

        def draw() -> None:
            nonlocal shown
            if work.step != shown:  # a new step starts its estimate of the time afresh
                bar.reset(task, description=work.step)
                shown = work.step
            room = max(0, console.width - len(work.step) - _BAR)
            bar.update(task, completed=work.completed, total=work.total, status=work.status[:room])

        with _repeated(draw, 0.2):
            yield


@contextmanager
def _log(console: Console, work: WorkProgress) -> Iterator[None]:
    def print_line() -> None:
        console.print(work.line(time.monotonic()), markup=False, soft_wrap=True)

    with _repeated(print_line, _LOG_SECONDS):
        yield


@contextmanager
def _repeated(action: Callable[[], None], seconds: float) -> Iterator[None]:
    """Calls a function every few seconds from another thread while the block runs."""
    ended = threading.Event()

    def repeat() -> None:
        while not ended.wait(seconds):
            action()

    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
