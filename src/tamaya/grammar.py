"""The grammar in which agents and rules are written as text, with its parser and printer.

::

    agent     = [family:]name[(argument, ..., key=argument, ...)]
    argument  = agent | rule list | alternatives | number | word
    rule list = rule > rule > ...           `play_safe > hint_playable > discard_oldest`
    rule      = name[(number, ...)] | if(key=number, ..., rule list[, rule list])
    alternatives = agent | agent | ...      `piers | iggi`: the partner may be either

Examples: `piers`, `competition:piers`, `noisy(10, piers)`, `mcs(iggi, seconds=0.1)`,
`predictor(piers | iggi, iterations=200)`.

- **Rule lists** can stand wherever an agent can: `noisy(10, play_safe > discard_oldest)`.
- **Alternatives** can stand only where an argument asks for several agents.
- **Elites of pools**: in `elite:POOL#2,3` the comma between digits after `#` belongs to the name.
- **Files**: `bot.py:MLP(path=x)` calls the class or function `MLP` of a file; `elite:`, `meta:`,
  `human:` and others take a path after the colon.
- **Quotes**: inside double quotes every character is literal, as in `elite:"my runs (old)/a#2,3"`;
  write `\\"` for a quote and `\\\\` for a backslash. The printer adds quotes where needed.

Spaces around names and signs are ignored. `parse(str(spec)) == spec` holds for every spec, and
printed text parses and prints unchanged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from tamaya.errors import NotationError

DEEPEST = 30
"""most levels of nested brackets"""
LONGEST = 100_000
"""most letters of a text"""
_SHOWN = 60
_SIGNS = "()|>"
_KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*=")
_PLAIN = re.compile(r"\s*([\w.:/+-]+)\s*(?=[()|>,]|$)")
"""a name without quotes, spaces and niche, which is read in one step"""
_FAMILY = re.compile(r"[A-Za-z_]\w*:")
_DIGITS = "0123456789"


@dataclass(frozen=True)
class Spec:
    """A name with arguments. A number or a word is a name without arguments."""

    name: str
    """with its family, and without quotes"""
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        arguments = f"({', '.join(map(str, self.arguments))})" if self.arguments else ""
        return f"{_name_text(self.name)}{arguments}"


@dataclass(frozen=True)
class RuleList:
    """Two or more rules in order of priority."""

    rules: tuple[Spec, ...]

    def __str__(self) -> str:
        return " > ".join(map(str, self.rules))


@dataclass(frozen=True)
class Alternatives:
    """Two or more agents: a partner may be any of them."""

    choices: tuple[Spec | RuleList, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.choices))


Value = Spec | RuleList | Alternatives


@dataclass(frozen=True)
class Argument:
    """One argument of a spec, with or without a key."""

    value: Value
    key: str = ""
    """empty for a positional argument"""

    def __str__(self) -> str:
        return f"{self.key}={self.value}" if self.key else str(self.value)


def parse(text: str, what: str = "an agent") -> Value:
    """Parses an agent, a rule list or alternatives.

    :param what: what the text should be, for error messages
    :raises NotationError: quoting the text, with the position and what was expected there
    """
    if len(text) > LONGEST:
        raise NotationError(f"not {what}: {len(text):,} letters (expected up to {LONGEST:,})")
    reader = _Reader(text.rstrip(), what)
    value = reader.value(0)
    if reader.at < len(reader.text):
        reader.fail("the end")
    return value


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str, what: str = "an agent") -> None:
        self.text = text
        self.what = what
        self.at = 0

    def value(self, depth: int) -> Value:
        """Reads one or more agents, separated by `|`."""
        choices = [self._rule_list(depth)]
        while self._take("|"):
            choices.append(self._rule_list(depth))
        return choices[0] if len(choices) == 1 else Alternatives(tuple(choices))

    def fail(self, expected: str) -> NoReturn:
        """Raises an error about the current position."""
        excerpt = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}..."
        letter = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        raise NotationError(
            f"not {self.what}: {excerpt!r} (expected {expected} at letter {self.at + 1}, "
            f"not {letter})"
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
        """Skips a sign, and spaces before it; returns False if the sign is not there."""
        at = self.at
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        if not self.text.startswith(sign, at):
            return False
        self.at = at + 1
        return True

    def _name(self) -> str:
        """Reads a name, in quotes or not, and drops unquoted spaces around it."""
        plain = _PLAIN.match(self.text, self.at)
        if plain is not None:
            self.at = plain.end()
            return plain[1]
        letters: list[str] = []
        bare: list[bool] = []
        in_niche = False
        """True after a `#` that only digits and commas followed"""
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
        """Is the current sign between two digits, as the comma of `elite:runs/a#2,3`?"""
        before, after = self.text[self.at - 1], self.text[self.at + 1 : self.at + 2]
        return before in _DIGITS and after != "" and after in _DIGITS

    def _quoted(self) -> str:
        """Reads the text between two quotes."""
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


def _name_text(name: str) -> str:
    """A name as the parser reads it, in quotes where it needs them."""
    if _is_plain(name):
        return name
    family = _FAMILY.match(name)
    if family is None or family.end() == len(name):
        return _quote(name)
    return family[0] + _quote(name[family.end() :])


def _is_plain(name: str) -> bool:
    reader = _Reader(name)
    if '"' in name or _KEY.match(name):  # `a=b` would be read as a key
        return False
    try:
        return reader._name() == name and reader.at == len(name)
    except NotationError:
        return False


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
