"""Runs one target for some seconds, in its own process, which may crash."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

from tests.fuzz.target import CORPUS, Target


@dataclass(frozen=True)
class Count:
    """The result of one target."""

    target: str
    inputs: int
    refused: int
    """inputs that were refused properly"""
    seconds: float
    failure: str = ""
    """what went wrong, and the file that holds the input"""


class Hang(Exception):
    """An input that took too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises `Hang` in the main thread when the time is over."""

    def ring(number: int, at: FrameType | None) -> None:
        raise Hang(f"no answer after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def keep(name: str, data: bytes) -> Path:
    """Stores an input in the corpus."""
    path = CORPUS / name / hashlib.sha256(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def fuzz(target: Target, seconds: float, seed: int, current: Path) -> Count:
    """Runs inputs until the time is over or an input fails.

    :param current: a file that holds the input being tried, for whoever finds this process dead
    """
    rng = random.Random(f"{target.name} {seed}")
    started, inputs, refused = time.monotonic(), 0, 0
    while time.monotonic() - started < seconds:
        data = target.draw(rng)
        current.write_bytes(data)
        inputs += 1
        try:
            with time_limit(target.seconds):
                refused += not target.accepts(data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            problem = f"{traceback.format_exc()[-1500:]}\ninput kept in {keep(target.name, data)}"
            return Count(target.name, inputs, refused, time.monotonic() - started, problem)
    return Count(target.name, inputs, refused, time.monotonic() - started)


def written(count: Count) -> str:
    """A count as one line of JSON."""
    return json.dumps(asdict(count))
