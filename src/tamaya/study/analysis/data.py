"""Reads the data of a study: a folder that we exported, or the public data of 2017."""

from __future__ import annotations

from pathlib import Path

from tamaya.errors import TamayaError
from tamaya.study.analysis.public_2017 import read_public
from tamaya.study.study_file import StudyFile
from tamaya.study.table_files import read_tables
from tamaya.study.tables import StudyTables


def read_data(folder: Path, study: StudyFile) -> StudyTables:
    """The tables of an exported folder, or the public data of Eger et al. 2017.

    :raises TamayaError: if the folder holds neither, or games with arms of another study
    """
    if not folder.is_dir():
        raise TamayaError(
            f"{str(folder)!r} is not a folder (expected one that tamaya study export wrote)"
        )
    tables = read_public(folder) if (folder / "log").is_dir() else read_tables(folder)
    arms = {arm.name for arm in study.arms}
    for game in tables.games:
        if game.part != "practice" and game.arm not in arms:
            raise TamayaError(
                f"{str(folder)!r} has games with arm {game.arm!r}, but study {study.id!r} has "
                f"{', '.join(sorted(arms))}"
            )
    return tables
