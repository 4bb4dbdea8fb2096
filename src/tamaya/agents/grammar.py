"""How agents are written as text: one grammar, one parser, one printer.

::

    agent     = [family:]name[(argument, ..., key=argument, ...)]
    argument  = agent | rule list | alternatives | number | word
    rule list = rule > rule > ...           `play_safe > hint_playable > discard_oldest`
    alternatives = agent | agent | ...      `piers | iggi`, whom a partner may be

Examples: `piers`, `competition:piers`, `noisy(10, piers)`, `mcs(iggi, seconds=0.1)`,
`predictor(piers | iggi, iterations=200)`.

- **Rule lists** are agents wherever one is expected: `noisy(10, play_safe > discard_oldest)`.
- **Alternatives** are no agent: only some arguments take them.
- **Elites of pools**: in `elite:POOL#2,3` the comma between digits after `#` belongs to the name.
- **Files**: `bot.py:MLP(path=x)` calls the class or function `MLP` of a file; `elite:`, `meta:`,
  `human:` and others take a path after the colon.
- **Quotes**: in double quotes any character stands for itself, and `\\"` and `\\\\` for a quote and
  a backslash: `elite:"my runs (old)/a#2,3"`. Names that need quotes are printed with them.

Spaces around names and signs mean nothing. `parse(str(spec)) == spec` holds for every spec, and a
text that `str` printed is printed unchanged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from tamaya.errors import NotationError

DEEPEST = 30
"""brackets within brackets"""
LONGEST = 100_000
"""letters of one text"""
_SHOWN = 60
_SIGNS = "()|>"
_KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*=")
_FAMILY = re.compile(r"[A-Za-z_]\w*:")
_DIGITS = "0123456789"


@dataclass(frozen=True)
class Spec:
    """A name with arguments. A number or a word is a name without arguments."""

    name: str
    """with its family, and without quotes"""
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        given = f"({', '.join(map(str, self.arguments))})" if self.arguments else ""
        return f"{_written(self.name)}{given}"


@dataclass(frozen=True)
class RuleList:
    """Two rules or more, in order of priority."""

    rules: tuple[Spec, ...]

    def __str__(self) -> str:
        return " > ".join(map(str, self.rules))


@dataclass(frozen=True)
class Alternatives:
    """Two agents or more, one of which is meant."""

    choices: tuple[Spec | RuleList, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.choices))


Value = Spec | RuleList | Alternatives


@dataclass(frozen=True)
class Argument:
    """What stands between two commas."""

    value: Value
    key: str = ""
    """empty where only the place says which argument it is"""

    def __str__(self) -> str:
        return f"{self.key}={self.value}" if self.key else str(self.value)


def parse(text: str) -> Value:
    """Reads an agent, a rule list or alternatives.

    :raises NotationError: quoting the text, saying what was expected and where
    """
    if len(text) > LONGEST:
        raise NotationError(f"not an agent: {len(text):,} letters (expected up to {LONGEST:,})")
    reader = _Reader(text.rstrip())
    value = reader.value(0)
    if reader.at < len(reader.text):
        reader.fail("the end")
    return value


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> Value:
        """One agent or more, with `|` between them."""
        choices = [self._rule_list(depth)]
        while self._take("|"):
            choices.append(self._rule_list(depth))
        return choices[0] if len(choices) == 1 else Alternatives(tuple(choices))

    def fail(self, expected: str) -> NoReturn:
        """Complains about the place where the reader is."""
        shown = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}..."
        letter = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        raise NotationError(
            f"not an agent: {shown!r} (expected {expected} at letter {self.at + 1}, not {letter})"
        )

    def _rule_list(self, depth: int) -> Spec | RuleList:
        rules = [self._spec(depth)]
        while self._take(">"):
            rules.append(self._spec(depth))
        return rules[0] if len(rules) == 1 else RuleList(tuple(rules))

    def _spec(self, depth: int) -> Spec:
        name = self._name()
        arguments: list[Argument] = []
        if self._take("("):
            if depth == DEEPEST:
                self.fail(f"at most {DEEPEST} brackets within brackets")
            if not self._take(")"):
                arguments.append(self._argument(depth + 1))
                while self._take(","):
                    arguments.append(self._argument(depth + 1))
                if not self._take(")"):
                    self.fail("',' or ')'")
        return Spec(name, tuple(arguments))

    def _argument(self, depth: int) -> Argument:
        key = _KEY.match(self.text, self.at)
        if key is None:
            return Argument(self.value(depth))
        self.at = key.end()
        return Argument(self.value(depth), key[1])

    def _take(self, sign: str) -> bool:
        """Goes past a sign, and spaces before it, if it is there."""
        at = self.at
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        if not self.text.startswith(sign, at):
            return False
        self.at = at + 1
        return True

    def _name(self) -> str:
        """Bare letters and quoted ones, without bare spaces around them."""
        letters: list[str] = []
        bare: list[bool] = []
        in_niche = False
        """after a `#`, and only digits and commas since"""
        while self.at < len(self.text) and self.text[self.at] not in _SIGNS:
            letter = self.text[self.at]
            if letter == '"':
                quoted = self._quoted()
                letters += quoted
                bare += [False] * len(quoted)
                in_niche = False
                continue
            if letter == "," and not (in_niche and self._between_digits()):
                break
            in_niche = letter == "#" or (in_niche and letter in f"{_DIGITS},")
            letters.append(letter)
            bare.append(True)
            self.at += 1
        first, last = 0, len(letters)
        while last > first and bare[last - 1] and letters[last - 1].isspace():
            last -= 1
        while first < last and bare[first] and letters[first].isspace():
            first += 1
        name = "".join(letters[first:last])
        if not name.strip():
            self.fail("a name")
        return name

    def _between_digits(self) -> bool:
        """Is the sign here between two digits, as the comma of `elite:runs/a#2,3`?"""
        before, after = self.text[self.at - 1], self.text[self.at + 1 : self.at + 2]
        return before in _DIGITS and after != "" and after in _DIGITS

    def _quoted(self) -> str:
        """What stands between two quotes."""
        start, letters = self.at, []
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != '"':
            if self.text[self.at] == "\\" and self.text[self.at + 1 : self.at + 2] in ('"', "\\"):
                self.at += 1
            letters.append(self.text[self.at])
            self.at += 1
        if self.at == len(self.text):
            self.at = start
            self.fail("a second quote after this one")
        self.at += 1
        return "".join(letters)


def _written(name: str) -> str:
    """A name as it is read back, in quotes where it needs them."""
    if _is_plain(name):
        return name
    family = _FAMILY.match(name)
    if family is None or family.end() == len(name):
        return _quoted(name)
    return family[0] + _quoted(name[family.end() :])


def _is_plain(name: str) -> bool:
    reader = _Reader(name)
    if '"' in name or _KEY.match(name):  # `a=b` would be read as a key
        return False
    try:
        return reader._name() == name and reader.at == len(name)
    except NotationError:
        return False


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
