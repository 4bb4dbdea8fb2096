"""Learned networks by name: `learned:self-play`, `learned:FILE.safetensors`, `learned:FOLDER`."""

from __future__ import annotations

import difflib
from functools import cache, partial
from pathlib import Path

from tamaya.agents import Agent
from tamaya.agents.registry import Entry, register
from tamaya.errors import TamayaError, UnknownNameError
from tamaya.files import is_file, is_folder
from tamaya.networks.agent import LearnedAgent
from tamaya.networks.weights_file import WeightsFile

_SHIPPED = Path(__file__).parent / "weights"
_SUFFIX = ".safetensors"
_SHARED = {"self-play": ("other-play-2.3p", "other-play-2.4p", "other-play-2.5p")}
"""files of another network that a name also loads: those for 3 to 5 players, which score more"""
_DESCRIPTIONS = {
    "self-play": "A network trained by playing with itself.",
    "response": "A network trained as a best response to very many evolved partners. It counts "
    "what its partner does.",
    "companion": "A network trained to score with models of people. It counts what its partner "
    "does.",
    **dict.fromkeys(
        ("other-play-1", "other-play-2", "other-play-3"),
        "A network trained by Other-Play with a slowly falling entropy bonus. The three differ in "
        "their seeds. With two players they play well with each other.",
    ),
}


def shipped() -> dict[str, list[Path]]:
    """Weights files that come with the package, by name: NAME.2p.safetensors and so on."""
    files: dict[str, list[Path]] = {}
    for file in sorted(_SHIPPED.glob(f"*{_SUFFIX}")):
        files.setdefault(file.name.split(".")[0], []).append(file)
    for name, shared in _SHARED.items():
        files[name] += [_SHIPPED / f"{file}{_SUFFIX}" for file in shared]
    return files


@cache
def _read(path: Path) -> WeightsFile:
    return WeightsFile.read(path)


def _of(files: list[Path], *, noise: int = 0, name: str) -> Agent:
    return LearnedAgent(name, [_read(file) for file in files], noise=noise)


def named(place: str, *, noise: int = 0, name: str) -> Agent:
    """Loads a weights file, or a folder with one file for each number of players.

    :param noise: percentage of turns with a random legal move instead
    :raises UnknownNameError: if there is no such file, folder or network; it lists near names
    :raises TamayaError: if there are no weights, or they are not quantized
    """
    path = Path(place)
    if not (is_file(path) or is_folder(path) or path.suffix == _SUFFIX):
        near = difflib.get_close_matches(place, shipped(), n=3, cutoff=0.4) or shipped()
        raise UnknownNameError(
            f"no network {place!r}, and no such file or folder (near names: {', '.join(near)})"
        )
    files = sorted(path.glob(f"*{_SUFFIX}")) if is_folder(path) else [path]
    if not files:
        expected = ", ".join(shipped())
        raise TamayaError(f"no weights in {place!r} (expected {expected}, or FILE{_SUFFIX})")
    return LearnedAgent(name, [WeightsFile.read(file) for file in files], noise=noise)


for _name, _files in shipped().items():
    _players = tuple(sorted(int(file.name.split(".")[1].removesuffix("p")) for file in _files))
    register(
        Entry(
            f"learned:{_name}",
            _DESCRIPTIONS[_name],
            partial(_of, _files),
            players=_players,
        )
    )
register(
    Entry(
        "learned:",
        "A learned network, from a file that `tamaya learn export` wrote.",
        named,
        usage=f"learned:FILE{_SUFFIX}",
    )
)
