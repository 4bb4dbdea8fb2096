"""Binds the arguments of an agent's text to the parameters of the function that builds the agent.

Each argument is converted to the type that its parameter's annotation asks for.
"""

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
from tamaya.agents.native import CoreAgent, plays_in_core
from tamaya.errors import NotationError
from tamaya.grammar import Alternatives, RuleList, Spec, Value

_YES = {"yes": True, "true": True, "no": False, "false": False}
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?|[+-]?inf|nan")


@dataclass(frozen=True)
class Range:
    """The whole numbers that a parameter accepts."""

    words: str
    """what error messages call them"""
    low: int
    high: int


Percent = Annotated[int, Range("a percentage from 0 to 100", 0, 100)]
Resolve = Callable[[Value], Agent]
T = TypeVar("T")


@dataclass(frozen=True)
class Signature:
    """The arguments that a class or function takes, as users write them."""

    parameters: tuple[str, ...]
    """names of positional parameters; `...` after a name means any number of them"""
    options: tuple[str, ...]
    """names of keyword parameters, all optional"""
    required: int
    """number of positional parameters without a default"""

    @classmethod
    def of(cls, make: Callable[..., object]) -> Signature:
        """Reads the signature of a callable, without the parameter `name`: users never write it."""
        written = [p for p in inspect.signature(make).parameters.values() if p.name != "name"]
        by_place = [p for p in written if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        repeated = [p.name for p in written if p.kind is p.VAR_POSITIONAL]
        names = [p.name for p in by_place] + [part for name in repeated for part in (name, "...")]
        return cls(
            tuple(names),
            tuple(p.name for p in written if p.kind is p.KEYWORD_ONLY),
            sum(p.default is p.empty for p in by_place) + len(repeated),
        )

    def text(self, name: str) -> str:
        """The name with its parameters and options in brackets."""
        arguments = (*self.parameters, *(f"{option}=" for option in self.options))
        return f"{name}({', '.join(arguments)})" if arguments else name


def bind(
    make: Callable[..., T],
    spec: Spec,
    resolve: Resolve,
    *before: object,
    expected: str = "",
    name: str = "",
) -> Callable[[], T]:
    """Binds the arguments of a spec to a class or function. Call the result to build the agent.

    :param resolve: turns an argument into an agent
    :param before: values for the first parameters, before the arguments of the spec
    :param expected: what error messages say should have been written
    :param name: value of the parameter `name`, if `make` has one; if empty, the spec gives it
    :raises NotationError: naming the argument that does not fit
    """
    signature = inspect.signature(make)
    args = [*before, *(argument.value for argument in spec.arguments if not argument.key)]
    keyed = {argument.key: argument.value for argument in spec.arguments if argument.key}
    extra = {"name": name} if name and "name" in signature.parameters else {}
    expected = expected or Signature.of(make).text(spec.name)
    _check_keys(spec, keyed, signature, sorted(set(signature.parameters) - set(extra)), expected)
    try:
        bound = signature.bind(*args, **keyed, **extra)
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
    allowed: list[str],
    expected: str,
) -> None:
    takes_any = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
    strange = [key for key in keyed if key not in allowed]
    if strange and not takes_any:
        near = difflib.get_close_matches(strange[0], allowed, n=1, cutoff=0.6)
        hint = f"; near: {near[0]}" if near else ""
        options = f"one of {', '.join(allowed)}" if allowed else expected
        raise NotationError(f"{str(spec)!r}: no option {strange[0]!r} (expected {options}{hint})")
    if len(keyed) != sum(bool(argument.key) for argument in spec.arguments):
        raise NotationError(f"{str(spec)!r}: an option is given twice (expected {expected})")


def _hints(make: Callable[..., object], signature: inspect.Signature) -> dict[str, object]:
    """The annotations of a callable as types; empty if they cannot be resolved."""
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
    """Converts the arguments of one spec to values."""

    spec: Spec
    resolve: Resolve

    def value(
        self, name: str, argument: object, hint: object, default: object = inspect.Parameter.empty
    ) -> object:
        """Converts one argument to the type of its parameter."""
        if not isinstance(argument, Spec | RuleList | Alternatives):
            return argument
        if hint is inspect.Parameter.empty:
            is_plain = isinstance(default, bool | int | float | str)
            hint = type(default) if is_plain else None
        return self._of(name, argument, hint)

    def _of(self, name: str, argument: Value, hint: object) -> object:
        origin = get_origin(hint)
        if origin is Annotated:
            kind, *notes = get_args(hint)
            limit = next((note for note in notes if isinstance(note, Range)), None)
            return (
                self._of(name, argument, kind)
                if limit is None
                else self._whole_number(name, argument, limit)
            )
        if origin in (Union, types.UnionType):
            kinds = [kind for kind in get_args(hint) if kind is not type(None)]
            return self._of(name, argument, kinds[0] if len(kinds) == 1 else None)
        if origin is Literal:
            return self._one_of(name, argument, get_args(hint))
        if origin is tuple:
            kind = get_args(hint)[0]
            choices = argument.choices if isinstance(argument, Alternatives) else (argument,)
            return tuple(self._of(name, choice, kind) for choice in choices)
        return self._plain(name, argument, hint)

    def _plain(self, name: str, argument: Value, hint: object) -> object:
        text = (
            argument.name
            if isinstance(argument, Spec) and not argument.arguments
            else str(argument)
        )
        if isinstance(hint, type) and issubclass(hint, Agent):
            return self._agent(argument, hint)
        if hint is bool:
            return _YES[self._one_of(name, argument, tuple(_YES))]
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
        return _guess(text) if hint is None else text

    def _agent(self, argument: Value, kind: type[Agent]) -> Agent:
        agent = self.resolve(argument)
        if issubclass(kind, CoreAgent) and not plays_in_core(agent):
            raise NotationError(
                f"{str(self.spec)!r}: {str(argument)!r} cannot be used as a partner model: only "
                "native agents can (rule lists, elites, models of people)"
            )
        return agent

    def _whole_number(self, name: str, argument: Value, limit: Range) -> int:
        text = str(argument)
        if _WHOLE.fullmatch(text) is None or not limit.low <= int(text) <= limit.high:
            self._fail(name, text, limit.words)
        return int(text)

    def _one_of(self, name: str, argument: Value, words: tuple[str, ...]) -> str:
        text = str(argument)
        if text not in words:
            choices = ("yes", "no") if words == tuple(_YES) else words
            self._fail(name, text, " or ".join([", ".join(choices[:-1]), choices[-1]]))
        return text

    def _fail(self, name: str, text: str, expected: str) -> NoReturn:
        raise NotationError(f"{str(self.spec)!r}: {name}={text} (expected {expected})")


def _guess(text: str) -> int | float | str:
    """A number if the text looks like one, otherwise the text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
