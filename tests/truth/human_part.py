"""Selects, from a clone of the public HanabiData, the games that our tests and pages use.

    git clone https://github.com/yawgmoth/HanabiData
    python -m tests.truth.human_part HanabiData runs/truth
    TAMAYA_TRUTH=runs/truth tamaya reproduce eger2017_fig6

Our numbers about people are of 1,136 games of 154 people, a part of the release. The part is listed
in `human_part.txt` by the ids of games. Its licence is CC BY 4.0.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.truth import FOLDER, SAMPLE

LIST = SAMPLE / "human_part.txt"


def ids() -> list[str]:
    """The ids of all games of our part."""
    return LIST.read_text().split()


def select(clone: Path, folder: Path) -> int:
    """Copies our part of a clone into `folder/HanabiData`; returns the number of games."""
    target = folder / "HanabiData"
    (target / "log").mkdir(parents=True, exist_ok=True)
    wanted = set(ids())
    missing = [id for id in wanted if not (clone / "log" / f"game{id}.log").exists()]
    if missing:
        raise SystemExit(f"{clone}/log lacks {len(missing)} games, such as game{missing[0]}.log")
    for id in wanted:
        for file in (clone / "log").glob(f"*{id}.log"):
            shutil.copyfile(file, target / "log" / file.name)
    for name in ("games.csv", "participants.csv"):
        if not (clone / name).exists():
            continue
        head, *rows = (clone / name).read_text().splitlines(keepends=True)
        kept = [row for row in rows if row.split(",")[0].strip() in wanted]
        (target / name).write_text("".join([head, *kept]))
    if (clone / "LICENSE").exists():
        shutil.copyfile(clone / "LICENSE", target / "LICENSE")
    return len(wanted)


def write_list() -> None:
    """Writes the list of our part from the full set."""
    logs = sorted((FOLDER / "HanabiData" / "log").glob("game*.log"))
    LIST.write_text("".join(path.stem.removeprefix("game") + "\n" for path in logs))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m tests.truth.human_part CLONE FOLDER")
    print(f"{select(Path(sys.argv[1]), Path(sys.argv[2])):,} games in {sys.argv[2]}/HanabiData")
