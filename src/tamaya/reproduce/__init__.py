"""Measures tables and figures of the papers again: one folder per paper, one file per table.

Experiments use only the public API, so a user can do the same.
"""

from __future__ import annotations

import importlib
import pkgutil

from tamaya.errors import MissingData
from tamaya.reproduce.experiment import Experiment, Result, TableCell, experiment, experiment_names

for _folder in pkgutil.iter_modules(__path__):
    if _folder.ispkg:
        _papers = importlib.import_module(f"{__name__}.{_folder.name}")
        for _module in pkgutil.iter_modules(_papers.__path__):
            importlib.import_module(f"{_papers.__name__}.{_module.name}")

__all__ = ["Experiment", "MissingData", "Result", "TableCell", "experiment", "experiment_names"]
