"""Tables and figures of the papers, measured again: a folder for each paper, a file for each table.

An experiment uses only the public API: what it does, a user can do too.
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
