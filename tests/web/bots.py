"""Agents that misbehave, for servers to survive."""

from __future__ import annotations

import os
import time

import tamaya as ty


class Sleeper(ty.Agent):
    """Thinks for ever."""

    def act(self, view: ty.View) -> ty.Move:
        time.sleep(3600)
        return view.legal_moves()[0]


class Failing(ty.Agent):
    """Raises."""

    def act(self, view: ty.View) -> ty.Move:
        raise RuntimeError(f"cannot decide about {view.hand(1 - view.me)}")


class Dying(ty.Agent):
    """Ends its process."""

    def act(self, view: ty.View) -> ty.Move:
        os._exit(3)


class Illegal(ty.Agent):
    """Gives a hint to a player who does not exist."""

    def act(self, view: ty.View) -> ty.Move:
        return ty.Move.hint_rank(4, 1)
