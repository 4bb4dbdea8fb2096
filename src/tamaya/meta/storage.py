"""Reads and writes experience files: one Parquet row per pair, pools in the metadata."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tamaya.files import is_file, parquet
from tamaya.game import Setup, TamayaError
from tamaya.matchups import Pool, pool_file
from tamaya.matchups.pool import shortened
from tamaya.meta.experience import Experience
from tamaya.meta.mixed_pools import is_plain, mixed_object, mixed_pool

_KEY = "tamaya experience"
_FORMATS = ("1", "2")
"""In format 2, agents that are no plain rule lists are stored by name."""
_PAIR = ("response", "hypothesis")


def write(experience: Experience, path: Path) -> None:
    """Writes a Parquet file, whole or not at all.

    :raises TamayaError: if the file cannot be written
    """
    responses, hypotheses = experience.responses.names, experience.hypotheses.names
    columns = {
        "response": [name for name in responses for _ in hypotheses],
        "hypothesis": [name for _ in responses for name in hypotheses],
        "score": experience.scores.ravel(),
        **{name: values.ravel() for name, values in experience.features.items()},
    }
    polars = parquet.library()
    parquet.write(
        path, lambda: polars.DataFrame(columns), {_KEY: json.dumps(_notes_of(experience))}
    )


def _notes_of(experience: Experience) -> dict[str, object]:
    pools = {"hypotheses": experience.hypotheses, "responses": experience.responses}
    plain = all(map(is_plain, pools.values()))
    return {
        "format": _FORMATS[0] if plain else _FORMATS[1],
        "version": experience.version,
        "setup": str(experience.setup),
        "games": experience.games,
        "first_seed": experience.first_seed,
        **{
            role: pool_file.text(pool) if plain else json.dumps(mixed_object(pool))
            for role, pool in pools.items()
        },
        "samples": experience.samples(),
    }


def read(path: Path) -> Experience:
    """Reads a file that `write` has written.

    :raises TamayaError: if the file holds no experience or is damaged, or its agents play
        differently in this version
    """
    if not is_file(path):
        raise TamayaError(
            f"no file {str(path)!r} to read experience from (make one with tamaya meta train)"
        )
    lines, notes = parquet.read(path, "experience")
    data = _parsed(notes.get(_KEY), path)
    try:
        hypotheses, responses = (_pool(data, key, path) for key in ("hypotheses", "responses"))
        shape = len(responses), len(hypotheses)
        _check_pairs(
            list(zip(*(lines[name] for name in _PAIR), strict=True)), hypotheses, responses
        )
        numbers = {
            name: np.array(lines[name].to_numpy(), np.float64).reshape(shape)
            for name in lines.columns
            if name not in _PAIR
        }
        result = Experience(
            hypotheses=hypotheses,
            responses=responses,
            setup=Setup.parse(str(data["setup"])),
            scores=numbers.pop("score"),
            features=numbers,
            games=int(str(data["games"])),
            first_seed=int(str(data["first_seed"])),
            version=str(data["version"]),
        )
        samples = data["samples"]
    except TamayaError:
        raise
    except Exception as error:  # a column or note is missing or has another type
        missing = "it lacks " if isinstance(error, KeyError) else ""
        raise TamayaError(f"{str(path)!r} is damaged: {missing}{error}") from None
    _check_play(result, samples, path)
    return result


def _parsed(text: str | None, path: Path) -> dict[str, object]:
    """Parses the notes of an experience file and checks their format."""
    try:
        notes = {} if text is None else json.loads(text)
    except (ValueError, RecursionError):
        notes = {}
    if not isinstance(notes, dict) or not notes:
        raise TamayaError(f"no experience in {str(path)!r} (expected what tamaya meta train makes)")
    if notes.get("format") not in _FORMATS:
        raise TamayaError(
            f"{str(path)!r} has the format {notes.get('format')!r}, and this version knows only "
            f"{' and '.join(map(repr, _FORMATS))}"
        )
    return dict(notes)


def _check_pairs(pairs: list[tuple[str, str]], hypotheses: Pool, responses: Pool) -> None:
    """Checks the order of the lines, since numbers are assigned to pairs by their place."""
    expected = [(ours, theirs) for ours in responses.names for theirs in hypotheses.names]
    if len(pairs) != len(expected):
        raise ValueError(f"it has {len(pairs)} pairs of agents (expected {len(expected)})")
    for line, (pair, wanted) in enumerate(zip(pairs, expected, strict=True), 1):
        if pair != wanted:
            raise ValueError(
                f"line {line} is {pair[0]!r} with {pair[1]!r} (expected {wanted[0]!r} with "
                f"{wanted[1]!r})"
            )


def _pool(notes: dict[str, object], key: str, path: Path) -> Pool:
    if notes["format"] == _FORMATS[0]:
        return pool_file.parse(str(notes[key]), f"{path} ({key})")
    return mixed_pool(json.loads(str(notes[key])))


def _check_play(experience: Experience, saved: object, path: Path) -> None:
    """Checks that all agents still play as they did when the numbers were measured.

    :param saved: the samples of the file, as `Experience.samples` gave them
    """
    before = saved if isinstance(saved, dict) else {}
    now = experience.samples()
    changed = [name for name, sample in now.items() if before.get(name) != sample]
    if changed:
        raise TamayaError(
            f"{str(path)!r} was made by version {experience.version or 'unknown'} with another "
            f"rulebook: {len(changed)} of {len(now)} agents play differently here "
            f"({shortened(changed, 3)}): run tamaya meta train again"
        )
