"""Damages inputs at random, like disks, networks and people."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.fuzz.target import Draw, corpus

NASTY = (
    b"",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    "\u0661".encode(),
    "\u202e".encode(),
    "💥".encode(),
    b"0",
    b"-1",
    b"1e999",
    b"NaN",
    b"Infinity",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b'"',
    b"9" * 30,
    b"9" * 5000,
    b"2147483648",
    b"18446744073709551616",
    b"0.1",
    b"1_000",
    b"+1",
    b"(" * 200,
    b"[" * 3000,
    b'{"a":' * 500,
    b">" * 100,
    b"|",
    b"#",
    b"?",
    b"=",
    b",",
    b" ",
    b"\n",
    b"\r\n",
    b"../",
    b"/dev/zero",
    b"~",
    b"%s",
    b"${x}",
    b"\\ud800",
    b"\\u0000",
)
"""inputs that often break parsers"""


def mutated(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """Damages the data in one to six places."""
    damaged_data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        rng.choice(_DAMAGES)(damaged_data, others, rng)
    return bytes(damaged_data)


def _place(damaged_data: bytearray, rng: random.Random) -> int:
    return rng.randrange(len(damaged_data) + 1)


def _flip(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    if damaged_data:
        damaged_data[rng.randrange(len(damaged_data))] ^= 1 << rng.randrange(8)


def _replace(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    if damaged_data:
        damaged_data[rng.randrange(len(damaged_data))] = rng.randrange(256)


def _delete(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(damaged_data, rng)
    del damaged_data[start : start + rng.choice((1, 1, 2, 5, 20, 200))]


def _insert(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(damaged_data, rng)
    damaged_data[start:start] = rng.choice(NASTY)


def _overwrite(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start, nasty = _place(damaged_data, rng), rng.choice(NASTY)
    damaged_data[start : start + rng.choice((1, 2, len(nasty)))] = nasty


def _repeat(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(damaged_data, rng)
    part = damaged_data[start : start + rng.randrange(1, 40)]
    damaged_data[start:start] = part * rng.choice((1, 2, 30))


def _splice(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    other = rng.choice(others)
    start = rng.randrange(len(other) + 1)
    at = _place(damaged_data, rng)
    damaged_data[at : at + rng.randrange(40)] = other[start : start + rng.randrange(1, 80)]


def _cut(damaged_data: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    del damaged_data[_place(damaged_data, rng) :]


_DAMAGES = (_flip, _replace, _delete, _insert, _overwrite, _repeat, _splice, _cut)


def from_seeds(name: str, seeds: Sequence[bytes]) -> Draw:
    """Generates damaged seeds, and damaged inputs of the corpus."""
    known = [*seeds, *(path.read_bytes() for path in corpus(name))]

    def draw(rng: random.Random) -> bytes:
        data = rng.choice(known)
        return data if rng.random() < 0.02 else mutated(data, known, rng)

    return draw
