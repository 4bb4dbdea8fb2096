"""Old spellings of agents, which still work. Each warns once."""

from __future__ import annotations

import re
import warnings

_SEARCH = re.compile(r"(mcs|is_mcts|ris_mcts|predictor)(?::([^?]*))?(?:\?(.*))?", re.S)
_PERSON = re.compile(r"(human:[^?]*)\?(\w+=\w*)", re.S)
_warned: set[str] = set()


def modern_spelling(text: str) -> str | None:
    """The new spelling of an agent; None if the text is not an old spelling.

    `mcs:piers?iterations=500,strict` is now `mcs(piers, iterations=500, strict=yes)`, and
    `human:all?choice=likeliest` is `human:all(choice=likeliest)`.
    """
    searches, person = _SEARCH.fullmatch(text), _PERSON.fullmatch(text)
    if searches is not None and (searches[2] is not None or searches[3] is not None):
        newer = _search(searches[1], searches[2] or "", searches[3] or "")
    elif person is not None:
        newer = f"{person[1]}({person[2]})"
    else:
        return None
    if text not in _warned:
        _warned.add(text)
        warnings.warn(f"{text!r} is now written {newer!r}", FutureWarning, stacklevel=4)
    return newer


def _search(name: str, agents: str, settings: str) -> str:
    options = [part.strip() for part in settings.split(",") if part.strip()]
    words = [part if "=" in part else f"{part}=yes" for part in options]
    arguments = [agents.strip(), *words] if agents.strip() else words
    return f"{name}({', '.join(arguments)})" if arguments else name
