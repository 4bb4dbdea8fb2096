"""How an agent searches: one frozen record, and the ways the agents of the literature fill it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["flat", "tree"]
Verdict = Literal["mean", "visits", "paired"]
DEFAULT_SECONDS = 1.0
"""for each move, as in the papers, where nothing else is said"""
WHOLE_GAME = 160
"""turns: more than any game has"""


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
