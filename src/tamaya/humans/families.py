"""Models of people by name: `human:all`, `human:FILE.npz`, `human:all(choice=likeliest)`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

from tamaya.agents import Agent
from tamaya.agents.registry import Entry, register
from tamaya.errors import UnknownNameError
from tamaya.humans.model import HumanAgent, PersonModel, shipped

Choice = Literal["drawn", "likeliest"]
"""'drawn' draws each move with its probability; 'likeliest' makes the likeliest move"""


def named(place: str, *, choice: Choice = "drawn", name: str) -> Agent:
    """Loads a shipped model, or a file.

    :raises TamayaError: if there is no such model
    """
    path = Path(place) if place.endswith(".npz") else shipped().get(place)
    if path is None:
        expected = ", ".join(shipped())
        raise UnknownNameError(f"no model of people {place!r} (expected {expected}, or FILE.npz)")
    return HumanAgent(PersonModel.read(path), likeliest=choice == "likeliest", name=name)


for _name in shipped():
    _group = "the people" if _name == "all" else f"group {_name[-1]} of 3 of the people"
    register(
        Entry(
            f"human:{_name}",
            f"Plays like {_group} of the 2017 study: draws each move as often as they made it.",
            partial(named, _name),
            setup="eger",
        )
    )
register(
    Entry(
        "human:",
        "Plays like people, with a model from `tamaya humans clone`.",
        named,
        usage="human:FILE.npz(choice=)",
    )
)
