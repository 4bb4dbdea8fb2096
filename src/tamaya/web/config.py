"""How a server is run."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from tamaya.game import TamayaError
from tamaya.numbers import available_threads


@dataclass(frozen=True, kw_only=True)
class Config:
    """Everything that whoever runs a server may choose."""

    database: str = "sqlite:///runs/web/games.db"
    """URL of the database"""
    secret: str | None = None
    """key of the day's decks; made and kept in the database if not given"""
    host: str = "127.0.0.1"
    """address to listen at"""
    port: int = 8787
    origins: tuple[str, ...] = ()
    """origins of pages that may use the server, beside its own"""
    hosts: tuple[str, ...] = ()
    """names by which the server may be asked for, beside those of this machine; `*` for any"""
    https: bool = False
    """is there a proxy with TLS in front? Then cookies are sent by it alone"""
    behind_proxy: bool = False
    """may X-Forwarded-For be believed?"""
    agents: tuple[str, ...] = ()
    """agents on the roster beside the named ones, like `meta:FILE`"""
    runs: tuple[str, ...] = ()
    """folders of runs whose maps are shown beside the shipped ones"""
    workers: int = max(1, min(4, available_threads() - 1))
    """processes in which agents think"""
    seconds: float = 2.0
    """that an agent may think about a move"""
    delay: float = 0.6
    """seconds that an agent's move takes at least, so that people can follow"""
    pace: float = 1.5
    """the same in games without people"""
    idle: float = 600.0
    """seconds after which a table that nobody looks at leaves the memory"""
    messages_per_second: float = 10.0
    """that a page may send"""
    games_per_minute: float = 60.0
    """that one address may begin or import"""
    tables: int = 2000
    """games without people, or with people there, at a time"""

    def __post_init__(self) -> None:
        if not is_local(self.host) and not self.secret:
            raise TamayaError(
                f"host {self.host!r} can be reached from elsewhere: that needs a secret "
                "(--secret, or TAMAYA_SECRET)"
            )
        if self.secret is not None and len(self.secret) < 16:
            raise TamayaError("the secret is too short (expected at least 16 characters)")


def is_local(host: str) -> bool:
    """Can only this machine reach this address?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
