"""Recorded games and numbers of other programs: the sample in this repository, and the full set.

The sample is in `tests/truth/data`; README.md in this folder says where each part comes from. The
full set is optional. It has the same layout, in the folder that `TAMAYA_TRUTH` names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _pytest.mark import MarkDecorator, ParameterSet

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Path(__file__).resolve().parent / "data"
FOLDER = Path(os.environ.get("TAMAYA_TRUTH", ROOT.parent / "shared" / "data"))
"""folder of the full set, which may be absent"""
Verified = Callable[[Path, int], None]
"""notes for the summary that so many cases of a file agree"""


def is_sample(path: Path) -> bool:
    """Whether a file belongs to the sample."""
    return path.is_relative_to(SAMPLE)


def truth(name: str) -> Path:
    """A file of the full set, or of the sample if the full set lacks it.

    Skips the test if neither has the file. In CI, a full set that exists must be complete.
    """
    import pytest  # here, so that the programs in this folder do without it

    for folder in (FOLDER, SAMPLE):
        if (folder / name).exists():
            return folder / name
    reason = f"{FOLDER / name} is absent (docs/verification.md says how to get it)"
    if os.environ.get("CI") and FOLDER.exists():
        pytest.fail(reason)
    pytest.skip(reason)


def sources(name: str, *, full: Sequence[MarkDecorator] = ()) -> list[ParameterSet]:
    """Parameters for a test: the sample's file, and the full set's file if it exists.

    :param full: marks of the case with the full set
    """
    import pytest

    parameters = [pytest.param(SAMPLE / name, id="sample")]
    if (FOLDER / name).exists():
        parameters.append(pytest.param(FOLDER / name, id="full", marks=full))
    return parameters
