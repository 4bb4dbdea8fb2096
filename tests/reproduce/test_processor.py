"""Tests compute with matrix routines that other processors have too."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path

import numpy as np
import pytest


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="needs an x86 processor")
def test_recorded_results_do_not_depend_on_the_processor() -> None:
    """Trained weights do; `tests/__init__.py` chooses routines before NumPy is imported."""
    libraries = list((Path(np.__file__).parents[1] / "numpy.libs").glob("libscipy_openblas64_*.so"))
    if not libraries:
        pytest.skip("this NumPy does not use the OpenBLAS of its packages")
    core_name = ctypes.CDLL(str(libraries[0])).scipy_openblas_get_corename64_
    core_name.restype = ctypes.c_char_p
    assert core_name() == b"Haswell"
