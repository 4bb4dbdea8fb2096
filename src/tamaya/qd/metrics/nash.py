"""Nash averaging of a match-up table: which agents and which partners matter.

A mean over partners changes if somebody adds more partners of one kind. Nash averaging (Balduzzi et
al. 2018) does not: one player chooses an agent and wants a high score, an opponent chooses the
partner and wants a low one. The equilibrium of this game gives weights to the partners, and an
agent's Nash average is its mean score over partners with these weights. Copies of a partner share
its weight, and easy partners have none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tamaya.errors import TamayaError
from tamaya.extras import extra
from tamaya.numbers import Floats

_NONE = 1e-6
"""smaller weights count as none"""


@dataclass(frozen=True, eq=False)
class NashAverage:
    """The equilibrium of one match-up table."""

    value: float
    """mean score of the mixture of agents with the partner that is worst for it"""
    agents: Floats
    """weights of the agents (rows), which sum to 1"""
    partners: Floats
    """weights of the partners (columns), which sum to 1"""
    averages: Floats
    """mean score of each agent over the weighted partners"""

    @property
    def used_agents(self) -> list[int]:
        """Indices of the agents with a weight, the heaviest first."""
        return _heaviest(self.agents)

    @property
    def used_partners(self) -> list[int]:
        """Indices of the partners with a weight, the heaviest first."""
        return _heaviest(self.partners)


def nash_average(scores: Floats) -> NashAverage:
    """The Nash averages of a table of mean scores [agents, partners].

    If there are several equilibria, which needs exact ties, it is the one that the solver finds.

    :raises TamayaError: if SciPy is missing, or the table is empty or not finite
    """
    table = np.asarray(scores, np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise TamayaError(
            f"a table of shape {table.shape} (expected finite scores [agents, partners])"
        )
    agents, value = _best_mixture(table)
    partners, _ = _best_mixture(-table.T)
    averages: Floats = table @ partners
    return NashAverage(value, agents, partners, averages)


def _best_mixture(table: Floats) -> tuple[Floats, float]:
    """Weights of the rows with the highest score in the worst column, and that score."""
    with extra("humans", "Nash averaging needs SciPy"):
        from scipy.optimize import linprog  # noqa: PLC0415
    rows, columns = table.shape
    # Variables: the weights of the rows, and the value to maximize.
    result = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    if not result.success:
        raise TamayaError(f"no equilibrium found: {result.message}")
    weights = np.where(result.x[:rows] > _NONE, result.x[:rows], 0.0)
    return weights / weights.sum(), float(result.x[-1])


def _heaviest(weights: Floats) -> list[int]:
    order = np.argsort(-weights, kind="stable")
    return [int(place) for place in order if weights[place] > 0]
