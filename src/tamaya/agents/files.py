"""Agents in Python files: `my_bot.py:MyBot`, or `my_bot.py:make(width=64)`.

The class or function is called once for each player. A file is run once, and can import modules
that lie beside it. Its folder comes last in `sys.path`, so that no file there hides a module of
Python or of a library; modules beside another agent's file are not mistaken for its own.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tamaya.agents.python import error_text
from tamaya.errors import AgentError, TamayaError, UnknownNameError

_FILE = re.compile(r"(.+\.py):(\w+)", re.S)


def is_file(name: str) -> bool:
    """Does a name mean a class or function of a Python file?"""
    return _FILE.fullmatch(name) is not None


def found(name: str) -> Callable[..., object]:
    """The class or function of `FILE.py:NAME`.

    :raises UnknownNameError: if there is no such file, or nothing of that name in it
    :raises AgentError: if the file fails
    """
    match = _FILE.fullmatch(name)
    assert match is not None
    path = Path(match[1])
    module = _module(path)
    make = getattr(module, match[2], None)
    if not callable(make):
        there = [n for n, c in vars(module).items() if isinstance(c, type) and hasattr(c, "act")]
        raise UnknownNameError(
            f"no class {match[2]!r} in {str(path)!r} (agents there: {', '.join(there) or 'none'})"
        )
    called: Callable[..., object] = make
    return called


def _module(path: Path) -> ModuleType:
    """Runs a Python file once, under a name that cannot hide another module."""
    if not path.is_file():
        raise UnknownNameError(f"no file {str(path)!r} to load an agent from")
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"tamaya_agent_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise TamayaError(f"cannot load {str(path)!r} as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    _put_beside(folder)
    before = set(sys.modules)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        kind = "" if isinstance(error, SystemExit) else f"{type(error).__name__}: "
        raise AgentError(f"cannot load {str(path)!r}: {kind}{error_text(error)}") from error
    _note_beside(folder, before)
    return module


_folders: list[str] = []
"""folders of agent files, the last used first"""
_beside: dict[str, set[str]] = {}
"""modules that agent files imported from their own folder"""


def _put_beside(folder: str) -> None:
    """Lets a file import what lies beside it, before what lies beside other agents' files."""
    regular = [entry for entry in sys.path if entry not in _folders]
    for other in _folders:
        if other != folder:
            for name in _beside.pop(other, ()):
                sys.modules.pop(name, None)  # who imported it keeps it
    _folders[:] = [folder, *(other for other in _folders if other != folder)]
    sys.path[:] = regular + [entry for entry in _folders if entry not in regular]


def _note_beside(folder: str, before: set[str]) -> None:
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and str(Path(file).parent) == folder:
            _beside.setdefault(folder, set()).add(name)
