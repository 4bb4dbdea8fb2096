"""Behaviour features: numbers in [0, 1] that describe how a player plays."""

from __future__ import annotations

from tamaya.features import definitions as definitions  # registers all features
from tamaya.features.counters import COLUMNS, Counters
from tamaya.features.counting import count_move
from tamaya.features.registry import Feature, feature, feature_names, features

__all__ = ["COLUMNS", "Counters", "Feature", "count_move", "feature", "feature_names", "features"]
