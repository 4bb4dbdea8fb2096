"""Imports of optional libraries. The error for a missing library names the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tamaya.errors import MissingExtraError

__all__ = ["MissingExtraError", "extra"]


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Turns a failed import into an error that says what to install.

    Example::

        with extra("tables", "pictures need Matplotlib"):
            from matplotlib.figure import Figure

    :param name: the extra in pyproject.toml that installs the library
    :param purpose: what needs the library, for the message
    :raises MissingExtraError: if the import fails
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("tamaya"):
            raise  # a bug in Tamaya, not a missing library
        raise MissingExtraError(
            f"{purpose}: pip install 'tamaya[{name}]' (in a checkout: pip install -e '.[{name}]'; "
            f"{error})"
        ) from None
