"""Test sets: the partners of one seed, by family, and their files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from tamaya.agents import Agent, as_agent
from tamaya.errors import TamayaError
from tamaya.files import write_whole
from tamaya.game import Seed

FORMAT = "tamaya benchmark test set 1"


@dataclass(frozen=True)
class TestPartner:
    """The other players at the challenger's table."""

    __test__ = False  # for pytest, which collects classes by their names

    name: str
    family: str
    agents: tuple[str, ...]
    """names of agents, as all commands accept them: one for all other seats, or one for each, in
    the order after the challenger"""
    origin: str
    """where the partner comes from: the seed and settings that made it, or the part of Tamaya"""

    def others(self, players: int) -> tuple[Agent, ...]:
        """The agents in the other seats, starting after the challenger."""
        repeated = self.agents * (players - 1) if len(self.agents) == 1 else self.agents
        return tuple(map(_agent, repeated))


@dataclass(frozen=True)
class TestSet:
    """The partners that a seed gives. Equal seeds and settings give equal sets."""

    __test__ = False

    protocol: str
    setup: str
    seed: Seed
    budget: str
    """`full` or `quick`"""
    version: str
    """version of Tamaya"""
    fresh: tuple[str, ...]
    """families whose partners were made from the seed"""
    partners: tuple[TestPartner, ...]
    dropped: tuple[str, ...]
    """near-duplicates that were left out, each with the candidate that it resembles"""

    @property
    def families(self) -> tuple[str, ...]:
        """All families, in the order of the partners."""
        return tuple(dict.fromkeys(partner.family for partner in self.partners))

    def of(self, family: str) -> tuple[TestPartner, ...]:
        """The partners of a family."""
        return tuple(partner for partner in self.partners if partner.family == family)

    @property
    def text(self) -> str:
        """The set as JSON. Equal sets give equal bytes."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"

    @property
    def hash(self) -> str:
        """SHA-256 of the text, which results name."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def write(self, path: Path) -> None:
        """Writes the file.

        :raises TamayaError: if it cannot be written
        """
        write_whole(path, self.text)

    @classmethod
    def read(cls, path: Path) -> TestSet:
        """Reads a file that `write` wrote.

        :raises TamayaError: if it cannot be read, or does not hold a test set
        """
        try:
            return cls.parse(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise TamayaError(f"cannot read {str(path)!r}: {error}") from None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            raise TamayaError(f"{str(path)!r} is not a test set of the benchmark") from None

    @classmethod
    def parse(cls, text: str) -> TestSet:
        """Parses the text of a set."""
        data = json.loads(text)
        if data.pop("format") != FORMAT:
            raise ValueError(text[:60])
        partners = [
            TestPartner(**{**partner, "agents": _texts(partner["agents"])})
            for partner in data.pop("partners")
        ]
        fresh, dropped = _texts(data.pop("fresh")), _texts(data.pop("dropped"))
        return cls(**data, fresh=fresh, dropped=dropped, partners=tuple(partners))


@lru_cache(maxsize=1000)
def _agent(name: str) -> Agent:
    """An agent by name. Partners are values, so that all tables can share them."""
    return as_agent(name)


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(map(str, values))
