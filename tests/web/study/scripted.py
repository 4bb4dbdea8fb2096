"""Agents that make the same moves and differ in everything else."""

from __future__ import annotations

import time

import tamaya as ty


class Quick(ty.Agent):
    """Makes the first legal move at once."""

    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]


class Slow(Quick):
    """Thinks longer than pages wait before they are told."""

    def act(self, view: ty.View) -> ty.Move:
        time.sleep(0.35)
        return super().act(view)


class Thoughtful(Quick):
    """Thinks now and then."""

    def act(self, view: ty.View) -> ty.Move:
        if view.turn < 3:
            time.sleep(0.35)
        return super().act(view)
