"""Checks that a resumed run still has the partners and rules that it started with.

Settings only name partners and rulebooks, and their content may change: somebody rewrites a pool
file, or a new version adds a rule. So a run saves hashes of the content, and is not resumed if they
differ.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.matchups.content import Content, changes, content
from tamaya.matchups.pool import pool
from tamaya.qd.settings import EvolutionSettings
from tamaya.rules import rulebook

FILE = "inputs.json"


@dataclass(frozen=True)
class Inputs:
    """The content that a run depends on."""

    rulebook: str
    """hash of all rules; genes of a checkpoint are places in the rulebook"""
    partners: Content
    seeds_from: Content

    @classmethod
    def of(cls, settings: EvolutionSettings) -> Inputs:
        """Hashes the content that the settings name."""
        rules = "\n".join(map(str, rulebook(settings.rulebook)))
        partners = pool(settings.partners) if settings.partners else ()
        return cls(
            hashlib.sha256(rules.encode()).hexdigest()[:16],
            content(partners),
            content(settings.seeds_from),
        )

    def write(self, folder: Path) -> None:
        """Writes `inputs.json` into a run folder."""
        write_whole(folder / FILE, json.dumps(asdict(self), indent=1) + "\n")

    def check(self, folder: Path, settings: EvolutionSettings) -> None:
        """Compares with the inputs saved in a run folder; folders of old versions have none.

        :raises TamayaError: if they differ; the message says how
        """
        before = _read(folder)
        if before is None:
            return
        if before.get("rulebook") != self.rulebook:
            _refuse(folder, f"the rulebook {settings.rulebook!r} has other rules in this version")
        for name, now in (("partners", self.partners), ("seeds_from", self.seeds_from)):
            different = changes(before.get(name, now), now)  # type: ignore[arg-type]
            if different:
                _refuse(folder, f"{name} {getattr(settings, name)!r} have changed ({different})")


def _read(folder: Path) -> dict[str, object] | None:
    path = folder / FILE
    if not path.exists():
        return None
    try:
        inputs = json.loads(path.read_text(encoding="utf-8"))
        pairs = [pair for name in ("partners", "seeds_from") for pair in inputs[name]]
        if not all(isinstance(name, str) and isinstance(digest, str) for name, digest in pairs):
            raise TypeError("names and hashes must be text")
    except Exception as error:  # damaged JSON can hold anything
        raise TamayaError(
            f"damaged {str(path)!r}: {error!r} (remove it if the run's partners have not changed)"
        ) from None
    return dict(inputs)


def _refuse(folder: Path, why: str) -> None:
    raise TamayaError(
        f"{str(folder)!r} holds a run with other content: {why} (choose another folder, or remove "
        "this one)"
    )
