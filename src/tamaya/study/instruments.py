"""Questions that many studies ask, shipped as TOML files beside this module.

An English wording marked `published` is that of the cited source. If we had no source that we may
cite, the prompts are empty: a study must define an instrument of that name with the licensed
wording. All German texts are translations of this project, not validated versions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from tamaya.study.study_file import Instrument, StudyFile


@dataclass(frozen=True)
class Catalogue:
    """The instruments that a study can use, by name. Its own come before shipped ones."""

    instruments: Mapping[str, Instrument]

    @classmethod
    def of(cls, study: StudyFile) -> Catalogue:
        """The shipped instruments and those of a study."""
        own = {instrument.name: instrument for instrument in study.instruments}
        return cls({**shipped(), **own})

    @staticmethod
    def shipped_names() -> tuple[str, ...]:
        """Names of the shipped instruments."""
        return tuple(shipped())

    @property
    def names(self) -> frozenset[str]:
        """Names of all instruments."""
        return frozenset(self.instruments)

    def __getitem__(self, name: str) -> Instrument:
        return self.instruments[name]


@cache
def shipped() -> dict[str, Instrument]:
    """The shipped instruments by name."""
    folder = resources.files("tamaya.study") / "instruments"
    files = sorted((file for file in folder.iterdir()), key=lambda file: file.name)
    texts = [file.read_text("utf-8") for file in files if file.name.endswith(".toml")]
    instruments = [msgspec.convert(tomllib.loads(text), Instrument) for text in texts]
    return {instrument.name: instrument for instrument in instruments}
