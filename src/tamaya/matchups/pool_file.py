"""Reads and writes pools as JSON for people: rules by name, one agent per line, null for nan."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn, TypeVar

from tamaya.agents import Elite
from tamaya.features import features
from tamaya.files import write_whole
from tamaya.game import Setup, TamayaError
from tamaya.matchups.pool import Pool, shortened
from tamaya.rules import Genome, RuleSpec, rule_names
from tamaya.stats import Estimate

FORMAT = "tamaya pool 1"
_FORMAT_PREFIX = "tamaya pool "
_HEAD = ("format", "name", "setup", "rulebook", "features", "grid", "scoring", "version", "made")
_AGENT = ("name", "niche", "rules", "gives_up", "score", "features")
_SCORE = ("mean", "sem", "games")
_LONGEST = 60
"""characters of a damaged text that an error quotes"""

T = TypeVar("T")
JsonObject = dict[str, object]


def write(pool: Pool, path: Path) -> None:
    """Writes a pool file, whole or not at all.

    :raises TamayaError: if the file cannot be written; an existing file then stays as it is
    """
    write_whole(path, text(pool))


def text(pool: Pool) -> str:
    """The text of a pool file, which `parse` reads back.

    :raises TamayaError: if an agent is not a plain rule list, or JSON cannot hold `pool.made`
    """
    elites = pool.elites
    books = sorted({spec.rule.rulebook for elite in elites for spec in elite.genome})
    head = {"format": FORMAT} | {key: getattr(pool, key) for key in _HEAD[1:]}
    head["rulebook"] = pool.rulebook or ", ".join(books)
    lines = [f'  "{key}": {_block(value)}' for key, value in head.items()]
    agents = ",\n    ".join(_json(_agent_object(elite)) for elite in elites)
    return "{\n" + ",\n".join([*lines, f'  "agents": [\n    {agents}\n  ]']) + "\n}\n"


def _block(value: object) -> str:
    """A value as JSON: a mapping has one line for each entry, anything else one line."""
    if not isinstance(value, Mapping) or not value:
        return _json(value)
    lines = (f"    {_json(str(key))}: {_json(entry)}" for key, entry in value.items())
    return "{\n" + ",\n".join(lines) + "\n  }"


def _json(value: object) -> str:
    try:
        data = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return data if data.isascii() or _has_no_surrogates(data) else json.dumps(value)
    except (TypeError, ValueError) as error:
        shown = repr(value)[:_LONGEST]
        raise TamayaError(f"cannot write {shown} into a pool file: {error}") from None


def _has_no_surrogates(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _agent_object(elite: Elite) -> JsonObject:
    score = elite.score
    return {
        "name": elite.name,
        "niche": list(elite.niche) or None,
        "rules": str(elite.genome),
        "gives_up": elite.gives_up,
        "score": score
        and {"mean": _plain(score.mean), "sem": _plain(score.sem), "games": score.games},
        "features": {name: _plain(value) for name, value in elite.features.items()},
    }


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def parse(text: str, where: str) -> Pool:
    """Parses the text of a pool file.

    :param where: name of the file for error messages
    :raises TamayaError: if the text is not a pool, or it needs rules or features that this version
        lacks; the message lists all of them
    """
    return _PoolReader(where).pool(text)


class _PoolReader:
    """Reads one file and collects everything in it that this version does not know."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._unknown: dict[str, list[str]] = {}
        """agents that need each unknown thing, by the error message about it"""
        self._spec = cache(RuleSpec.parse)

    def pool(self, text: str) -> Pool:
        data = self._loaded(text)
        self._check_keys(data, (*_HEAD, "agents"), "a pool")
        for key in ("name", "scoring", "version"):
            if not self._take(data, key, str).isprintable():
                self._fail(f"its {key} cannot be printed: {_short(data[key])}")
        version = self._take(data, "version", str)
        setup = self._take(data, "setup", str)
        books = self._take(data, "rulebook", str)
        names = tuple(self._list(data, "features", str, "a pool"))
        self._known(Setup.parse, setup)
        for book in books.split(","):
            self._known(rule_names, book.strip())
        for name in names:
            self._known(features, name)
        lines = self._list(data, "agents", dict, "a pool")
        agents = [agent for line in lines if (agent := self._agent(line, setup)) is not None]
        self._complain(version)
        try:
            return Pool(
                self._take(data, "name", str),
                tuple(agents),
                setup,
                rulebook=books,
                features=names,
                grid=tuple(self._list(data, "grid", int, "a pool")),
                scoring=self._take(data, "scoring", str),
                version=version,
                made=self._take(data, "made", dict),
            )
        except TamayaError as error:
            self._fail(str(error))

    def _loaded(self, text: str) -> JsonObject:
        try:
            data = json.loads(text, parse_constant=self._refuse_constant)
        except (ValueError, RecursionError) as error:
            shown = text.strip()[:_LONGEST]
            self._fail(f"not a pool: {shown!r} ({error})" if shown else "the file is empty")
        marker = data.get("format") if isinstance(data, dict) else None
        if marker != FORMAT and isinstance(marker, str) and marker.startswith(_FORMAT_PREFIX):
            self._fail(f"its format is {marker!r}, and this version knows only {FORMAT!r}")
        if not isinstance(data, dict) or marker != FORMAT:
            self._fail(f'not a pool (expected an object with "format": "{FORMAT}")')
        return data

    def _refuse_constant(self, constant: str) -> NoReturn:
        self._fail(f"{constant} is not a number in JSON (expected null)")

    def _agent(self, data: JsonObject, setup: str) -> Elite | None:
        """Reads an agent made for a set-up; None if this version does not know one of its rules."""
        self._check_keys(data, _AGENT, "an agent")
        name = self._take(data, "name", str)
        what = f"agent {name!r}"
        # Files repeat a few rules many times, so each text is parsed once.
        rules = self._take(data, "rules", str, what).split(">")
        specs = [self._known(self._spec, part, name) for part in rules]
        measured = self._take(data, "features", dict, what)
        for feature in measured:
            self._known(features, feature, name)
        if None in specs:
            return None
        niche = () if data["niche"] is None else self._list(data, "niche", int, what)
        try:
            return Elite(
                Genome(tuple(spec for spec in specs if spec is not None)),
                name=name,
                gives_up=self._take(data, "gives_up", bool, what),
                niche=tuple(niche),
                score=self._score(data, what),
                features={name: self._number(measured, name, what) for name in measured},
                made_for=setup,
            )
        except TamayaError as error:
            self._fail(str(error))

    def _score(self, data: JsonObject, what: str) -> Estimate | None:
        if data["score"] is None:
            return None
        score = self._take(data, "score", dict, what)
        self._check_keys(score, _SCORE, f"the score of {what}")
        mean, sem = (self._number(score, key, what) for key in ("mean", "sem"))
        return Estimate(mean, sem, self._take(score, "games", int, what))

    def _number(self, data: JsonObject, key: str, what: str) -> float:
        value = data[key]
        if value is None:
            return math.nan
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._fail(f"{what} has {key} = {_short(value)} (expected a number or null)")
        return float(value)

    def _take(self, data: JsonObject, key: str, kind: type[T], what: str = "it") -> T:
        value = data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = {str: "text", dict: "an object", list: "a list", bool: "true or false"}
            expected = names.get(kind, "a whole number")
            self._fail(f"{what} has {key} = {_short(value)} (expected {expected})")
        return value

    def _list(self, data: JsonObject, key: str, kind: type[T], what: str) -> Iterator[T]:
        for value in self._take(data, key, list, what):
            yield self._take({key: value}, key, kind, what)

    def _check_keys(self, data: JsonObject, wanted: tuple[str, ...], what: str) -> None:
        missing = [key for key in wanted if key not in data]
        foreign = [key for key in data if key not in wanted]
        if missing:
            self._fail(f"{what} without {', '.join(map(repr, missing))}: {_short(data)}")
        if foreign:
            self._fail(f"{what} with unknown {shortened(list(map(repr, foreign)))}: {_short(data)}")

    def _known(self, look_up: Callable[[str], T], name: str, agent: str | None = None) -> T | None:
        """Looks up a name; returns None and notes the error if this version does not know it."""
        try:
            return look_up(name)
        except TamayaError as error:
            agents = self._unknown.setdefault(str(error), [])
            if agent is not None and agent not in agents:
                agents.append(agent)
            return None

    def _complain(self, version: str) -> None:
        if not self._unknown:
            return
        problems = [
            f"{error} in agent{'s' * (len(names) > 1)} {shortened(names, 5)}" if names else error
            for error, names in self._unknown.items()
        ]
        self._fail(
            f"it was made by version {version or 'unknown'} and needs what this version lacks: "
            + "; ".join(problems)
        )

    def _fail(self, why: str) -> NoReturn:
        raise TamayaError(f"cannot read the pool {self._where!r}: {why}") from None


def _short(value: object) -> str:
    data = json.dumps(value)
    return data if len(data) <= _LONGEST else f"{data[:_LONGEST]}..."
