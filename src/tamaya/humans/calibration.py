"""Calibration of agents that predict people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.game import TamayaError
from tamaya.humans.agreement import Agreement
from tamaya.qd.metrics.pictures import new_figure, plainly
from tamaya.stats import Estimate, clustered

_KINDS = {".png": {"Software": None}, ".svg": {"Date": None}}
_INK = "#333333"
_LINES = ("#225ea8", "#d95f02", "#1b9e77", "#7a5195", "#666666", "#c7a000", "#a6611a", "#000000")


@dataclass(frozen=True)
class Step:
    """Decisions of which an agent was about as sure."""

    confidence: float
    """the mean probability of its likeliest moves"""
    right: Estimate
    """share of them that people made; the error is clustered by person"""


def calibration_steps(found: Agreement, steps: int = 10) -> list[Step]:
    """What share of likeliest moves people made, by the probability that they were given.

    :raises TamayaError: if the agent offers no probabilities
    """
    if found.confidence is None:
        raise TamayaError(f"{found.agent} offers no probabilities")
    places = np.minimum((found.confidence * steps).astype(int), steps - 1)
    people, made = np.asarray(found.people), []
    for step in range(steps):
        chosen = places == step
        if chosen.any():
            right = clustered(found.exact[chosen], people[chosen])
            made.append(Step(float(found.confidence[chosen].mean()), right))
    return made


def expected_error(found: Agreement, steps: int = 10) -> float:
    """Mean distance of confidence and share, by decisions: 0 for an agent that is as sure as right.

    :raises TamayaError: if the agent offers no probabilities
    """
    made = calibration_steps(found, steps)
    whole = sum(step.right.games for step in made)
    return sum(step.right.games * abs(step.confidence - step.right.mean) for step in made) / whole


def draw(found: Sequence[Agreement], path: Path) -> None:
    """A picture of confidence against truth, with a line for each agent that offers probabilities.

    :raises TamayaError: if none does, the picture's kind is unknown, or it cannot be written
    """
    if path.suffix.lower() not in _KINDS:
        raise TamayaError(f"cannot draw {str(path)!r} (expected a file {', '.join(_KINDS)})")
    shown = [item for item in found if item.confidence is not None]
    if not shown:
        names = ", ".join(item.agent for item in found)
        raise TamayaError(f"nothing to draw: {names} offer no probabilities")
    figure = new_figure(6.4, 6.2)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=1, linestyle="--")
    axes.annotate(
        "as sure as right",
        (0.93, 0.96),
        rotation=45,
        ha="right",
        fontsize=9,
        color="#777777",
        rotation_mode="anchor",
    )
    for one, color in zip(shown, _LINES * len(shown), strict=False):
        steps = calibration_steps(one)
        axes.errorbar(
            [step.confidence for step in steps],
            [step.right.mean for step in steps],
            yerr=np.nan_to_num([2 * step.right.sem for step in steps]),
            color=color,
            marker="o",
            markersize=5,
            linewidth=1.6,
            capsize=2,
            label=f"{one.agent} (error {expected_error(one):.3f})",
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("probability of the likeliest move", fontsize=10, color=_INK)
    axes.set_ylabel("share of people who made it ± 2 standard errors", fontsize=10, color=_INK)
    axes.legend(loc="upper left", frameon=False, fontsize=9.5, labelcolor=_INK)
    plainly(axes)
    try:
        figure.savefig(path, metadata=_KINDS[path.suffix.lower()])
    except OSError as error:
        raise TamayaError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
