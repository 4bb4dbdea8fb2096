"""Plots a learning curve."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tamaya.extras import extra
from tamaya.learn.curve import Curve


def write_picture(curve: Curve, path: Path) -> None:
    """Plots scores, share of bombed games and entropy over learner turns."""
    with extra("tables", "pictures need Matplotlib"):
        from matplotlib.figure import Figure  # noqa: PLC0415
    turns = curve.column("turns") / 1e6
    figure = Figure(figsize=(7, 6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    for name, label in (("strict", "strict score"), ("kept", "points kept")):
        scores = curve.column(name)
        finished = np.isfinite(scores)
        upper.plot(turns[finished], scores[finished], label=label)
    upper.set_ylabel("mean score while exploring")
    upper.legend()
    upper.grid(alpha=0.3)
    for name, label in (
        ("entropy", "entropy (nats)"),
        ("bombed", "share of games bombed"),
        ("explained", "variance explained by values"),
    ):
        lower.plot(turns, np.clip(curve.column(name), -0.1, None), label=label)
    lower.set_xlabel("learner turns (millions)")
    lower.legend()
    lower.grid(alpha=0.3)
    figure.savefig(path, dpi=130)
