"""Which set-up to play if the caller names none: the one that the agents or pools are made for."""

from __future__ import annotations

from collections.abc import Iterable

from tamaya.agents.agent import Agent, ValueAgent
from tamaya.errors import TamayaError
from tamaya.game import Setup

DEFAULT = "standard"
"""the set-up of agents that are made for none in particular"""

Claim = tuple[str, str]
"""an owner, such as `agent 'piers'`, and the words of the set-up that it is made for"""


def claims_of(agents: Iterable[Agent]) -> list[Claim]:
    """The claims of all agents that are made for a set-up."""
    return [
        (f"agent {agent.name!r}", agent.made_for)
        for agent in agents
        if isinstance(agent, ValueAgent) and agent.made_for
    ]


def shared_setup(claims: Iterable[Claim]) -> str:
    """The words of the set-up that all owners are made for; "standard" without owners.

    :raises TamayaError: if two owners are made for different set-ups
    """
    first: Claim | None = None
    for owner, words in claims:
        if first is None:
            first = owner, words
        elif Setup.parse(words) != Setup.parse(first[1]):
            raise TamayaError(
                f"{first[0]} is made for the set-up {first[1]!r}, but {owner} for {words!r}: "
                "choose one with setup= or --setup"
            )
    return DEFAULT if first is None else first[1]


def check_players(claims: Iterable[Claim], players: int) -> None:
    """Checks that all owners are made for this number of players.

    :raises TamayaError: if one is made for another number
    """
    for owner, words in claims:
        own = Setup.parse(words).players
        if own != players:
            raise TamayaError(
                f"{owner} is made for {own} players, not {players} (to play it anyway, name the "
                f"whole set-up: '{without_players(words)} players={players}')"
            )


def without_players(words: str) -> str:
    """The words of a set-up without the number of players."""
    return " ".join(word for word in words.split() if not word.startswith("players="))
