"""Match-up tables as Polars frames and Parquet files."""

from __future__ import annotations

import json
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tamaya.agents.seeds import parse_key
from tamaya.features import Counters, features
from tamaya.files import is_file, is_folder, parquet
from tamaya.game import Setup, TamayaError
from tamaya.matchups.content import changes
from tamaya.matchups.table import MatchupTable, Plan

if TYPE_CHECKING:
    import polars

_KEY = "tamaya matchup table 1"
"""metadata key of the plan in Parquet files"""
_WAIT_SECONDS = 3.0
"""the file is written at most once in this time"""
_WAIT_TIMES = 20
"""least time between two writes, as a multiple of the duration of the last write"""


def frame(table: MatchupTable) -> polars.DataFrame:
    """One line for each pair that was played or failed, in the order of rows and columns."""
    pl = parquet.library()
    failed = np.zeros_like(table.finished)
    for pair in table.failures:
        failed[table.cell(*pair)] = True
    at = np.nonzero(table.finished | failed)
    pairs = [(table.plan.rows[i], table.plan.columns[j]) for i, j in zip(*at, strict=True)]
    bombed = table.bombed[at].sum(axis=1)
    games = table.kept[at].sum(axis=1) + bombed
    result: polars.DataFrame = pl.DataFrame(
        {
            "row": pl.Series([row for row, _ in pairs], dtype=pl.String),
            "column": pl.Series([column for _, column in pairs], dtype=pl.String),
            "games": games,
            "score": table.means()[at],
            "score_sem": table.sems()[at],
            "strict_score": table.means(strict=True)[at],
            "strict_score_sem": table.sems(strict=True)[at],
            "bomb_rate": np.where(games > 0, bombed / np.maximum(games, 1), np.nan),
            "forfeits": table.forfeits[at],
            "failure": pl.Series([table.failures.get(pair) for pair in pairs], dtype=pl.String),
            "kept": table.kept[at],
            "bombed": table.bombed[at],
        }
    )
    for seat in range(table.plan.setup.players):
        rows = table.counters[at][:, seat]
        counted = [Counters.of(row) for row in rows]
        result = result.with_columns(
            pl.Series(f"seat{seat}_counters", rows),
            *(
                pl.Series(f"seat{seat}_{f.name}", [f(c) for c in counted], dtype=pl.Float64)
                for f in features()
            ),
        )
    return result


def write(table: MatchupTable, path: Path) -> None:
    """Writes a Parquet file, whole or not at all.

    :raises TamayaError: if the file cannot be written
    """
    parquet.write(path, lambda: frame(table), {_KEY: _plan_text(table.plan)})


def read(path: Path) -> MatchupTable:
    """Reads a table that `write` has written.

    :raises TamayaError: if the file holds no table, or is damaged
    """
    if not is_file(path):
        raise TamayaError(f"no file {str(path)!r} to read a match-up table from")
    try:
        lines, notes = parquet.read(path, "match-up table")
        plan_text = notes[_KEY]
    except KeyError:
        raise TamayaError(
            f"no match-up table in {str(path)!r} (expected a file that MatchupTable.write wrote)"
        ) from None
    try:
        table = MatchupTable.empty(_plan_of(plan_text))
        _fill(table, lines)
    except Exception as error:  # columns or notes that are missing or of another kind
        raise TamayaError(f"the match-up table {str(path)!r} is damaged: {error!r}") from None
    return table


def _fill(table: MatchupTable, lines: polars.DataFrame) -> None:
    pairs = list(zip(lines["row"].to_list(), lines["column"].to_list(), strict=True))
    rows = {name: place for place, name in enumerate(table.plan.rows)}
    columns = {name: place for place, name in enumerate(table.plan.columns)}
    at = [rows[row] for row, _ in pairs], [columns[column] for _, column in pairs]
    table.kept[at] = lines["kept"].to_numpy()
    table.bombed[at] = lines["bombed"].to_numpy()
    table.forfeits[at] = lines["forfeits"].to_numpy()
    for seat in range(table.plan.setup.players):
        table.counters[(*at, seat)] = lines[f"seat{seat}_counters"].to_numpy()
    failures = zip(pairs, lines["failure"].to_list(), strict=True)
    table.failures.update({pair: failure for pair, failure in failures if failure is not None})


def _plan_text(plan: Plan) -> str:
    parts = {part.name: getattr(plan, part.name) for part in fields(Plan)}
    return json.dumps(parts | {"setup": str(plan.setup), "key": plan.key.hex()})


def _plan_of(text: str) -> Plan:
    data = json.loads(text)
    return Plan(
        rows=tuple(data["rows"]),
        columns=tuple(data["columns"]),
        games=data["games"],
        first_seed=data["first_seed"],
        setup=Setup.parse(data["setup"]),
        version=data["version"],
        agents=tuple((name, digest) for name, digest in data.get("agents", [])),
        key=parse_key(data.get("key", "")),
    )


class Keeper:
    """Saves a table regularly while it is played, if it has a file."""

    def __init__(self, table: MatchupTable, path: Path | None) -> None:
        self.table = table
        self._path = path
        self._due = time.perf_counter() + _WAIT_SECONDS

    @classmethod
    def of(cls, plan: Plan, out: str | Path | None, *, given_key: bool = False) -> Keeper:
        """Starts a new table, or resumes the one in the file, with the key in the file.

        :param given_key: refuse a file that holds another key than the plan
        :raises TamayaError: if the file holds a table of another plan; the message says what
            differs
        """
        if out is None:
            return cls(MatchupTable.empty(plan), None)
        path = Path(out)
        if is_file(path) or is_folder(path):
            table = read(path)
            _check_same(table.plan, plan, path)
            if given_key:
                _check_key(table.plan, plan, path)
            return cls(replace(table, plan=replace(plan, key=table.plan.key)), path)
        table = MatchupTable.empty(plan)
        write(table, path)  # fails now, not after the games, if the path cannot be written
        return cls(table, path)

    def keep(self, *, now: bool = False) -> None:
        """Writes the file if the last write is long enough ago, or `now`."""
        if self._path is None or not (now or time.perf_counter() >= self._due):
            return
        started = time.perf_counter()
        write(self.table, self._path)
        seconds = time.perf_counter() - started
        self._due = time.perf_counter() + max(_WAIT_SECONDS, _WAIT_TIMES * seconds)


def _check_same(old: Plan, new: Plan, path: Path) -> None:
    for part in fields(Plan):
        if not part.compare:
            continue
        saved, wanted = getattr(old, part.name), getattr(new, part.name)
        if saved != wanted:
            raise TamayaError(
                f"{str(path)!r} holds another table: {part.name} {_short(saved)}, "
                f"not {_short(wanted)} (choose another file, or remove this one)"
            )
    different = changes(old.agents, new.agents) if old.agents else ""
    if different:
        raise TamayaError(
            f"{str(path)!r} holds a table of agents that have changed since ({different}): choose "
            "another file, or remove this one"
        )


def _check_key(old: Plan, new: Plan, path: Path) -> None:
    if old.key != new.key:
        raise TamayaError(
            f"{str(path)!r} holds a table with key {old.key.hex()!r}, not {new.key.hex()!r} "
            "(choose another file, or leave out the key to continue this one)"
        )


def _short(value: object) -> str:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
