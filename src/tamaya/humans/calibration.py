"""Calibration of predictions: are moves as frequent as their predicted probability?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.game import TamayaError
from tamaya.humans.agreement import Agreement
from tamaya.plotting import INK, LINES, new_figure, plainly, save
from tamaya.stats import Estimate, clustered


@dataclass(frozen=True)
class CalibrationStep:
    """Decisions with about the same confidence."""

    confidence: float
    """mean probability of the likeliest move"""
    right: Estimate
    """share of decisions in which people made that move; the error is clustered by person"""


def calibration_steps(agreement: Agreement, steps: int = 10) -> list[CalibrationStep]:
    """Groups decisions by confidence and measures how often people made the likeliest move.

    :raises TamayaError: if the agent gives no probabilities
    """
    if agreement.confidence is None:
        raise TamayaError(
            f"{agreement.agent} gives no probabilities (expected a model of people, like human:all)"
        )
    places = np.minimum((agreement.confidence * steps).astype(int), steps - 1)
    people, groups = np.asarray(agreement.people), []
    for step in range(steps):
        chosen = places == step
        if chosen.any():
            right = clustered(agreement.exact[chosen], people[chosen])
            groups.append(CalibrationStep(float(agreement.confidence[chosen].mean()), right))
    return groups


def expected_error(agreement: Agreement, steps: int = 10) -> float:
    """Expected calibration error: the mean difference of confidence and accuracy.

    :raises TamayaError: if the agent gives no probabilities
    """
    groups = calibration_steps(agreement, steps)
    decisions = sum(step.right.games for step in groups)
    errors = (step.right.games * abs(step.confidence - step.right.mean) for step in groups)
    return sum(errors) / decisions


def draw(agreements: Sequence[Agreement], path: Path) -> None:
    """Plots accuracy against confidence, one line for each agent that gives probabilities.

    :raises TamayaError: if no agent does, the file type is unknown, or it cannot be written
    """
    drawn = [agreement for agreement in agreements if agreement.confidence is not None]
    if not drawn:
        names = ", ".join(agreement.agent for agreement in agreements)
        raise TamayaError(
            f"nothing to draw: {names} give no probabilities (expected models of people, like "
            "human:all)"
        )
    figure = new_figure(6.4, 6.2)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=1, linestyle="--")
    axes.annotate(
        "perfectly calibrated",
        (0.93, 0.96),
        rotation=45,
        ha="right",
        fontsize=9,
        color="#777777",
        rotation_mode="anchor",
    )
    for agreement, color in zip(drawn, LINES * len(drawn), strict=False):
        steps = calibration_steps(agreement)
        axes.errorbar(
            [step.confidence for step in steps],
            [step.right.mean for step in steps],
            yerr=np.nan_to_num([2 * step.right.sem for step in steps]),
            color=color,
            marker="o",
            markersize=5,
            linewidth=1.6,
            capsize=2,
            label=f"{agreement.agent} (error {expected_error(agreement):.3f})",
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("probability of the likeliest move", fontsize=10, color=INK)
    axes.set_ylabel("share of people who made it ± 2 standard errors", fontsize=10, color=INK)
    axes.legend(loc="upper left", frameon=False, fontsize=9.5, labelcolor=INK)
    plainly(axes)
    save(figure, path)
