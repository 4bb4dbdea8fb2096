"""Shared set-up: hypothesis profiles, Ctrl-C, order and memory of tests, verified cases."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import settings

from tests.truth import FOLDER, Verified, is_sample

settings.register_profile("default", max_examples=100, deadline=None)
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# A shell starts background jobs with Ctrl-C ignored, and their programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts files with slow tests first, so that no worker begins a long one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Exempts all modules and tests, which stay to the end, from garbage collection."""
    gc.collect()
    gc.freeze()


_SAMPLE, _FULL = "verified in the sample", "verified in the full set"


@pytest.fixture
def verified(record_property: Callable[[str, object], None]) -> Verified:
    """Counts cases of recorded truth for the summary, also with several workers."""
    return lambda path, cases: record_property(_SAMPLE if is_sample(path) else _FULL, cases)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how many cases of recorded truth agree with our engine."""
    cases: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, value in getattr(report, "user_properties", []):
            if name in (_SAMPLE, _FULL):
                cases[name] += int(str(value))
    if cases:
        terminalreporter.section("recorded truth")
        terminalreporter.line(f"sample in tests/truth: {cases[_SAMPLE]:,} cases agree")
        full = f"{cases[_FULL]:,} cases agree" if FOLDER.exists() else "absent, and optional"
        terminalreporter.line(f"full set in {FOLDER}: {full}")
