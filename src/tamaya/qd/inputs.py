"""Binds a run to the content of the files and names that its settings mention.

Settings name partners and rulebooks. What the names stand for may change: a pool file is rewritten,
a new version adds a rule. A run keeps hashes of the content and is not continued with another.
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
from tamaya.qd.settings import Settings
from tamaya.rules import rulebook

FILE = "inputs.json"


@dataclass(frozen=True)
class Inputs:
    """The content that a run depends on."""

    rulebook: str
    """hash of all rules, since genomes of a checkpoint are places in the rulebook"""
    partners: Content
    seeds_from: Content

    @classmethod
    def of(cls, settings: Settings) -> Inputs:
        """Reads whatever the settings name."""
        rules = "\n".join(map(str, rulebook(settings.rulebook)))
        partners = pool(settings.partners) if settings.partners else ()
        return cls(
            hashlib.sha256(rules.encode()).hexdigest()[:16],
            content(partners),
            content(settings.seeds_from),
        )

    def write(self, folder: Path) -> None:
        """Writes the file of a run folder."""
        write_whole(folder / FILE, json.dumps(asdict(self), indent=1) + "\n")

    def check(self, folder: Path, settings: Settings) -> None:
        """Compares with what a run was begun with; folders of older versions do not say.

        :raises TamayaError: saying what differs
        """
        before = _read(folder)
        if before is None:
            return
        if before.get("rulebook") != self.rulebook:
            _refuse(folder, f"the rulebook {settings.rulebook!r} has other rules in this version")
        for name, now in (("partners", self.partners), ("seeds_from", self.seeds_from)):
            different = changes(before.get(name, now), now)  # type: ignore[arg-type]
            if different:
                _refuse(folder, f"{name} {getattr(settings, name)!r} are others now ({different})")


def _read(folder: Path) -> dict[str, object] | None:
    path = folder / FILE
    if not path.exists():
        return None
    try:
        inputs = json.loads(path.read_text(encoding="utf-8"))
        pairs = [pair for name in ("partners", "seeds_from") for pair in inputs[name]]
        if not all(isinstance(name, str) and isinstance(digest, str) for name, digest in pairs):
            raise TypeError("names and hashes must be text")
    except Exception as error:  # whatever damaged JSON holds
        raise TamayaError(
            f"damaged {str(path)!r}: {error!r} (remove it if the run's partners have not changed)"
        ) from None
    return dict(inputs)


def _refuse(folder: Path, why: str) -> None:
    raise TamayaError(
        f"{str(folder)!r} holds a run with other content: {why} (choose another folder, or remove "
        "this one)"
    )
