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
"""draws each move as often as people make it, or makes the move that most would make"""


def named(place: str, *, choice: Choice = "drawn", name: str) -> Agent:
    """A shipped model, or a file.

    :raises TamayaError: if there is no such model
    """
    path = Path(place) if place.endswith(".npz") else shipped().get(place)
    if path is None:
        expected = ", ".join(shipped())
        raise UnknownNameError(f"no model of people {place!r} (expected {expected}, or FILE.npz)")
    return HumanAgent(PersonModel.read(path), likeliest=choice == "likeliest", name=name)


for _name in shipped():
    _who = "people" if _name == "all" else f"one of three groups of people, {_name[-1]},"
    register(
        Entry(
            f"human:{_name}",
            f"Plays like {_who} of the 2017 study: makes moves as often as they did.",
            partial(named, _name),
            setup="eger",
        )
    )
register(
    Entry(
        "human:",
        "Plays like people; FILE is from tamaya humans clone.",
        named,
        usage="human:FILE.npz(choice=)",
    )
)
