"""The rooms of the app: one folder for each feature, with its routes and its protocol."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator

import tamaya.web


def modules_of_rooms(ending: str) -> Iterator[str]:
    """Full names of the modules in all rooms whose name ends so, like `tamaya.web.maps.routes`."""
    for room in pkgutil.iter_modules(tamaya.web.__path__):
        if room.ispkg:
            folders = [f"{path}/{room.name}" for path in tamaya.web.__path__]
            for module in pkgutil.iter_modules(folders, f"tamaya.web.{room.name}."):
                if module.name.endswith(ending):
                    yield module.name
