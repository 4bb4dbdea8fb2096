"""How an agent searches: one frozen record, and the ways the agents of the literature fill it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from tamaya.game import TamayaError

Method = Literal["flat", "tree"]
Verdict = Literal["mean", "visits", "paired"]
DEFAULT_SECONDS = 1.0
"""for each move, as in the papers, where nothing else is said"""
WHOLE_GAME = 160
"""turns: more than any game has"""


_LIMITS = {
    "iterations": (0, 10**9),
    "threads": (1, 64),
    "depth": (1, WHOLE_GAME),
    "rollout": (0, WHOLE_GAME),
    "widening": (0, 10**6),
    "samples": (1, 10**4),
}
"""whole numbers that the core takes"""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything in which searches differ, apart from who is imagined to play."""

    iterations: int = 0
    """rollouts for each move; 0: only the clock ends a search"""
    seconds: float = 0.0
    """for each move; 0: only the number of rollouts ends a search. With both, whichever ends first;
    with neither, a second"""
    threads: int = 1
    """that share a search: results depend on their number, not on the machine"""
    memory: float = 64.0
    """megabytes for the tree of a search; a full one grows no more"""
    method: Method = "tree"
    """'flat': every move is tried in the same imagined positions, then the better half, and so on;
    'tree': upper confidence bounds in a tree of moves"""
    verdict: Verdict = "visits"
    """the move with the best mean, the one tried most, or ('paired') the best mean of those tried
    often, if it beats the own policy's move by `errors` standard errors"""
    errors: float = 2.0
    exploration: float = 0.1
    """weight of the upper confidence bound, means being shares of all points"""
    depth: int = WHOLE_GAME
    """turns from the position that have nodes"""
    rollout: int = WHOLE_GAME
    """turns after the tree, at most"""
    widening: int = 0
    """below the root another move of one's own is tried only for each so many visits, the own
    policy's move first; 0: all moves at once"""
    redeal: bool = False
    """partners' hands are drawn anew, as partners see them, for their turns in the tree"""
    ask_models: bool = True
    """partners' turns in the tree ask their models"""
    propose: bool = False
    """the own policy proposes all moves of the root (as published)"""
    skip_fives: bool = False
    """the tree has no hints about fives (as published)"""
    strict: bool = False
    """imagined games that lose the last life are worth nothing; otherwise points are kept"""
    samples: int = 16
    """positions imagined for each partner's move to find out who would have made it"""
    noise: float = 0.05
    """share of moves that anybody makes for no reason, so that no belief vanishes"""
    learn: bool = True
    """beliefs about partners follow their moves; otherwise they stay as they are"""

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool):
                raise TamayaError(f"{name} = {value!r} (expected a whole number)")
            if not low <= value <= high:
                shown = f"{value:,}" if abs(value) < 10**40 else f"{value.bit_length()} bits long"
                raise TamayaError(f"{name} = {shown} (expected {low:,} to {high:,})")
        for name in ("seconds", "memory", "errors", "exploration", "noise"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise TamayaError(f"{name} = {value!r} (expected a number)")
        self._check_memory()

    def _check_memory(self) -> None:
        """Refuses trees that this machine cannot hold, before a game begins."""
        available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
        if self.method == "tree" and self.memory * self.threads > available:
            raise TamayaError(
                f"memory = {self.memory:g} megabytes for each of {self.threads} threads (expected "
                f"at most {available / self.threads:,.0f}: this machine has {available:,.0f})"
            )

    @property
    def is_timed(self) -> bool:
        """Does the clock end its searches? Then moves depend on the machine."""
        return self.seconds > 0 or self.iterations == 0


SQRT2 = 2.0**0.5

MCS = Settings(method="flat", verdict="paired")
"""Monte Carlo search that really tries all moves"""
MCS_PUBLISHED = Settings(
    verdict="mean", exploration=SQRT2, depth=1, rollout=100, propose=True, skip_fives=True
)
IS_MCTS = Settings(exploration=SQRT2, verdict="mean")
IS_MCTS_PUBLISHED = Settings(exploration=SQRT2, verdict="mean", rollout=100, skip_fives=True)
RIS_MCTS = Settings(exploration=SQRT2, verdict="mean", redeal=True)
PREDICTOR = Settings(method="flat", verdict="paired")
PREDICTOR_PUBLISHED = IS_MCTS_PUBLISHED
