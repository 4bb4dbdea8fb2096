"""Plots a learning curve."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tamaya.learn.curve import Curve
from tamaya.plotting import INK, LINES, new_figure, plainly, save


def write_picture(curve: Curve, path: Path) -> None:
    """Plots scores, share of bombed games and entropy over learner turns.

    :raises TamayaError: if the file type is unknown, or the file cannot be written
    """
    turns = curve.column("turns") / 1e6
    figure = new_figure(9.0, 7.2)
    upper, lower = figure.subplots(2, 1, sharex=True)
    for color, name, label in zip(
        LINES, ("strict", "kept"), ("strict score", "points kept"), strict=False
    ):
        scores = curve.column(name)
        finished = np.isfinite(scores)
        upper.plot(turns[finished], scores[finished], color=color, label=label)
    upper.set_ylabel("mean score while exploring", fontsize=9.5, color=INK)
    for color, (name, label) in zip(LINES, _TRAINING.items(), strict=False):
        values = np.clip(curve.column(name), -0.1, None)
        lower.plot(turns, values, color=color, label=label)
    lower.set_xlabel("learner turns (millions)", fontsize=9.5, color=INK)
    for axes in (upper, lower):
        axes.legend(frameon=False, fontsize=9.5, labelcolor=INK)
        plainly(axes)
    save(figure, path, dpi=130)


_TRAINING = {
    "entropy": "entropy (nats)",
    "bombed": "share of games bombed",
    "explained": "variance explained by values",
}
