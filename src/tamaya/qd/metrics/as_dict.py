"""Metrics as plain values for JSON, with errors and sample sizes; nan becomes None."""

from __future__ import annotations

import math
from dataclasses import asdict
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from tamaya.qd.metrics.by_distance import AtDistance
from tamaya.qd.metrics.cross import CrossMetrics
from tamaya.qd.metrics.pool_metrics import MetricsSettings, PoolMetrics
from tamaya.stats import Estimate

_DIGITS = 6


def plain(value: float) -> float | None:
    """The number rounded to six decimals; None for nan."""
    return None if math.isnan(value) else round(float(value), _DIGITS)


def numbers(estimate: Estimate | None, sample: str = "games") -> dict[str, object] | None:
    """An estimate as a dictionary; `sample` is the key of its sample size."""
    if estimate is None:
        return None
    return {"mean": plain(estimate.mean), "sem": plain(estimate.sem), sample: estimate.games}


def _about(settings: MetricsSettings, setup: str, scoring: str) -> dict[str, object]:
    return {
        "setup": setup,
        "scoring": scoring,
        "settings": asdict(settings),
        "version": version("tamaya"),
    }


def pool_as_dict(metrics: PoolMetrics) -> dict[str, object]:
    """All metrics of one pool."""
    alone, pairs = metrics.self_play, metrics.pairs
    name, best = alone.best
    return {
        "pool": metrics.pool.name,
        "agents": len(metrics.pool),
        **_about(metrics.settings, metrics.pool.setup, alone.scoring),
        "self_play": {
            "best": name,
            "max": numbers(best),
            "mean_of_covered": numbers(alone.mean_of_covered),
            "mean_of_all_cells": numbers(alone.mean_of_all_cells),
            "sd_of_agents": plain(alone.sd_of_agents),
            "sd_of_games": plain(alone.sd_of_games),
        },
        "coverage": alone.coverage,
        "cells": alone.cells or None,
        "pairwise": {
            "mean": numbers(pairs.overall),
            "with_itself": numbers(pairs.with_itself),
            "correlation_with_column_means": numbers(metrics.column_correlation, "agents"),
            "correlation_with_row_means": numbers(metrics.row_correlation, "agents"),
        },
        "hamming": {"mean": plain(metrics.mean_hamming), "pairs": int(metrics.others.sum())},
        "similarity": {
            **(numbers(metrics.mean_similarity) or {}),
            "positions": metrics.answers.moves.shape[1],
            "mean_legal_moves": plain(metrics.answers.mean_choices),
        },
        "by_distance": [distance_as_dict(line) for line in metrics.by_distance],
        "each_agent": _agents(metrics),
    }


def distance_as_dict(line: AtDistance) -> dict[str, object]:
    """The statistics of one distance."""
    return {
        "steps": line.steps,
        "pairs": line.pairs,
        "score": numbers(line.score),
        "hamming": plain(line.hamming),
        "hamming_sd": plain(line.hamming_sd),
        "similarity": numbers(line.similarity),
    }


def _agents(metrics: PoolMetrics) -> list[dict[str, object]]:
    alone, pairs, names = metrics.self_play, metrics.pairs, metrics.pool.names
    means, best = pairs.means, pairs.best_partners
    columns = (alone.means, alone.sems, pairs.of_rows, pairs.of_columns, pairs.times_best)
    return [
        {
            "name": elite.name,
            "niche": list(elite.niche),
            "self_play": {
                "mean": plain(mean),
                "sem": plain(sem),
                "games": metrics.settings.self_games,
            },
            "in_seat_0": numbers(row),
            "as_partner": numbers(column),
            "best_partner": names[best[place]],
            "score_with_best_partner": plain(means[best[place], place]),
            "times_best_partner": int(times),
        }
        for place, (elite, mean, sem, row, column, times) in enumerate(
            zip(metrics.pool.elites, *columns, strict=True)
        )
    ]


def cross_as_dict(metrics: CrossMetrics) -> dict[str, object]:
    """All metrics of two pools."""
    return {
        "pools": [metrics.ours.name, metrics.theirs.name],
        "niches": len(metrics.niches),
        **_about(
            metrics.settings,
            metrics.ours.setup,
            "strict" if metrics.settings.strict else "points kept",
        ),
        "crossed": numbers(metrics.crossed),
        "crossed_ours_in_seat_0": numbers(metrics.ours_first),
        "crossed_theirs_in_seat_0": numbers(metrics.theirs_first),
        "self_play": numbers(metrics.alone),
        "crossed_minus_self_play": numbers(metrics.loss),
        "hamming": {"mean": plain(metrics.mean_hamming), "sem": plain(metrics.hamming_sem)},
        "similarity": {
            **(numbers(metrics.mean_similarity) or {}),
            "positions": metrics.positions,
            "positions_from": metrics.positions_from,
        },
        "each_niche": [
            {
                "niche": niche,
                "crossed": plain(crossed),
                "self_play": plain(alone),
                "hamming": int(distance),
                "similarity": plain(share),
            }
            for niche, crossed, alone, distance, share in zip(
                metrics.niches,
                _means(metrics.scores[:2]),
                _means(metrics.scores[2:]),
                metrics.hamming,
                metrics.similarity.shares[0],
                strict=True,
            )
        ],
    }


def _means(scores: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The mean score of each niche."""
    return np.asarray(scores.mean(axis=(0, 2), dtype=np.float64))
