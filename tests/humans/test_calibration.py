"""Agents that predict people should be as sure as they are right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.humans.agreement import Agreement
from tamaya.humans.calibration import calibration_steps, draw, expected_error


def predicted(confidence: list[float], right: list[bool]) -> Agreement:
    exact = np.array(right, float)
    people = tuple(f"person {place % 3}" for place in range(len(right)))
    sure = np.array(confidence)
    return Agreement("clone", people, ("play",) * len(right), exact, exact, sure, sure)


def test_steps_hold_decisions_of_which_the_agent_was_as_sure() -> None:
    agreement = predicted([0.31, 0.39, 0.35, 0.95, 1.0], [True, False, False, True, True])
    low, high = calibration_steps(agreement)
    assert [low.confidence, high.confidence] == pytest.approx([0.35, 0.975])
    assert (low.right.mean, low.right.games) == (1 / 3, 3)
    assert (high.right.mean, high.right.games) == (1, 2)


def test_the_expected_error_is_nought_for_who_is_as_sure_as_right() -> None:
    assert expected_error(predicted([0.5] * 4, [True, False, True, False])) == 0
    assert expected_error(predicted([0.9] * 4, [True, False, True, False])) == pytest.approx(0.4)


def test_only_agents_with_probabilities_are_drawn(tmp_path: Path) -> None:
    agreement = predicted([0.5] * 4, [True, False, True, False])
    silent = Agreement(
        "piers", agreement.people, agreement.kinds, agreement.exact, agreement.same_kind
    )
    draw([silent, agreement], tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ty.TamayaError, match="piers gives no probabilities"):
        calibration_steps(silent)
    with pytest.raises(ty.TamayaError, match="nothing to draw: piers give no probabilities"):
        draw([silent], tmp_path / "b.png")
    with pytest.raises(ty.TamayaError, match="expected a .png, .svg"):
        draw([agreement], tmp_path / "b.txt")
