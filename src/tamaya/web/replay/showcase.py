"""Games that agents play for show: pure functions of their seats, set-up and seed.

They are not stored. Their id says all there is to say, so a link to one works on every server that
knows the agents.
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
"""stored games have no dot in their id"""


class _Said(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    setup: str
    seed: int
    agents: list[str]


@dataclass(frozen=True)
class Showcase:
    """Who plays which deck by which rules."""

    agents: tuple[str, ...]
    """ids of the roster, by seat"""
    setup: str
    seed: Seed

    @property
    def id(self) -> str:
        """The id of its replay."""
        said = msgspec.json.encode(_Said(self.setup, self.seed, list(self.agents)))
        return _MARK + base64.urlsafe_b64encode(said).decode().rstrip("=")

    @classmethod
    def parse(cls, id: str) -> Showcase | None:
        """What an id says; None for the id of a stored game.

        :raises NotationError: if it is damaged
        """
        if not id.startswith(_MARK):
            return None
        text = id.removeprefix(_MARK)
        try:
            said = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            found = msgspec.json.decode(said, type=_Said)
        except (ValueError, msgspec.MsgspecError):
            raise NotationError(f"not a replay: {id[:60]!r} (the link is damaged)") from None
        if not 2 <= len(found.agents) <= 5 or not 0 <= found.seed < 2**64:
            raise NotationError(f"not a replay: {id[:60]!r} (expected 2 to 5 agents and a seed)")
        return cls(tuple(found.agents), found.setup, found.seed)

    def play(self, agents: Sequence[Agent]) -> Recording:
        """Plays the game.

        :param agents: one for each seat, as the ids say
        """
        game = play(*agents, seed=self.seed, setup=self.setup)
        return Recording.of_seed(self.id, game.transcript, self.agents, self.seed)
