"""Metrics as plain values for JSON: nan is None, numbers carry error and sample size."""

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
    """A rounded number; None for nan."""
    return None if math.isnan(value) else round(float(value), _DIGITS)


def numbers(found: Estimate | None, sample: str = "games") -> dict[str, object] | None:
    """An estimate; `sample` says what its number counts."""
    if found is None:
        return None
    return {"mean": plain(found.mean), "sem": plain(found.sem), sample: found.games}


def _about(how: MetricsSettings, setup: str, scoring: str) -> dict[str, object]:
    return {
        "setup": setup,
        "scoring": scoring,
        "settings": asdict(how),
        "version": version("tamaya"),
    }


def pool_as_dict(made: PoolMetrics) -> dict[str, object]:
    """All that is said of one pool."""
    alone, pairs = made.self_play, made.pairs
    name, best = alone.best
    return {
        "pool": made.pool.name,
        "agents": len(made.pool),
        **_about(made.how, made.pool.setup, alone.scoring),
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
            "correlation_with_column_means": numbers(made.column_correlation, "agents"),
            "correlation_with_row_means": numbers(made.row_correlation, "agents"),
        },
        "hamming": {"mean": plain(made.mean_hamming), "pairs": int(made.others.sum())},
        "similarity": {
            **(numbers(made.mean_similarity) or {}),
            "positions": made.answers.moves.shape[1],
            "mean_legal_moves": plain(made.answers.mean_choices),
        },
        "by_distance": [distance_as_dict(line) for line in made.by_distance],
        "each_agent": _agents(made),
    }


def distance_as_dict(line: AtDistance) -> dict[str, object]:
    """One distance."""
    return {
        "steps": line.steps,
        "pairs": line.pairs,
        "score": numbers(line.score),
        "hamming": plain(line.hamming),
        "hamming_sd": plain(line.hamming_sd),
        "similarity": numbers(line.similarity),
    }


def _agents(made: PoolMetrics) -> list[dict[str, object]]:
    alone, pairs, names = made.self_play, made.pairs, made.pool.names
    means, best = pairs.means, pairs.best_partners
    columns = (alone.means, alone.sems, pairs.of_rows, pairs.of_columns, pairs.times_best)
    return [
        {
            "name": one.name,
            "niche": list(one.niche),
            "self_play": {"mean": plain(mean), "sem": plain(sem), "games": made.how.self_games},
            "in_seat_0": numbers(row),
            "as_partner": numbers(column),
            "best_partner": names[best[place]],
            "score_with_best_partner": plain(means[best[place], place]),
            "times_best_partner": int(times),
        }
        for place, (one, mean, sem, row, column, times) in enumerate(
            zip(made.pool.elites, *columns, strict=True)
        )
    ]


def cross_as_dict(made: CrossMetrics) -> dict[str, object]:
    """All that is said of two pools."""
    return {
        "pools": [made.ours.name, made.theirs.name],
        "niches": len(made.niches),
        **_about(made.how, made.ours.setup, "strict" if made.how.strict else "points kept"),
        "crossed": numbers(made.crossed),
        "crossed_ours_in_seat_0": numbers(made.ours_first),
        "crossed_theirs_in_seat_0": numbers(made.theirs_first),
        "self_play": numbers(made.alone),
        "crossed_minus_self_play": numbers(made.loss),
        "hamming": {"mean": plain(made.mean_hamming), "sem": plain(made.hamming_sem)},
        "similarity": {
            **(numbers(made.mean_similarity) or {}),
            "positions": made.positions,
            "positions_from": made.positions_from,
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
                made.niches,
                _means(made.scores[:2]),
                _means(made.scores[2:]),
                made.hamming,
                made.similarity.shares[0],
                strict=True,
            )
        ],
    }


def _means(scores: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Of each niche."""
    return np.asarray(scores.mean(axis=(0, 2), dtype=np.float64))
