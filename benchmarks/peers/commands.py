"""Runs external programs and turns every failure into one readable line."""

import os
import subprocess
from collections.abc import Mapping, Sequence

from .speed import PeerUnavailable


def run(
    command: Sequence[str],
    *,
    purpose: str,
    hint: str = "",
    extra_env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end and returns its output as text.

    :param purpose: what the command was for, quoted in the error ("compile the driver").
    :param hint: what to check when it fails, added to the error.
    :raises PeerUnavailable: the program is missing or exits with an error.
    """
    env = {**os.environ, **(extra_env or {})}
    try:
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise PeerUnavailable(f"cannot {purpose}: {command[0]!r} is not installed") from None
    except subprocess.CalledProcessError as error:
        raise PeerUnavailable(f"cannot {purpose}: {_reason(error)}{hint}") from error


def _reason(error: subprocess.CalledProcessError) -> str:
    """The most informative line of a failed command: its last error line, else its last line."""
    lines = [line.strip() for line in str(error.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()]
    return (errors or lines or [f"exit status {error.returncode}"])[-1]
