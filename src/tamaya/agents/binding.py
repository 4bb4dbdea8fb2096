"""Arguments of agents: bound to a signature first, then turned into what the parameters ask for."""

from __future__ import annotations

import difflib
import inspect
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import (
    Annotated,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from tamaya.agents.agent import Agent
from tamaya.agents.grammar import Alternatives, RuleList, Spec, Value
from tamaya.agents.native import CoreAgent, plays_in_core
from tamaya.errors import NotationError

_YES = {"yes": True, "true": True, "no": False, "false": False}
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?|[+-]?inf|nan")


@dataclass(frozen=True)
class Range:
    """Whole numbers that a parameter takes, and what they are called."""

    words: str
    low: int
    high: int


Percent = Annotated[int, Range("a percentage from 0 to 100", 0, 100)]
Resolve = Callable[[Value], Agent]
T = TypeVar("T")


@dataclass(frozen=True)
class Signature:
    """What a class or function takes, as people write it."""

    parameters: tuple[str, ...]
    """by place"""
    options: tuple[str, ...]
    """by key only; they may be left out"""
    required: int
    """parameters that must be given"""

    @classmethod
    def of(cls, make: Callable[..., object]) -> Signature:
        """Of anything that can be called; `name` is never written."""
        shown = [p for p in inspect.signature(make).parameters.values() if p.name != "name"]
        by_place = [p for p in shown if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        more = [p.name for p in shown if p.kind is p.VAR_POSITIONAL]
        names = [p.name for p in by_place] + [part for name in more for part in (name, "...")]
        return cls(
            tuple(names),
            tuple(p.name for p in shown if p.kind is p.KEYWORD_ONLY),
            sum(p.default is p.empty for p in by_place) + len(more),
        )

    def text(self, name: str) -> str:
        """A name with what may or must be given."""
        given = (*self.parameters, *(f"{option}=" for option in self.options))
        return f"{name}({', '.join(given)})" if given else name


def bind(
    make: Callable[..., T],
    spec: Spec,
    resolve: Resolve,
    *before: object,
    expected: str = "",
    name: str = "",
) -> Callable[[], T]:
    """Binds the arguments of a spec to a class or function, which is not called yet.

    :param resolve: makes an agent of an argument
    :param before: arguments that come before those of the spec
    :param expected: what errors say should have been written
    :param name: given to a parameter `name`, if there is one; empty: that is written like others
    :raises NotationError: naming the argument that does not fit
    """
    signature = inspect.signature(make)
    args = [*before, *(argument.value for argument in spec.arguments if not argument.key)]
    keyed = {argument.key: argument.value for argument in spec.arguments if argument.key}
    given = {"name": name} if name and "name" in signature.parameters else {}
    expected = expected or Signature.of(make).text(spec.name)
    _check_keys(spec, keyed, signature, sorted(set(signature.parameters) - set(given)), expected)
    try:
        bound = signature.bind(*args, **keyed, **given)
    except TypeError:
        raise NotationError(f"wrong parameters: {str(spec)!r} (expected {expected})") from None
    hints = _hints(make, signature)
    reader = _Arguments(spec, resolve)
    for key, value in bound.arguments.items():
        parameter = signature.parameters[key]
        hint = hints.get(key, parameter.empty)
        if parameter.kind is parameter.VAR_POSITIONAL:
            bound.arguments[key] = tuple(reader.value(key, part, hint) for part in value)
        elif parameter.kind is parameter.VAR_KEYWORD:
            bound.arguments[key] = {k: reader.value(k, part, hint) for k, part in value.items()}
        else:
            bound.arguments[key] = reader.value(key, value, hint, parameter.default)

    def build() -> T:
        return make(*bound.args, **bound.kwargs)

    build.__name__ = getattr(make, "__name__", repr(make))
    return build


def _check_keys(
    spec: Spec,
    keyed: dict[str, Value],
    signature: inspect.Signature,
    known: list[str],
    expected: str,
) -> None:
    takes_any = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
    strange = [key for key in keyed if key not in known]
    if strange and not takes_any:
        near = difflib.get_close_matches(strange[0], known, n=1, cutoff=0.6)
        hint = f"; near: {near[0]}" if near else ""
        options = f"one of {', '.join(known)}" if known else expected
        raise NotationError(f"{str(spec)!r}: no option {strange[0]!r} (expected {options}{hint})")
    if len(keyed) != sum(bool(argument.key) for argument in spec.arguments):
        raise NotationError(f"{str(spec)!r}: an option is given twice (expected {expected})")


def _hints(make: Callable[..., object], signature: inspect.Signature) -> dict[str, object]:
    """Annotations as types; those that cannot be looked up are left out."""
    if hasattr(make, "__signature__"):
        return {name: p.annotation for name, p in signature.parameters.items()}
    inner = make.func if isinstance(make, partial) else make
    annotated: object = vars(inner).get("__init__") if isinstance(inner, type) else inner
    try:
        return get_type_hints(annotated, include_extras=True)
    except Exception:
        return {}


@dataclass(frozen=True)
class _Arguments:
    """Turns the arguments of one spec into values."""

    spec: Spec
    resolve: Resolve

    def value(
        self, name: str, given: object, hint: object, default: object = inspect.Parameter.empty
    ) -> object:
        """What a parameter is given."""
        if not isinstance(given, Spec | RuleList | Alternatives):
            return given
        if hint is inspect.Parameter.empty:
            is_plain = isinstance(default, bool | int | float | str)
            hint = type(default) if is_plain else None
        return self._of(name, given, hint)

    def _of(self, name: str, given: Value, hint: object) -> object:
        origin = get_origin(hint)
        if origin is Annotated:
            kind, *notes = get_args(hint)
            limit = next((note for note in notes if isinstance(note, Range)), None)
            return self._of(name, given, kind) if limit is None else self._whole(name, given, limit)
        if origin in (Union, types.UnionType):
            kinds = [kind for kind in get_args(hint) if kind is not type(None)]
            return self._of(name, given, kinds[0] if len(kinds) == 1 else None)
        if origin is Literal:
            return self._one_of(name, given, get_args(hint))
        if origin is tuple:
            kind = get_args(hint)[0]
            choices = given.choices if isinstance(given, Alternatives) else (given,)
            return tuple(self._of(name, choice, kind) for choice in choices)
        return self._plain(name, given, hint)

    def _plain(self, name: str, given: Value, hint: object) -> object:
        text = given.name if isinstance(given, Spec) and not given.arguments else str(given)
        if isinstance(hint, type) and issubclass(hint, Agent):
            return self._agent(given, hint)
        if hint is bool:
            return _YES[self._one_of(name, given, tuple(_YES))]
        if hint is int:
            if _WHOLE.fullmatch(text) is None:
                self._fail(name, text, "a whole number")
            return int(text)
        if hint is float:
            if _NUMBER.fullmatch(text) is None:
                self._fail(name, text, "a number")
            return float(text)
        if hint is Path:
            return Path(text)
        return guessed(text) if hint is None else text

    def _agent(self, given: Value, kind: type[Agent]) -> Agent:
        agent = self.resolve(given)
        if issubclass(kind, CoreAgent) and not plays_in_core(agent):
            raise NotationError(
                f"{str(self.spec)!r}: {str(given)!r} cannot be used as a partner model: only "
                "native agents can (rule lists, elites, models of people)"
            )
        return agent

    def _whole(self, name: str, given: Value, limit: Range) -> int:
        text = str(given)
        if _WHOLE.fullmatch(text) is None or not limit.low <= int(text) <= limit.high:
            self._fail(name, text, limit.words)
        return int(text)

    def _one_of(self, name: str, given: Value, words: tuple[str, ...]) -> str:
        text = str(given)
        if text not in words:
            shown = ("yes", "no") if words == tuple(_YES) else words
            self._fail(name, text, " or ".join([", ".join(shown[:-1]), shown[-1]]))
        return text

    def _fail(self, name: str, text: str, expected: str) -> NoReturn:
        raise NotationError(f"{str(self.spec)!r}: {name}={text} (expected {expected})")


def guessed(text: str) -> int | float | str:
    """A number where the text looks like one, otherwise the text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
