"""Settings of the server."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from tamaya.game import TamayaError
from tamaya.numbers import available_threads


@dataclass(frozen=True, kw_only=True)
class ServerConfig:
    """Settings that the operator of a server can choose."""

    database: str = "sqlite:///runs/web/games.db"
    """URL of the database"""
    secret: str | None = None
    """key that makes the daily decks unpredictable; by default the server creates and stores one"""
    host: str = "127.0.0.1"
    """address to listen on"""
    port: int = 8787
    origins: tuple[str, ...] = ()
    """origins of other pages that may use the server"""
    hosts: tuple[str, ...] = ()
    """host names that the server answers to, in addition to those of this machine; `*` for any"""
    https: bool = False
    """a proxy serves HTTPS, so cookies are marked as secure"""
    address: str = ""
    """URL at which other server processes reach this one, if several share a PostgreSQL database"""
    behind_proxy: bool = False
    """trust X-Forwarded-For of the proxy in front"""
    agents: tuple[str, ...] = ()
    """agents that the lobby offers in addition to the named ones, like `meta:FILE`"""
    runs: tuple[str, ...] = ()
    """folders of evolution runs whose maps are shown in addition to the shipped ones"""
    workers: int = max(1, min(4, available_threads() - 1))
    """processes in which agents think"""
    seconds: float = 2.0
    """seconds that an agent may think per move"""
    delay: float = 0.6
    """shortest time of an agent's move in games with people, in seconds, so that they can follow"""
    pace: float = 1.5
    """shortest time of an agent's move in games without people, in seconds"""
    idle: float = 600.0
    """seconds after which a table that nobody watches is evicted from memory"""
    messages_per_second: float = 10.0
    """messages that a page may send per second"""
    games_per_minute: float = 60.0
    """games that an address may start or import per minute"""
    study: str = ""
    """path of the study file that this server runs; it then serves nothing else"""
    operator: str | None = None
    """token of the study's operator page; without one there is no such page"""
    tables: int = 2000
    """most tables in memory"""

    def __post_init__(self) -> None:
        if not is_local(self.host) and not self.secret:
            raise TamayaError(
                f"host {self.host!r} can be reached by other machines, which needs a secret "
                "(pass --secret or set TAMAYA_SECRET)"
            )
        if self.address and not _is_address(self.address):
            raise TamayaError(f"address {self.address!r} (expected like http://10.0.0.2:8787)")
        if self.address and not self.database.startswith("postgresql"):
            kind = self.database.partition(":")[0]
            raise TamayaError(
                f"several server processes need PostgreSQL, not {kind!r} "
                "(expected --database postgresql://USER@HOST/NAME)"
            )
        if self.secret is not None and len(self.secret) < 16:
            raise TamayaError("the secret is too short (expected at least 16 characters)")
        if self.operator is not None and len(self.operator) < 16:
            raise TamayaError("the operator token is too short (expected at least 16 characters)")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme == "http" and bool(parts.hostname and parts.port) and not parts.path
    except ValueError:
        return False


def is_local(host: str) -> bool:
    """Can only this machine reach the address?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
