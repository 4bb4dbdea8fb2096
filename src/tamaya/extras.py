"""Imports of optional libraries. The error for a missing library names the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tamaya.errors import MissingExtraError

__all__ = ["MissingExtraError", "extra", "install_command"]


def install_command(name: str) -> str:
    """The command that installs an extra: another one for a checkout than for a package."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e '{checkout}[{name}]'"
    return f"pip install 'tamaya[{name}]'"


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
        raise MissingExtraError(f"{purpose}: {install_command(name)} ({error})") from None
