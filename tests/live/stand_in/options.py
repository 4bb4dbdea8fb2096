"""Options of a table: their JSON names and defaults, checks, and the set-up that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamaya.game import Setup

Json = dict[str, Any]

VARIANT_IDS = {
    "No Variant": 0,
    "6 Suits": 1,
    "4 Suits": 15,
    "3 Suits": 18,
    "Black (6 Suits)": 2,
    "Rainbow (6 Suits)": 3,
    "White (5 Suits)": 22,
}
"""variants of tables; only the first four can be started here"""
_SUITS = {"No Variant": (5, "none"), "6 Suits": (5, "standard"), "4 Suits": (4, "none")}
_SUITS["3 Suits"] = (3, "none")
_UNPLAYED = (
    "cardCycle",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "speedrun",
    "detrimentalCharacters",
)
_DEFAULTS: Json = {
    "numPlayers": 0,
    "startingPlayer": 0,
    "variantID": 0,
    "variantName": "No Variant",
    "timed": False,
    "timeBase": 0,
    "timePerTurn": 0,
    "speedrun": False,
    "cardCycle": False,
    "deckPlays": False,
    "emptyClues": False,
    "oneExtraCard": False,
    "oneLessCard": False,
    "allOrNothing": False,
    "detrimentalCharacters": False,
}


def completed(options: Mapping[str, Any] | None) -> Json:
    """All options of a table: those that a client sent, and defaults for the others."""
    known = {name: value for name, value in (options or {}).items() if name in _DEFAULTS}
    everything = {**_DEFAULTS, **known, "numPlayers": 0, "startingPlayer": 0}
    everything["variantID"] = VARIANT_IDS.get(everything["variantName"], -1)
    if not everything["timed"]:
        everything |= {"timeBase": 0, "timePerTurn": 0}
    return everything


def flaw(options: Json) -> str | None:
    """Why no table can have these options, or None."""
    if options["variantID"] < 0:
        return f"There is no variant {options['variantName']!r}."
    if options["timed"] and (options["timeBase"] <= 0 or options["timePerTurn"] <= 0):
        return "A timed game needs a base time and a time per turn above 0 seconds."
    if options["oneExtraCard"] and options["oneLessCard"]:
        return "A game cannot have one extra card and one card less."
    return None


def unplayable(options: Json) -> str | None:
    """Why the stand-in cannot start a game that the real server would start, or None."""
    if options["variantName"] not in _SUITS:
        return f"the variant {options['variantName']!r}"
    return next((f"the option {name!r}" for name in _UNPLAYED if options[name]), None)


def setup_of(options: Json, players: int) -> Setup:
    """The rules of a game with these options."""
    colors, extra_suit = _SUITS[options["variantName"]]
    return Setup(players=players, colors=colors, extra_suit=extra_suit)
