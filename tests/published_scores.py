"""Compares scores and behaviour of published chromosomes with the published numbers.

Every published or re-measured number becomes a z-score: our measurement minus theirs, over the
combined standard error. Games of one population share their decks, so its z-scores may be shifted
together; around that shift they must look like noise, for each population and kind of number.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.features import COLUMNS

Record = dict[str, Any]

FIRST_SEED = 5_000_000
RESAMPLES = 200
_RATIOS = {
    "comm": ("hints_with_token", "turns_with_hint", 1.0),
    "ipp": ("known_at_play", "plays", 0.5),
}


@dataclass(frozen=True)
class Comparison:
    """One published number and ours."""

    group: str
    """the group of numbers whose z-scores are tested together"""
    case: str
    ours: float
    theirs: float
    z: float


def records(path: Path) -> list[Record]:
    """Lines of a JSON-lines file, gzipped or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def chromosome_name(genes: Iterable[int]) -> str:
    return f"chromosome({', '.join(map(str, genes))})"


@dataclass(frozen=True)
class Published:
    """A number that others measured."""

    group: str
    case: str
    value: float
    games: int


class Measured:
    """Our games of one team."""

    def __init__(self, agents: list[str], games: int) -> None:
        self.matchup = ty.match(
            *agents, games=games, first_seed=FIRST_SEED, setup="competition", count_each_game=True
        )
        self.games = games

    def parts(self, kind: str, seats: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Numerator and denominator of the number, for each game."""
        if kind == "score":
            return self.matchup.scores.astype(float), np.ones(self.games)
        top, bottom, factor = _RATIOS[kind]
        counters = self.matchup.game_counters
        assert counters is not None
        columns = (counters[:, seats, COLUMNS.index(c)].sum(axis=1) for c in (top, bottom))
        above, below = (column.astype(float) for column in columns)
        return factor * above, below

    def compare(self, kind: str, seats: list[int], theirs: Published) -> Comparison | None:
        """A z-score, if both numbers exist and have a standard error."""
        above, below = self.parts(kind, seats)
        if not below.any() or math.isnan(theirs.value):
            return None
        value = float(above.sum() / below.sum())
        error = _error_of_one_game(above, below) * math.sqrt(1 / self.games + 1 / theirs.games)
        z = (value - theirs.value) / error
        if abs(z) > 3:  # small samples of rare plays are not normal: use the sample itself
            z = math.copysign(min(abs(z), _rank(above, below, theirs)), z)
        return Comparison(theirs.group, theirs.case, value, theirs.value, z)


def _error_of_one_game(above: NDArray[np.float64], below: NDArray[np.float64]) -> float:
    """Bootstrapped over games, times the root of their number. What never happened in our games may
    still happen once in so many: no error is below that.
    """
    games = len(above)
    draws = np.random.default_rng(0).integers(0, games, (RESAMPLES, games))
    with np.errstate(invalid="ignore", divide="ignore"):
        samples = above[draws].sum(axis=1) / below[draws].sum(axis=1)
    one_event = 1 / (math.sqrt(games) * float(below.mean()))
    return max(float(np.nanstd(samples)) * math.sqrt(games), one_event)


def _rank(above: NDArray[np.float64], below: NDArray[np.float64], theirs: Published) -> float:
    """The |z| of their number among samples of the same size drawn from our games."""
    draws = np.random.default_rng(1).integers(0, len(above), (40_000, theirs.games))
    with np.errstate(invalid="ignore", divide="ignore"):
        samples = above[draws].sum(axis=1) / below[draws].sum(axis=1)
    beyond = min((samples >= theirs.value).sum(), (samples <= theirs.value).sum())
    return -NormalDist().inv_cdf((float(beyond) + 0.5) / len(samples))


def elites(path: Path, games: int = 1000) -> Iterator[Comparison | None]:
    """Self-play of every two-player chromosome with published numbers; None for the others."""
    for number, record in enumerate(records(path)):
        published = list(_published_numbers(record))
        if record["players"] != 2 or not published:
            yield None
            continue
        name = chromosome_name(record["chromosome"])
        measured = Measured([name, name], games)
        for what, value, their_games in published:
            kind = "comm" if "comm" in what else "ipp" if "ipp" in what else "score"
            case = f"{number} {record.get('niche') or record.get('name')} {what}"
            theirs = Published(f"{record['population']} {kind}", case, value, their_games)
            yield measured.compare(kind, [1] if "seat1" in what else [0, 1], theirs)


def _published_numbers(record: Record) -> Iterator[tuple[str, float, int]]:
    """(what, value, number of games) for every number of a record."""
    for key, value in record.items():
        if key.startswith("selfplay") and isinstance(value, int | float):
            games = int("".join(c for c in key.rsplit("_", 1)[1] if c.isdigit()))
            yield key, float(value), games
    rerun = record.get("java_rerun")
    if rerun:
        for key in ("score", "comm", "ipp"):
            yield f"java_rerun {key}", float(rerun[key]), int(rerun["games"])


def matchups(elite_file: Path, table: Path, pairs: int, games: int) -> Iterator[Comparison | None]:
    """Random pairs of a published match-up table: response in seat 0, partner in seat 1."""
    population = _population_of(table)
    genes = {
        tuple(record["niche"]): record["chromosome"]
        for record in records(elite_file)
        if record["population"] == population
    }
    data = table.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in random.Random(1).sample(rows, min(pairs, len(rows))):
        response, partner = _niches(row)
        if response not in genes or partner not in genes:
            yield None
            continue
        names = [chromosome_name(genes[response]), chromosome_name(genes[partner])]
        measured = Measured(names, games)
        case, played = f"{response} with {partner}", int(row["games"])
        for kind, key in (("score", "score"), ("comm", "h_communicativeness"), ("ipp", "h_ipp")):
            value = float(row[key]) if row[key] else math.nan
            group = f"{population} {kind}" + ("" if kind == "score" else " of the partner")
            yield measured.compare(kind, [1], Published(group, case, value, played))


def _population_of(table: Path) -> str:
    run = next(f"run{number}" for number in (1, 2, 3) if f"run{number}" in table.name)
    return f"tog_20x20_2P_{run}" if "20x20" in table.name else f"tog2020_5x5_{run}"


def _niches(row: dict[str, str]) -> tuple[tuple[int, int], tuple[int, int]]:
    if "r_index" in row:
        response, partner = int(row["r_index"]), int(row["h_index"])
        return divmod(response, 20), divmod(partner, 20)
    response_niche = int(row["r_comm_idx"]), int(row["r_ipp_idx"])
    return response_niche, (int(row["h_comm_idx"]), int(row["h_ipp_idx"]))


@dataclass(frozen=True)
class Summary:
    """The z-scores of one group."""

    group: str
    cases: int
    mean: float
    sd: float
    largest: float

    @property
    def is_noise(self) -> bool:
        """Whether mean, spread and largest value are within the limits.

        A handful of numbers has no spread to speak of: there only the last is asked.
        """
        few = self.cases < 10
        return self.largest <= 4 and (few or (abs(self.mean) < 1.2 and self.sd < 1.2))

    def __str__(self) -> str:
        verdict = "noise" if self.is_noise else "DIFFERS"
        return (
            f"| {self.group} | {self.cases} | {self.mean:+.2f} | {self.sd:.2f} "
            f"| {self.largest:.2f} | {verdict} |"
        )


def summaries(comparisons: Iterable[Comparison]) -> list[Summary]:
    """One line for each group, groups in order of appearance."""
    groups: dict[str, list[float]] = defaultdict(list)
    for comparison in comparisons:
        groups[comparison.group].append(comparison.z)
    summaries = []
    for group, values in groups.items():
        z = np.array(values)
        sd = float(z.std(ddof=1)) if len(z) > 1 else 0.0
        summaries.append(Summary(group, len(z), float(z.mean()), sd, float(np.abs(z).max())))
    return summaries


NAMED = {
    **{
        f"fw_{name}": f"competition:{name}"
        for name in ("iggi", "iggi2", "piers", "flawed", "cautious", "internal", "outer", "clivej")
    },
    "fw_risky0.75": "competition:risky(75)",
    "fw_vdb-paper": "competition:van_den_bergh",
    "VanDenBergh": "mapelites:van_den_bergh",
    "LegalRandom": "mapelites:legal_random",
    **{
        name: f"mapelites:{name.lower()}"
        for name in ("IGGI", "Internal", "Outer", "Flawed", "Piers", "Cautious")
    },
}
"""our agents, by their names in the re-measured tables"""


def named_agents(table: Path, games: int) -> Iterator[Comparison | None]:
    """Scores and features of the named agents, alone or in pairs, with the re-measured numbers."""
    for row in csv.DictReader(io.StringIO(table.read_text())):
        theirs = [row["agent"]] * 2 if "agent" in row else [row["seat0"], row["seat1"]]
        if any(name not in NAMED and not name.startswith("c:") for name in theirs):
            yield None
            continue
        agents = [NAMED.get(n) or chromosome_name(map(int, n[2:].split())) for n in theirs]
        measured = Measured(agents, games)
        case = " with ".join(name[:20] for name in theirs)
        number = Published(f"{table.stem} score", case, float(row["score"]), int(row["games"]))
        yield measured.compare("score", [0, 1], number)
