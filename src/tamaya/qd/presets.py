"""Named settings: the published programs, and the papers' text."""

from __future__ import annotations

from dataclasses import replace

from tamaya.game import TamayaError, UnknownNameError
from tamaya.qd.settings import Decks, Settings

_PROGRAM = Settings(
    rulebook="published",
    setup="competition",
    shift=0.0,
    parents="cells",
    decks="fresh",
    extra=1,
    margin=0.0,
    incumbent="keep",
    empty="beat_empty_genome",
)
"""what the programs behind both papers have in common"""

PRESETS = {
    "tamaya": Settings(),
    "wide": Settings(
        rulebook="published",
        setup="competition",
        features=("communicativeness", "risk_aversion"),
        grid=(20, 20),
        gives_up=True,
        empty="beat_empty_genome",
    ),
    "canaan2019": replace(
        _PROGRAM,
        features=("communicativeness", "risk_aversion"),
        grid=(20, 20),
        games=100,
        gives_up=True,
        crossover=0.5,
    ),
    "canaan2020": replace(
        _PROGRAM,
        features=("communicativeness", "information_per_play"),
        grid=(5, 5),
        games=50,
        crossover=0.1,
    ),
}
"""`tamaya` is our default, and `wide` the same algorithm for the agents and the map of 2019; the
others are the runs of the papers as their programs made them"""


def preset(name: str, *, as_written: bool = False) -> Settings:
    """Settings by name.

    :param as_written: what the paper says where its program did something else: 100 games,
        crossover with chance 1/2, parents that are elites, empty cells open to anybody, and (in
        2020) an elite replayed on the decks of its challenger
    :raises UnknownNameError: listing the presets
    """
    if name not in PRESETS:
        raise UnknownNameError(f"no preset {name!r} (expected {', '.join(PRESETS)})")
    if not as_written:
        return PRESETS[name]
    if name in ("tamaya", "wide"):
        raise TamayaError("--as-written is about papers (expected --preset canaan2019 or 2020)")
    decks: Decks = "shared" if name == "canaan2020" else "fresh"
    return replace(
        PRESETS[name], games=100, crossover=0.5, parents="elites", empty="accept", decks=decks
    )
