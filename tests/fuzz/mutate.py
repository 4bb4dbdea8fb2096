"""Damages inputs at random, as disks, networks and people do."""

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
"""what parsers tend to stumble over"""


def mutated(data: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    """The data with one to six damages."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        rng.choice(_DAMAGES)(made, others, rng)
    return bytes(made)


def _place(made: bytearray, rng: random.Random) -> int:
    return rng.randrange(len(made) + 1)


def _flip(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    if made:
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)


def _replace(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    if made:
        made[rng.randrange(len(made))] = rng.randrange(256)


def _delete(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(made, rng)
    del made[start : start + rng.choice((1, 1, 2, 5, 20, 200))]


def _insert(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(made, rng)
    made[start:start] = rng.choice(NASTY)


def _overwrite(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start, nasty = _place(made, rng), rng.choice(NASTY)
    made[start : start + rng.choice((1, 2, len(nasty)))] = nasty


def _repeat(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    start = _place(made, rng)
    part = made[start : start + rng.randrange(1, 40)]
    made[start:start] = part * rng.choice((1, 2, 30))


def _splice(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    other = rng.choice(others)
    start = rng.randrange(len(other) + 1)
    at = _place(made, rng)
    made[at : at + rng.randrange(40)] = other[start : start + rng.randrange(1, 80)]


def _cut(made: bytearray, others: Sequence[bytes], rng: random.Random) -> None:
    del made[_place(made, rng) :]


_DAMAGES = (_flip, _replace, _delete, _insert, _overwrite, _repeat, _splice, _cut)


def from_seeds(name: str, seeds: Sequence[bytes]) -> Draw:
    """Draws damaged seeds, and damaged inputs of the corpus."""
    known = [*seeds, *(path.read_bytes() for path in corpus(name))]

    def draw(rng: random.Random) -> bytes:
        data = rng.choice(known)
        return data if rng.random() < 0.02 else mutated(data, known, rng)

    return draw
