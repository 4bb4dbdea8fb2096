"""Demonstration games of agents, which depend only on the agents, the set-up and the seed.

They are not stored: the id of such a game contains these three, so its link works on every server
that has the agents.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tamaya.agents import Agent
from tamaya.arena import play
from tamaya.game import NotationError, Seed
from tamaya.web.replay.recording import Recording

_MARK = "show."
"""prefix of the ids of demonstration games; ids of stored games have no dot"""


class _IdContent(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    setup: str
    seed: int
    agents: list[str]


@dataclass(frozen=True)
class Showcase:
    """A demonstration game."""

    agents: tuple[str, ...]
    """ids on the roster, by seat"""
    setup: str
    seed: Seed

    @property
    def id(self) -> str:
        """The id of its replay."""
        content = msgspec.json.encode(_IdContent(self.setup, self.seed, list(self.agents)))
        return _MARK + base64.urlsafe_b64encode(content).decode().rstrip("=")

    @classmethod
    def parse(cls, id: str) -> Showcase | None:
        """The game of an id; None for the id of a stored game.

        :raises NotationError: if the id is damaged
        """
        if not id.startswith(_MARK):
            return None
        text = id.removeprefix(_MARK)
        try:
            decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            content = msgspec.json.decode(decoded, type=_IdContent)
        except (ValueError, msgspec.MsgspecError):
            raise NotationError(f"not a replay: {id[:60]!r} (the link is damaged)") from None
        if not 2 <= len(content.agents) <= 5 or not 0 <= content.seed < 2**64:
            raise NotationError(f"not a replay: {id[:60]!r} (expected 2 to 5 agents and a seed)")
        return cls(tuple(content.agents), content.setup, content.seed)

    def play(self, agents: Sequence[Agent]) -> Recording:
        """Plays the game.

        :param agents: the agents of the ids, one for each seat
        """
        game = play(*agents, seed=self.seed, setup=self.setup)
        return Recording(self.id, game.transcript, self.agents, self.seed)
