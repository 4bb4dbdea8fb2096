"""Searching agents by name: `mcs:piers`, `is_mcts?iterations=500`, `predictor:piers|iggi,outer`.

After the `?` come settings, separated by commas: `iterations=1000`, `seconds=0.1`, `threads=2`; a
word alone means yes. `published` plays as the original programs do, mistakes included.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from tamaya.agents import Agent, CoreAgent, as_agent, register_scheme, split_arguments
from tamaya.game import NotationError
from tamaya.search import settings as ways
from tamaya.search.agent import SearchAgent
from tamaya.search.settings import Settings

_YES = {"yes": True, "true": True, "no": False, "false": False}
_TYPES = {
    field.name: type(getattr(Settings(), field.name)) for field in dataclasses.fields(Settings)
}


@dataclass(frozen=True)
class _Words:
    """A spec taken apart."""

    spec: str
    agents: tuple[str, ...]
    """what stands before the `?`, by commas"""
    options: dict[str, str]
    """what stands after it; 'yes' for a word alone"""

    @classmethod
    def of(cls, scheme: str, rest: str) -> _Words:
        before, _, after = rest.removeprefix(":").partition("?")
        options = {}
        for part in split_arguments(after) if after.strip() else []:
            name, _, value = part.partition("=")
            options[name.strip()] = value.strip() or "yes"
        names = tuple(split_arguments(before)) if before.strip() else ()
        return cls(f"{scheme}{rest}", names, options)

    def native(self, name: str) -> CoreAgent:
        """An agent that can be imagined to play."""
        agent = as_agent(name)
        if not isinstance(agent, CoreAgent):
            raise NotationError(
                f"{self.spec!r}: {name!r} cannot be imagined: it is none of the core"
            )
        return agent

    def is_published(self) -> bool:
        """Is the original program wanted, with its mistakes?"""
        word = self.options.pop("published", "no")
        if word not in _YES:
            raise NotationError(f"{self.spec!r}: published={word} (expected yes or no)")
        return _YES[word]

    def settings(self, start: Settings) -> Settings:
        """The options on top of the scheme's own settings."""
        values = {name: self._value(name, text) for name, text in self.options.items()}
        return dataclasses.replace(start, **values)  # type: ignore[arg-type]

    def _value(self, name: str, text: str) -> object:
        if name not in _TYPES:
            known = ", ".join(sorted(["published", *_TYPES]))
            raise NotationError(f"{self.spec!r}: no option {name!r} (expected one of {known})")
        kind = _TYPES[name]
        try:
            return _YES[text] if kind is bool else kind(text)
        except (ValueError, KeyError):
            expected = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
            raise NotationError(f"{self.spec!r}: {name}={text} (expected {expected})") from None


def _mcs(words: _Words) -> Agent:
    if len(words.agents) != 1:
        raise NotationError(f"{words.spec!r}: expected one policy, as in 'mcs:piers'")
    start = ways.MCS_PUBLISHED if words.is_published() else ways.MCS
    policy = words.native(words.agents[0])
    return SearchAgent(words.settings(start), own=policy, partners=[[policy]], name=words.spec)


def _tree(words: _Words, start: Settings) -> Agent:
    """IS-MCTS with rollouts by chance, or by a policy."""
    if len(words.agents) > 1:
        raise NotationError(f"{words.spec!r}: expected at most one policy, for rollouts")
    if words.is_published():
        start = dataclasses.replace(start, rollout=100, skip_fives=True)
    start = dataclasses.replace(start, ask_models=False)
    policy = words.native(words.agents[0]) if words.agents else None
    partners = [] if policy is None else [[policy]]
    return SearchAgent(words.settings(start), own=policy, partners=partners, name=words.spec)


def _predictor(words: _Words) -> Agent:
    if not words.agents:
        raise NotationError(f"{words.spec!r}: expected models, as in 'predictor:piers|iggi,outer'")
    models: dict[str, CoreAgent] = {}
    partners = []
    for one in words.agents:
        names = [name.strip() for name in one.split("|")]
        partners.append([models.setdefault(name, words.native(name)) for name in names])
    if words.is_published():
        return SearchAgent(
            words.settings(ways.PREDICTOR_PUBLISHED), partners=partners, name=words.spec
        )
    own = words.native(words.options.pop("own", "piers"))
    return SearchAgent(words.settings(ways.PREDICTOR), own=own, partners=partners, name=words.spec)


def _scheme(name: str, make: Callable[[_Words], Agent]) -> None:
    register_scheme(name, lambda rest: make(_Words.of(name, rest)), alone=True)


_scheme("mcs", _mcs)
_scheme("is_mcts", lambda words: _tree(words, ways.IS_MCTS))
_scheme("ris_mcts", lambda words: _tree(words, ways.RIS_MCTS))
_scheme("predictor", _predictor)
