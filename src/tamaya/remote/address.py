"""Where a remote program is: a command, or the address of a server."""

from __future__ import annotations

import shlex
from urllib.parse import urlsplit

from tamaya.errors import TamayaError


def is_address(text: str) -> bool:
    """Is this an address of a server, and not a command?"""
    return text.startswith(("http://", "https://"))


def check_address(address: str) -> None:
    """Checks the parts of an address.

    :raises TamayaError: if it has no host, or an impossible port
    """
    try:
        parts = urlsplit(address)
        is_valid = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_valid = False
    if not is_valid or not address.isascii() or any(map(str.isspace, address)):
        raise TamayaError(f"not an address: {address!r} (expected one like http://localhost:8000/)")


def check_command(command: str) -> None:
    """Checks that a command has a program, and that its quotes are closed.

    :raises TamayaError: quoting the command
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise TamayaError(f"not a command: {command!r} ({error})") from None
    if not words or "\0" in command:
        raise TamayaError(f"not a command: {command!r} (expected a program and its arguments)")
