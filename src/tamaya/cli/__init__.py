"""The command line: `tamaya play | match | bench`."""

from tamaya.cli.app import main

__all__ = ["main"]
