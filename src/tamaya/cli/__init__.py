"""The command line: `tamaya play | match | table | explain | agents | rules | bench`."""

from tamaya.cli.app import main

__all__ = ["main"]
