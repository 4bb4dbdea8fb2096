"""Creates, hashes and compares the secrets that give access to seats. Only hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def fresh() -> str:
    """A new secret of 128 bits."""
    return secrets.token_urlsafe(16)


def fresh_id() -> str:
    """A new game id that nobody can guess."""
    return secrets.token_urlsafe(9).replace("_", "x").replace("-", "y")


def hashed(secret: str) -> str:
    """The hash that is stored of a secret. One round is enough for 128 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str | None, stored: str | None) -> bool:
    """Does a secret have this stored hash?"""
    if not secret or not stored:
        return False
    return hmac.compare_digest(hashed(secret), stored)


def bound(secret: str, session: str) -> str:
    """The hash that is stored of a secret that only works together with a session."""
    return hashed(f"{secret} {session}")


def opens(secret: str | None, session: str | None, stored: str | None) -> bool:
    """Does a secret have this stored hash, alone or, if it is bound, together with the session?"""
    return matches(secret, stored) or matches(secret and f"{secret} {session}", stored)


def seed_of(secret: str, words: str) -> int:
    """A seed computed from words; predicting it needs the secret."""
    return int.from_bytes(hmac.digest(secret.encode(), words.encode(), "sha256")[:7], "big")
