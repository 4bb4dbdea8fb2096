"""Settings of a bot, and its account on the server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from tamaya.errors import LiveError, TamayaError
from tamaya.remote.address import check_address, is_address

USER, PASSWORD = "TAMAYA_LIVE_USER", "TAMAYA_LIVE_PASSWORD"
"""environment variables of the account"""


@dataclass(frozen=True)
class Credentials:
    """The name and password of an account. The password is not part of `repr`."""

    user: str
    password: str = field(repr=False)

    @classmethod
    def from_environment(cls, variables: Mapping[str, str] | None = None) -> Credentials:
        """Reads TAMAYA_LIVE_USER and TAMAYA_LIVE_PASSWORD.

        :raises LiveError: if one of them is missing
        """
        variables = os.environ if variables is None else variables
        missing = [name for name in (USER, PASSWORD) if not variables.get(name)]
        if missing:
            raise LiveError(
                f"no account for the bot: {' and '.join(missing)} not set "
                f"(expected the environment variables {USER} and {PASSWORD})"
            )
        return cls(variables[USER], variables[PASSWORD])


@dataclass(frozen=True, kw_only=True)
class LiveSettings:
    """How a bot plays and how long it waits. All times are in seconds."""

    server: str
    """address of the server, like https://hanab.live"""
    agent: str = "detective(meets=people)"
    """name of the agent that plays"""
    seconds: float = 10.0
    """time limit of the agent per move; then a fast agent moves instead"""
    delay: float = 1.0
    """shortest time of a move, because people find faster moves hard to follow"""
    answer: float = 5.0
    """how long the bot waits for an answer of the server before it asks again"""
    quiet: float = 60.0
    """how long a game may be silent before the bot asks whether it missed something"""
    replay: float = 900.0
    """how long the bot stays after a game, so that people can restart it"""
    first_wait: float = 1.0
    """wait before the first attempt to reconnect; it doubles with each attempt"""
    longest_wait: float = 60.0
    """longest wait between two attempts"""
    messages_per_second: float = 20.0
    """most messages that the bot sends; the site bans addresses that send 100 per second"""
    games: int | None = None
    """number of games after which the bot stops; None for no limit"""

    def __post_init__(self) -> None:
        """Checks the address.

        :raises LiveError: if it is no address, or would send the password unencrypted
        """
        try:
            check_address(self.server)
        except TamayaError:
            is_valid = False
        else:
            is_valid = is_address(self.server)
        if not is_valid:
            raise LiveError(f"not a server: {self.server!r} (expected a URL like https://host)")
        if self.address.scheme == "http" and not _is_this_machine(self.address.hostname or ""):
            raise LiveError(
                f"{self.server!r} would send the password unencrypted: use https:// "
                "(http:// is allowed only for servers on this machine)"
            )

    @property
    def address(self) -> SplitResult:
        """The address of the server in parts."""
        return urlsplit(self.server)

    @property
    def socket_url(self) -> str:
        """The address of the server's WebSocket."""
        scheme = "wss" if self.address.scheme == "https" else "ws"
        return f"{scheme}://{self.address.netloc}{self.address.path.rstrip('/')}/ws"


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
