"""The command line: `tamaya` with a module for each subcommand."""

from tamaya.cli.app import main

__all__ = ["main"]
