"""Finds the modules of all features: `routes` that the app serves, `protocol`s that pages share."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator

import tamaya.web


def modules_of_rooms(ending: str) -> Iterator[str]:
    """Names of the modules in all feature folders that end so, like `tamaya.web.maps.routes`."""
    for room in pkgutil.iter_modules(tamaya.web.__path__):
        if room.ispkg:
            folders = [f"{path}/{room.name}" for path in tamaya.web.__path__]
            for module in pkgutil.iter_modules(folders, f"tamaya.web.{room.name}."):
                if module.name.endswith(ending):
                    yield module.name
