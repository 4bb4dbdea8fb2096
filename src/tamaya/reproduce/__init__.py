"""Tables and figures of the papers, measured again: one file each."""

from __future__ import annotations

import importlib
import pkgutil

from tamaya.reproduce.experiment import Cell, Experiment, Result, experiment, experiment_names

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["Cell", "Experiment", "Result", "experiment", "experiment_names"]
