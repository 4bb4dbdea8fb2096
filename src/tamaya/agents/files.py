"""Loads agents from Python files: `my_bot.py:MyBot` or `my_bot.py:make(width=64)`.

The class or function is called once for each player. The file is executed once and can import
modules from its own folder. That folder comes last in `sys.path`, so it cannot hide modules of
Python or of a library. Two agents in different folders may have modules of the same name.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tamaya.agents.error_place import error_place
from tamaya.agents.python import error_text
from tamaya.errors import AgentError, TamayaError, UnknownNameError
from tamaya.files import paths

_FILE = re.compile(r"(.+\.py):(\w+)", re.S)


def is_file(name: str) -> bool:
    """Does the text have the form `FILE.py:NAME`?"""
    return _FILE.fullmatch(name) is not None


def load(name: str) -> Callable[..., object]:
    """Loads the class or function of `FILE.py:NAME`.

    :raises UnknownNameError: if there is no such file, or nothing of that name in it
    :raises AgentError: if executing the file fails
    """
    match = _FILE.fullmatch(name)
    assert match is not None
    path = Path(match[1])
    module = _module(path)
    make = getattr(module, match[2], None)
    if not callable(make):
        agents = [n for n, c in vars(module).items() if isinstance(c, type) and hasattr(c, "act")]
        raise UnknownNameError(
            f"no class {match[2]!r} in {str(path)!r} (agents there: {', '.join(agents) or 'none'})"
        )
    maker: Callable[..., object] = make
    return maker


def _module(path: Path) -> ModuleType:
    """Executes a Python file once, as a module whose name cannot hide another module."""
    if not paths.is_file(path):
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
    _use_folder(folder)
    before = set(sys.modules)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        reason = f"{error_text(error)}{error_place(error)}"
        raise AgentError(f"cannot load {str(path)!r}: {reason}") from error
    _remember_imports(folder, before)
    return module


_folders: list[str] = []
"""folders of agent files, the last used first"""
_imported: dict[str, set[str]] = {}
"""modules that agent files imported from their own folder, by folder"""


def _use_folder(folder: str) -> None:
    """Puts a folder after the regular entries of `sys.path` and before other agents' folders."""
    regular = [entry for entry in sys.path if entry not in _folders]
    others = [used for used in _folders if used != folder]
    for used in others:
        for name in _imported.pop(used, ()):
            sys.modules.pop(name, None)  # modules that imported it keep their reference
    _folders[:] = [folder, *others]
    sys.path[:] = regular + [entry for entry in _folders if entry not in regular]


def _remember_imports(folder: str, before: set[str]) -> None:
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and str(Path(file).parent) == folder:
            _imported.setdefault(folder, set()).add(name)
