"""Reads finished games that a server of ours exported, as pages download them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from tamaya.game import TamayaError
from tamaya.humans.games import GamesRead, HumanGame
from tamaya.humans.live_games import Names
from tamaya.transcript import Transcript

SOURCE = "tamaya"


def is_export(text: str) -> bool:
    """Is this the export of one game of our server?"""
    return isinstance(_loaded(text), Mapping)


def parse(text: str, name: str, names: Names) -> GamesRead:
    """Reads the game of a file; people get pseudonyms.

    :param name: name of the file
    """
    data = _loaded(text)
    try:
        return GamesRead((_game(data or {}, names),))
    except TamayaError as error:
        return GamesRead((), ((name, str(error)),))


def _loaded(text: str) -> Mapping[str, object] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(data, dict) and {"game", "transcript", "agents"} <= data.keys()
    return data if fits else None


def _game(data: Mapping[str, object], names: Names) -> HumanGame:
    text, agents, id = data["transcript"], data["agents"], data["game"]
    if not isinstance(text, str) or not isinstance(id, str):
        raise TamayaError(f"game {id!r} without a transcript (expected text)")
    transcript = Transcript.parse(text)
    seats = transcript.setup.players
    if not isinstance(agents, list) or len(agents) != seats or not all(map(_is_text, agents)):
        raise TamayaError(f"agents {agents!r} (expected {seats} names, empty for people)")
    if all(agents):
        raise TamayaError("no player is a person")
    given = transcript.players or ("",) * seats
    people = tuple(
        None if agent else names.hidden(player.casefold() or f"{id} {seat}")
        for seat, (agent, player) in enumerate(zip(agents, given, strict=True))
    )
    seated = tuple(person or agent for person, agent in zip(people, agents, strict=True))
    return HumanGame(id, replace(transcript, players=seated), people, source=SOURCE)


def _is_text(value: object) -> bool:
    return isinstance(value, str)
