"""Checks of integer arguments, and the number of threads."""

from __future__ import annotations

import os

import numpy as np
import pytest

import tamaya as ty
from tamaya.numbers import available_threads, thread_count, whole_number


def test_all_cores_of_this_process_are_used_unless_a_number_is_given() -> None:
    assert thread_count(None) == available_threads() == len(os.sched_getaffinity(0))
    assert thread_count(3) == whole_number("threads", np.int64(3), 1, 10) == 3


@pytest.mark.parametrize("wrong", [0, -1, 1025])
def test_a_wrong_number_of_threads_is_quoted(wrong: int) -> None:
    with pytest.raises(ty.TamayaError, match=f"threads = {wrong:,} .expected 1 to 1,024"):
        thread_count(wrong)


@pytest.mark.parametrize("wrong", [2.5, "4", None])
def test_what_is_no_whole_number_is_quoted(wrong: object) -> None:
    with pytest.raises(ty.TamayaError, match=f"games = {wrong!r} .expected a whole number"):
        whole_number("games", wrong, 1, 10)


def test_numbers_too_long_to_print_are_refused_too() -> None:
    with pytest.raises(ty.TamayaError, match="games = a number of .* bits .expected 1 to 10"):
        whole_number("games", 10**5000, 1, 10)
