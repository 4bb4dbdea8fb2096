"""Checks whole numbers, chooses the number of threads, and names types of arrays."""

from __future__ import annotations

import operator
import os

import numpy as np
from numpy.typing import NDArray

from tamaya._core import TamayaError

__all__ = [
    "Bytes",
    "Floats",
    "SingleFloats",
    "available_threads",
    "checked_seed",
    "thread_count",
    "whole_number",
]

Floats = NDArray[np.float64]
"""An array of numbers, of any shape."""
SingleFloats = NDArray[np.float32]
"""An array of numbers with single precision, as networks are trained with."""
Bytes = NDArray[np.uint8]
"""An array of bytes, such as observations and legal masks."""
MOST_THREADS = 1024


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Returns the value as an int if it is a whole number in a range.

    :raises TamayaError: naming the argument and the range
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TamayaError(f"{name} = {value!r} (expected a whole number)") from None
    if not low <= number <= high:
        raise TamayaError(f"{name} = {_digits(number)} (expected {low:,} to {high:,})")
    return number


def checked_seed(seed: object) -> int:
    """Returns the seed as an int.

    :raises TamayaError: if it is not a whole number from 0 to 2**64 - 1
    """
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise TamayaError(f"not a seed: {seed!r} (expected a whole number)") from None
    if not 0 <= number < 2**64:
        raise TamayaError(f"not a seed: {_digits(number)} (expected 0 to 2**64 - 1)")
    return number


def _digits(number: int) -> str:
    """A number for a message; Python refuses to print numbers of thousands of digits."""
    bits = number.bit_length()
    return f"{number:,}" if bits <= 128 else f"a number of {bits} bits"


def available_threads() -> int:
    """CPU cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # macOS and Windows have none
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """The number of threads to use: `threads`, or all available cores for None.

    :raises TamayaError: if it is not a whole number from 1 to 1024
    """
    if threads is None:
        return available_threads()
    return whole_number("threads", threads, 1, MOST_THREADS)
