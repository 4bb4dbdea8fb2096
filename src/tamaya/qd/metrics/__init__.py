"""Metrics of evolved pools: quality, diversity and repeatability."""

from tamaya.plotting import MapStyle, draw_map, plainly
from tamaya.qd.metrics.by_distance import AtDistance, by_distance
from tamaya.qd.metrics.cross import CrossMetrics, cross_metrics
from tamaya.qd.metrics.games import over_decks
from tamaya.qd.metrics.genomes import hamming_distances
from tamaya.qd.metrics.nash import NashAverage, nash_average
from tamaya.qd.metrics.niches import corresponding, manhattan, niches, on_map
from tamaya.qd.metrics.pairs import PairScores, all_pairs, correlation_of, pearson
from tamaya.qd.metrics.pool_metrics import MetricsSettings, PoolMetrics, pool_metrics
from tamaya.qd.metrics.self_play import SelfPlay, self_play
from tamaya.qd.metrics.similarity import Answers, Similarity, ask

__all__ = [
    "Answers",
    "AtDistance",
    "CrossMetrics",
    "MapStyle",
    "MetricsSettings",
    "NashAverage",
    "PairScores",
    "PoolMetrics",
    "SelfPlay",
    "Similarity",
    "all_pairs",
    "ask",
    "by_distance",
    "correlation_of",
    "corresponding",
    "cross_metrics",
    "draw_map",
    "hamming_distances",
    "manhattan",
    "nash_average",
    "niches",
    "on_map",
    "over_decks",
    "pearson",
    "plainly",
    "pool_metrics",
    "self_play",
]
