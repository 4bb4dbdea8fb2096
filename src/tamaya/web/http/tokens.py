"""Secrets that open seats: made, hashed, compared. Only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def fresh() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def fresh_id() -> str:
    """A name of a game that nobody guesses."""
    return secrets.token_urlsafe(9).replace("_", "x").replace("-", "y")


def hashed(secret: str) -> str:
    """What is kept of a secret. It has 128 bits of its own, so one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opens(secret: str | None, kept: str | None) -> bool:
    """Is this the secret that was kept?"""
    if not secret or not kept:
        return False
    return hmac.compare_digest(hashed(secret), kept)


def seed_of(secret: str, words: str) -> int:
    """A seed that only those who know the secret can compute from words."""
    return int.from_bytes(hmac.digest(secret.encode(), words.encode(), "sha256")[:7], "big")
