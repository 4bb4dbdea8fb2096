"""The notebooks of the examples run, and print what is stored in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from website.notebooks import executed, read, text_outputs

from tests.truth import ROOT

EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_stored_in_it(path: Path) -> None:
    stored = read(path)
    assert text_outputs(executed(path, EXAMPLES)) == text_outputs(stored)


def test_notebooks_are_small_and_say_nothing_about_the_machine() -> None:
    assert len(NOTEBOOKS) == 4
    for path in NOTEBOOKS:
        text = path.read_text()
        assert len(text) < 60_000
        assert "/home/" not in text
        assert 'execution_count": 1' not in text
