"""Settings of a search, with presets for the agents of the literature."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from tamaya.game import TamayaError

Method = Literal["flat", "tree"]
Verdict = Literal["mean", "visits", "paired"]
DEFAULT_SECONDS = 1.0
"""time per move if neither `seconds` nor `iterations` is set, as in the papers"""
WHOLE_GAME = 160
"""more turns than any game has"""


_LIMITS = {
    "iterations": (0, 10**9),
    "threads": (1, 64),
    "depth": (1, WHOLE_GAME),
    "rollout": (0, WHOLE_GAME),
    "widening": (0, 10**6),
    "samples": (1, 10**4),
}
"""ranges of whole numbers that the core accepts"""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings of a search except the agents that play its rollouts."""

    iterations: int = 0
    """rollouts per move; 0 means no limit"""
    seconds: float = 0.0
    """time limit per move; 0 means no limit. With both limits, the first that is reached ends the
    search; with neither, the limit is one second"""
    threads: int = 1
    """threads that share a search; the result depends on their number, not on the machine"""
    memory: float = 64.0
    """megabytes for the tree of each thread; a full tree stops growing"""
    method: Method = "tree"
    """'flat' tries every move in the same sampled positions, keeps the better half and repeats;
    'tree' selects moves by upper confidence bounds in a search tree"""
    verdict: Verdict = "visits"
    """how to choose the move: the best 'mean', the most 'visits', or 'paired': the best mean among
    often tried moves, if it beats the move of the searcher's policy by `errors` standard errors"""
    errors: float = 2.0
    """see `verdict`"""
    exploration: float = 0.1
    """weight of the upper confidence bound; means are shares of the maximum score"""
    depth: int = WHOLE_GAME
    """depth of the tree in turns"""
    rollout: int = WHOLE_GAME
    """most turns of a rollout after the tree"""
    widening: int = 0
    """below the root, the tree adds one more own move per this many visits, the own policy's move
    first; 0 adds all moves at once"""
    redeal: bool = False
    """re-sample a partner's hand from the partner's own view in its turns in the tree"""
    ask_models: bool = True
    """let models decide the partners' turns in the tree"""
    propose: bool = False
    """only the searcher's own policy proposes moves at the root (as published)"""
    skip_fives: bool = False
    """leave hints of fives out of the tree (as published)"""
    strict: bool = False
    """rollouts that lose the last life score 0; otherwise they keep their points"""
    samples: int = 16
    """positions sampled per partner's move to judge which model would have made it"""
    noise: float = 0.05
    """assumed share of random moves, so that no probability becomes 0"""
    learn: bool = True
    """update beliefs about partners from their moves"""

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool):
                raise TamayaError(f"{name} = {value!r} (expected a whole number)")
            if not low <= value <= high:
                text = f"{value:,}" if abs(value) < 10**40 else f"{value.bit_length()} bits long"
                raise TamayaError(f"{name} = {text} (expected {low:,} to {high:,})")
        for name in ("seconds", "memory", "errors", "exploration", "noise"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise TamayaError(f"{name} = {value!r} (expected a number)")
        self._check_memory()

    def _check_memory(self) -> None:
        """Checks that the trees fit into the memory of this machine."""
        available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
        if self.method == "tree" and self.memory * self.threads > available:
            raise TamayaError(
                f"memory = {self.memory:g} megabytes for each of {self.threads} threads (expected "
                f"at most {available / self.threads:,.0f}: this machine has {available:,.0f})"
            )

    @property
    def is_timed(self) -> bool:
        """Does a time limit end the search? Then its moves depend on the machine."""
        return self.seconds > 0 or self.iterations == 0


SQRT2 = 2.0**0.5

MCS = Settings(method="flat", verdict="paired")
"""Monte Carlo search that tries all moves, unlike the published one"""
MCS_PUBLISHED = Settings(
    verdict="mean", exploration=SQRT2, depth=1, rollout=100, propose=True, skip_fives=True
)
IS_MCTS = Settings(exploration=SQRT2, verdict="mean")
IS_MCTS_PUBLISHED = Settings(exploration=SQRT2, verdict="mean", rollout=100, skip_fives=True)
RIS_MCTS = Settings(exploration=SQRT2, verdict="mean", redeal=True)
PREDICTOR = Settings(method="flat", verdict="paired")
PREDICTOR_PUBLISHED = IS_MCTS_PUBLISHED
