"""Nash averages: games with known equilibria, and nashpy's solver on random tables."""

from __future__ import annotations

import numpy as np
import pytest

from tamaya.errors import TamayaError
from tamaya.qd.metrics import nash_average


def test_a_dominant_agent_gets_all_the_weight() -> None:
    average = nash_average(np.array([[10.0, 20.0], [5.0, 4.0]]))
    assert average.value == pytest.approx(10)
    assert average.agents.tolist() == [1, 0]
    assert average.partners.tolist() == [1, 0]
    assert average.used_agents == [0]


def test_two_specialists_share_the_weight() -> None:
    """Matching pennies around 10 points: both mix evenly, and both averages are the value."""
    average = nash_average(np.array([[20.0, 0.0], [0.0, 20.0]]))
    assert average.value == pytest.approx(10)
    assert average.agents == pytest.approx([0.5, 0.5])
    assert average.averages == pytest.approx([10, 10])


def test_copies_of_a_partner_do_not_change_the_averages() -> None:
    scores = np.array([[12.0, 3.0, 8.0], [4.0, 11.0, 6.0], [7.0, 6.0, 9.0]])
    with_copies = np.hstack([scores, scores[:, :1], scores[:, :1]])
    once, thrice = nash_average(scores), nash_average(with_copies)
    assert thrice.value == pytest.approx(once.value)
    assert thrice.averages == pytest.approx(once.averages)


def test_no_agent_beats_the_value_on_the_weighted_partners() -> None:
    rng = np.random.default_rng(5)
    average = nash_average(rng.uniform(0, 25, (12, 9)))
    assert average.averages.max() == pytest.approx(average.value)
    assert average.agents.sum() == pytest.approx(1)
    assert average.partners.sum() == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_nashpy_finds_the_same_equilibrium(seed: int) -> None:
    nashpy = pytest.importorskip("nashpy")
    scores = np.random.default_rng(seed).uniform(0, 25, (7, 5))
    agents, partners = nashpy.Game(scores).linear_program()
    average = nash_average(scores)
    assert average.value == pytest.approx(agents @ scores @ partners)
    assert average.agents == pytest.approx(agents, abs=1e-6)
    assert average.partners == pytest.approx(partners, abs=1e-6)


def test_a_table_with_a_gap_is_refused() -> None:
    with pytest.raises(TamayaError, match="expected finite scores"):
        nash_average(np.array([[1.0, np.nan]]))
