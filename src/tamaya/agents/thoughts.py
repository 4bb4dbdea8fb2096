"""What an agent weighed before it moved, as data that explains itself."""

from __future__ import annotations

from typing import Protocol


class Thoughts(Protocol):
    """Why one move was made. `str` gives the reason in a sentence."""

    def lines(self) -> list[str]:
        """Everything that was weighed, for people."""
        ...

    def as_dict(self) -> dict[str, object]:
        """The same for machines."""
        ...
