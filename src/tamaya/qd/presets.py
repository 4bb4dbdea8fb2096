"""Named settings: the published programs, and the papers' text."""

from __future__ import annotations

from dataclasses import replace

from tamaya.game import TamayaError, UnknownNameError
from tamaya.qd.settings import Decks, EvolutionSettings

_PROGRAM = EvolutionSettings(
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
"""settings that the programs of both papers share"""

PRESETS = {
    "tamaya": EvolutionSettings(),
    "wide": EvolutionSettings(
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
"""`tamaya` is our default; `wide` is the same algorithm with the agents and the map of the 2019
paper; the others are the runs of the papers, as their programs ran"""


def preset(name: str, *, as_written: bool = False) -> EvolutionSettings:
    """Settings by name.

    :param as_written: follow the paper's text where its program differs: 100 games, crossover with
        chance 1/2, only elites as parents, empty cells open to any candidate, and (in 2020) elites
        replayed on the decks of their challenger
    :raises UnknownNameError: if there is no such preset; the message lists them
    """
    if name not in PRESETS:
        raise UnknownNameError(f"no preset {name!r} (expected {', '.join(PRESETS)})")
    if not as_written:
        return PRESETS[name]
    if name in ("tamaya", "wide"):
        raise TamayaError(
            f"the preset {name!r} follows no paper, so as_written does not apply to it (expected "
            "canaan2019 or canaan2020)"
        )
    decks: Decks = "shared" if name == "canaan2020" else "fresh"
    return replace(
        PRESETS[name], games=100, crossover=0.5, parents="elites", empty="accept", decks=decks
    )
