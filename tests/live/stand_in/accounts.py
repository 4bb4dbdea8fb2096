"""Accounts, passwords, session cookies and bans: everything before the WebSocket."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

COOKIE = "hanabi.sid"
BANNED = "Your IP address has been banned. Ask an administrator if this is a mistake."
_RESERVED = {"hanab", "hanabi", "live", "hlive", "hanablive", "hanabilive", "nabilive"}
_FORBIDDEN = re.compile(r"[`~!@#$%^&*()=+\[{\]}\\|;:'\",<>/?]")


@dataclass(frozen=True)
class Answer:
    """The answer to a login."""

    status: int
    text: str
    cookie: str = ""


@dataclass
class Accounts:
    """All accounts. The first login with a new name creates the account."""

    passwords: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    banned_addresses: set[str] = field(default_factory=set)
    outages: list[Answer] = field(default_factory=list)
    """answers to the next logins, instead of real ones"""

    def login(self, form: Mapping[str, str], address: str) -> Answer:
        """Checks a login form; the answer holds a cookie if it is accepted."""
        if self.outages:
            return self.outages.pop(0)
        if address in self.banned_addresses:
            return Answer(401, BANNED)
        flaw = _flaw(form)
        if flaw:
            return Answer(401, flaw)
        name, password = form["username"].strip(), form["password"]
        twin = next((n for n in self.passwords if n.lower() == name.lower() and n != name), None)
        if twin:
            return Answer(401, f"The name {name!r} is too similar to the user {twin!r}.")
        if self.passwords.setdefault(name, password) != password:
            return Answer(401, "That is not the correct password.")
        return Answer(200, "OK", self.cookie_of(name))

    def cookie_of(self, name: str) -> str:
        """A new session cookie of a user."""
        cookie = secrets.token_urlsafe(24) + "=="
        self.cookies[cookie] = name
        self.number_of(name)
        return cookie

    def number_of(self, name: str) -> int:
        """The user's number; a new name gets the next one."""
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def user_of(self, header: str) -> str | None:
        """The user whose cookie is in a Cookie header."""
        try:
            cookie = SimpleCookie(header).get(COOKIE)
        except CookieError:
            return None
        return None if cookie is None else self.cookies.get(cookie.value)

    def log_out(self, name: str) -> None:
        """Makes all cookies of a user invalid, as when they expire."""
        self.cookies = {c: n for c, n in self.cookies.items() if n != name}


def _flaw(form: Mapping[str, str]) -> str | None:
    missing = [name for name in ("username", "password", "version") if not form.get(name)]
    if missing:
        return f"The login form must have the field {missing[0]!r}."
    name, version = form["username"].strip(), form["version"]
    if not 2 <= len(name) <= 15:
        return "A username has 2 to 15 characters."
    if any(letter.isspace() for letter in name) or _FORBIDDEN.search(name):
        return "A username has no spaces, and no special characters but underscore, hyphen, period."
    if name.lower() in _RESERVED:
        return "That username is reserved."
    if version != "bot":
        return "The version must be that of the newest client, or 'bot'."
    return None
