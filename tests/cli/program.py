"""Runs the program `tamaya` inside the test's own process, which saves its start."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from tamaya.cli.app import main


def tamaya(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What the program prints, and its exit code.

    Ctrl-C, signals and full disks need the real program.
    """
    output, errors = io.StringIO(), io.StringIO()
    code = 0
    with (
        contextlib.chdir(cwd or os.curdir),
        mock.patch.object(sys, "argv", ["tamaya", *words]),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(words, code, output.getvalue(), errors.getvalue())
