"""Starts the command `tamaya`.

This package is separate from `tamaya`, whose import takes a moment: Ctrl-C during the import ends
the command with one line too.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Imports the command line and runs it."""
    try:
        from tamaya.cli.app import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        print("interrupted during start-up: nothing was written", file=sys.stderr)
        sys.exit(130)
