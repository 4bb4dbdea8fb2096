"""Behaviour features: numbers in [0, 1] that describe how somebody plays, one file each."""

from __future__ import annotations

import importlib
import pkgutil

from tamaya.features.counters import COLUMNS, Counters
from tamaya.features.registry import Feature, feature, feature_names, features

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["COLUMNS", "Counters", "Feature", "feature", "feature_names", "features"]
