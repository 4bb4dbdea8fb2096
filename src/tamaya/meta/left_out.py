"""Families of agents that a detective or a response may not know, for tests with strangers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LeftOutFamily:
    """Agents that are left out together."""

    name: str
    prefixes: tuple[str, ...]
    """beginnings of the names of its agents"""
    related: tuple[str, ...] = ()
    """beginnings of other names that are left out too: agents made for this family"""

    def has(self, agent: str) -> bool:
        """Whether an agent belongs to the family."""
        return agent.startswith(self.prefixes)

    @property
    def beginnings(self) -> tuple[str, ...]:
        """Beginnings of the names of all agents that are left out."""
        return (*self.prefixes, *self.related)

    def leaves_out(self, agent: str) -> bool:
        """Whether the detective must not know an agent."""
        return agent.startswith(self.beginnings)


_PEOPLE_LIKE = (
    "companion",
    "learned:companion",
    "cyclone:companion",
    "cyclone:people",
    "cyclone:human",
)
_RULES = ("internal", "outer", "iggi", "piers", "van_den_bergh", "cautious", "clivej")
FAMILIES = {
    "classics": LeftOutFamily(
        "classic agents", (*_RULES, "hle:", "competition:"), ("flawed", "legal_random")
    ),
    "eger": LeftOutFamily("Eger's agents", ("eger:",)),
    "cyclone": LeftOutFamily("Cyclone", ("cyclone:",)),
    "people": LeftOutFamily("models of people", ("human:",), _PEOPLE_LIKE),
    "conventions": LeftOutFamily("conventions", ("convention:",)),
    "tamaya": LeftOutFamily("`tamaya` and `kagiya`", ("tamaya", "kagiya"), ("elite:tamaya-1",)),
    "learned": LeftOutFamily(
        "networks", ("learned:self-play", "learned:other-play"), ("learned:",)
    ),
    "self-play": LeftOutFamily("`learned:self-play`", ("learned:self-play",)),
    "canaan2020-3": LeftOutFamily("one evolved pool", ("elite:canaan2020-3",)),
}
"""families that a test can leave out, by the words that commands accept"""
