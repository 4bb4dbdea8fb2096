"""Seeds of test sets: official ones that nobody could know, and others."""

from __future__ import annotations

import hashlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from tamaya.agents import as_agent
from tamaya.benchmark.protocol import VALIDATION_SEED
from tamaya.errors import TamayaError
from tamaya.files import is_file
from tamaya.game import Seed
from tamaya.matchups.content import content
from tamaya.numbers import whole_number

MOST_SEED = 2**63 - 1
_SEPARATORS = re.compile(r"[(),|=\s\"']+|:(?!/)")
"""what surrounds file names in the name of an agent"""
_QUOTED = re.compile(r'"([^"]*)"')
"""parts of a name in which file names may contain separators, or a whole command"""


@dataclass(frozen=True)
class TestSeed:
    """The seed of a test set, and where it comes from."""

    __test__ = False  # for pytest, which collects classes by their names

    seed: Seed
    beacon: str = ""
    """value of the public random beacon; '' without one"""

    @property
    def status(self) -> str:
        """`official`, `validation` or `unofficial`."""
        if self.beacon:
            return "official"
        return "validation" if self.seed == VALIDATION_SEED else "unofficial"

    @classmethod
    def chosen(cls, seed: int) -> TestSeed:
        """A seed that the user chose.

        :raises TamayaError: if it is out of range
        """
        return cls(whole_number("seed", seed, 0, MOST_SEED))

    @classmethod
    def official(cls, beacon: str, entry: str) -> TestSeed:
        """The seed that a beacon gives to an entry.

        It is SHA-256 of the beacon's value followed by the entry's SHA-256 in hexadecimal digits;
        the first 63 bits are the seed.

        :raises TamayaError: if the beacon is empty
        """
        value = beacon.strip()
        if not value:
            raise TamayaError(f"not a value of a beacon: {beacon!r} (expected its digits)")
        digest = hashlib.sha256((value + entry).encode()).digest()
        return cls(int.from_bytes(digest[:8], "big") >> 1, value)


def entry_hash(agent: str, files: tuple[Path, ...] = ()) -> str:
    """SHA-256 of an entry, which its author publishes before the beacon's value is known.

    The entry is the content of the given files, by default of all files that the agent's name
    contains. An agent without files is hashed by its name and definition.

    :raises TamayaError: if a file cannot be read, or the agent does not exist
    """
    digest = hashlib.sha256()
    chosen = files or files_in(agent)
    for file in chosen:
        try:
            digest.update(hashlib.sha256(file.read_bytes()).digest())
        except OSError as error:
            raise TamayaError(f"cannot read {str(file)!r}: {error.strerror or error}") from None
    if not chosen:
        name, definition = content([as_agent(agent)])[0]
        digest.update(f"{name}\n{definition}".encode())
    return digest.hexdigest()


def files_in(agent: str) -> tuple[Path, ...]:
    """The files that the name of an agent contains, such as `bot.py:Bot` or `learned:a.npz`."""
    words = _SEPARATORS.split(agent)
    for text in _QUOTED.findall(agent):
        words += [text, text.rpartition(":")[0], *_command_words(text)]
    paths = (Path(word.partition("#")[0]) for word in words if word)
    return tuple(dict.fromkeys(path for path in paths if is_file(path)))


def _command_words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quote is not closed, so it is no command
        return []


def digest_of(*parts: object) -> bytes:
    """A hash of several values, for choices that must not depend on anything else."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).digest()


def derived(*parts: object) -> Seed:
    """A seed for one purpose, made from several values. It leaves room for a million games."""
    return int.from_bytes(digest_of(*parts)[:8], "big") >> 2
