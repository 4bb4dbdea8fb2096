"""Reads the third population of Canaan et al. 2020 from a clone of its authors' repository.

    git clone https://github.com/rocanaan/Hanabi-Map-Elites
    python -m tests.truth.population3 Hanabi-Map-Elites        writes two files of tests/truth/data

The full set has only populations 1 and 2. Of the third, the repository has the chromosomes, a page
with scores of 1,000 games, and the match-up table with 400 games of each pair.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.truth import SAMPLE

CHROMOSOMES = "starter/5by5final3/3iteration999999.json"
SCORES = "Analyses/Chromosomes/Population 3.html"
MATCHUPS = "starter/FinalTOG5by5/Bayes3Matchups"
FILES = (
    "java_framework/published_elites_5x5_run3.jsonl.gz",
    "java_framework/published_matchups_5x5_run3.csv.gz",
)
"""the files that this module writes"""
SIZE = 5
Niche = tuple[int, int]
"""indexes of communicativeness and information per play"""

_PAIR = re.compile(r"\[(\d),(\d)\];\[(\d),(\d)\]: (\S+) (\S+) (\S+)")
_SCORE = re.compile(r"<td[^>]*>(\d+(?:\.\d+)?)</td>")
_HEAD = "r_comm_idx,r_ipp_idx,h_comm_idx,h_ipp_idx,games,h_communicativeness,h_ipp,score"


def pairs(clone: Path) -> dict[tuple[Niche, Niche], tuple[float, float, float]]:
    """Communicativeness and information per play of the partner, and the score, of each pair."""
    by_pair = {}
    for line in (clone / MATCHUPS).read_text().splitlines():
        if match := _PAIR.match(line):
            a, b, c, d = (int(text) for text in match.groups()[:4])
            comm, ipp, score = (float(text) for text in match.groups()[4:])
            by_pair[(a, b), (c, d)] = comm, ipp, score
    return by_pair


def scores(clone: Path) -> dict[Niche, float]:
    """Scores of 1,000 games with itself.

    The first row of the page is the most communicative, although its label says otherwise.
    """
    numbers = [float(text) for text in _SCORE.findall((clone / SCORES).read_text())]
    return {(SIZE - 1 - i // SIZE, i % SIZE): number for i, number in enumerate(numbers)}


def elites(clone: Path) -> Iterator[str]:
    """A line for each chromosome, in the format of the other populations."""
    table, alone = pairs(clone), scores(clone)
    for agent in json.loads((clone / CHROMOSOMES).read_text())["population"]:
        if not agent["valid"]:
            continue
        niche = agent["Communicativeness_index"], agent["IPP_index"]
        comm, ipp, score = table[niche, niche]
        record = {
            "population": "tog2020_5x5_run3",
            "players": 2,
            "grid": "5x5",
            "features": ["communicativeness", "ipp"],
            "niche": niche,
            "chromosome": json.loads(agent["Chromosome"]),
            "fitness_in_run_50games": agent["Fitness"],
            "selfplay_1000games": alone[niche],
            "selfplay_400games": score,
            "selfplay_seat1_comm_400games": comm,
            "selfplay_seat1_ipp_400games": ipp,
        }
        yield json.dumps(record, separators=(",", ":"))


def matchups(clone: Path) -> Iterator[str]:
    """The match-up table, in the format of the other populations."""
    yield _HEAD
    for (response, partner), (comm, ipp, score) in sorted(pairs(clone).items()):
        yield ",".join(map(str, (*response, *partner, 400, comm, ipp, score)))


def write(clone: Path, folder: Path = SAMPLE) -> None:
    """Writes both files; equal numbers give equal bytes."""
    for name, lines in zip(FILES, (elites(clone), matchups(clone)), strict=True):
        data = "".join(line + "\n" for line in lines).encode()
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.truth.population3 CLONE")
    write(Path(sys.argv[1]))
