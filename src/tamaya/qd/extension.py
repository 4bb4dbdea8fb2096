"""Settings with which a run continues: those of its folder, with more candidates if asked for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from pathlib import Path

from tamaya.errors import TamayaError
from tamaya.qd.settings import EvolutionSettings


def continued(
    folder: Path, saved: EvolutionSettings, asked: EvolutionSettings, named: Collection[str]
) -> EvolutionSettings:
    """The settings of a run that resumes, extended if more candidates are asked for.

    An extended run keeps its random start, so it equals a run of the larger size with that
    `random_start` and the same `extended_from`.

    :param saved: settings in the folder
    :param asked: settings of this call
    :param named: settings that the caller gave explicitly
    :raises TamayaError: if the folder holds another run, or one with more candidates
    """
    candidates = asked.candidates if "candidates" in named else saved.candidates
    if candidates < saved.candidates:
        raise TamayaError(
            f"{str(folder)!r} holds a run of {saved.candidates:,} candidates, not {candidates:,} "
            f"(choose at least {saved.candidates:,} to continue it, or another folder)"
        )
    stages = saved.extended_from
    if candidates > saved.candidates:
        stages = (*stages, saved.candidates)
    inherited: dict[str, object] = {"candidates": candidates}
    if "extended_from" not in named:
        inherited["extended_from"] = stages
    if "random_start" not in named and (stages or "candidates" not in named):
        inherited["random_start"] = saved.random_start
    settings = replace(asked, **inherited)  # type: ignore[arg-type]
    _compare(folder, replace(saved, candidates=candidates, extended_from=stages), settings)
    return settings


def _compare(folder: Path, saved: EvolutionSettings, asked: EvolutionSettings) -> None:
    for field in fields(EvolutionSettings):
        old, new = getattr(saved, field.name), getattr(asked, field.name)
        if old != new:
            raise TamayaError(
                f"{str(folder)!r} holds another run: {field.name} = {old!r}, not {new!r} "
                "(choose another folder, or remove this one)"
            )
