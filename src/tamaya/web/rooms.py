"""Finds modules in the feature folders by name: `routes` for the app, `protocol` for the pages."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator

import tamaya.web


def modules_of_rooms(ending: str) -> Iterator[str]:
    """Full names of modules that end with `ending`, like `tamaya.web.maps.routes`."""
    for room in pkgutil.iter_modules(tamaya.web.__path__):
        if room.ispkg:
            folders = [f"{path}/{room.name}" for path in tamaya.web.__path__]
            for module in pkgutil.iter_modules(folders, f"tamaya.web.{room.name}."):
                if module.name.endswith(ending):
                    yield module.name
