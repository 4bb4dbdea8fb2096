"""Plays all pairs of a pool on the same decks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from tamaya.agents import AgentLike, as_agent, replica
from tamaya.agents.made_for import shared_setup
from tamaya.agents.seeds import key_for
from tamaya.arena import Backend, Team, backend, match_in_chunks, play_native
from tamaya.arena.team import refusal_text
from tamaya.errors import Interrupted, TamayaError, failure_text
from tamaya.game import Seed, Setup
from tamaya.matchups.content import Content, content
from tamaya.matchups.pool import Pool, PoolLike
from tamaya.matchups.pool import pool as as_pool
from tamaya.matchups.progress import Progress, Reporter
from tamaya.matchups.storage import Keeper
from tamaya.matchups.table import MatchupTable, Plan
from tamaya.matchups.tally import Tally
from tamaya.numbers import thread_count, whole_number

Cell = tuple[int, int]
"""row and column"""

_SHARD = 1000
"""games that one thread plays at a time; Ctrl-C waits for them to end"""
_BATCH = 25
"""shards that a worker of a cluster plays at a time"""


def matchups(  # noqa: PLR0913
    pool: PoolLike,
    partners: PoolLike | None = None,
    *,
    games: int = 400,
    first_seed: Seed = 0,
    setup: Setup | str | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    out: str | Path | None = None,
    key: bytes | None = None,
    on: str | Backend = "threads",
) -> MatchupTable:
    """Plays every agent of a pool with every partner, all on the same decks.

    The row agent sits in seat 0 and the column agent in all other seats. A pair in which an agent
    fails is listed in `failures`, and the other pairs are still played. Ctrl-C saves the finished
    pairs and raises `tamaya.errors.Interrupted`, which holds the unfinished table. Results do not
    depend on the number of threads.

    :param pool: anything `ty.pool` accepts: a name, a file or a list of agents
    :param partners: another pool for the columns; by default the same one
    :param games: games of each pair, on the seeds first_seed, first_seed + 1, ...
    :param setup: set-up to play; by default the one that the pools, or their agents, are made for
    :param threads: threads to use at most (default: all cores this process may use); pairs with
        agents written in Python play in one thread
    :param progress: called several times a second; `progress=print` prints how far the table is
    :param out: a Parquet file in which finished pairs are saved every few seconds; if it exists,
        its pairs are not played again
    :param key: hides the decks from agents written in Python; by default a new key if there are
        such agents. The table records it as `plan.key`; the same key repeats the same games
    :param on: `threads`, `ray`, or a backend; pairs with agents written in Python always play in
        this process
    :raises TamayaError: for impossible numbers, if the pools are made for different set-ups, or if
        `out` holds another table
    """
    rows = as_pool(pool)
    columns = rows if partners is None else as_pool(partners)
    plan = _plan(rows, columns, games, first_seed, setup)
    plan = replace(plan, key=key_for(map(as_agent, (*rows, *columns)), key))
    if out is not None:
        plan = replace(plan, agents=_content(rows, columns))
    workers = backend(on, threads=thread_count(threads)) if isinstance(on, str) else on
    keeper = Keeper.of(plan, out, given_key=key is not None)
    table = keeper.table
    run = _Run(table.plan, tuple(rows), tuple(columns), workers)
    table.failures.clear()
    try:
        reporter = Reporter(progress, int(table.finished.sum()) * games, run.plan.pairs * games)
        with closing(run.play(table)) as played:
            for games_played in played:
                reporter.advance(games_played)
                keeper.keep()
    except KeyboardInterrupt:
        raise Interrupted(table) from None
    finally:
        keeper.keep(now=True)
    return replace(table, players=(run.rows, run.columns))


def _plan(
    rows: Pool, columns: Pool, games: int, first_seed: Seed, setup: Setup | str | None
) -> Plan:
    from importlib.metadata import version  # noqa: PLC0415 (slow, and rarely needed)

    games = whole_number("games", games, 1, 50_000_000)
    both = rows.claims if columns is rows else [*rows.claims, *columns.claims]
    chosen = shared_setup(both) if setup is None else setup
    if not isinstance(chosen, str | Setup):
        raise TamayaError(f"not a set-up: {chosen!r} (expected a Setup or words like 'standard')")
    return Plan(
        rows=rows.names,
        columns=columns.names,
        games=games,
        first_seed=whole_number("first_seed", first_seed, 0, 2**64 - games),
        setup=Setup.parse(chosen) if isinstance(chosen, str) else chosen,
        version=version("tamaya"),
    )


def _content(rows: Pool, columns: Pool) -> Content:
    """Hashes of all agents. Partners are marked, since the two pools may share names."""
    partners = () if columns is rows else content(columns)
    return (*content(rows), *((f"{name} (partner)", digest) for name, digest in partners))


@dataclass(frozen=True)
class _Shard:
    """A slice of the games of one pair of native agents."""

    cell: Cell
    team: Team
    first_seed: Seed
    games: int

    def play(self) -> tuple[Cell, Tally]:
        try:
            return self.cell, Tally.of(play_native(self.team, self.first_seed, self.games))
        except TamayaError as error:
            setup = self.team.setup
            return self.cell, Tally.failed(setup, self.first_seed, self.games, str(error))


@dataclass(frozen=True)
class _Run:
    """Everything needed to play the cells of a table."""

    plan: Plan
    rows: tuple[AgentLike, ...]
    columns: tuple[AgentLike, ...]
    workers: Backend

    def play(self, table: MatchupTable) -> Generator[int, None, None]:
        """Plays the missing pairs into the table; yields the number of games after each slice."""
        row_agents = tuple(map(as_agent, self.rows))
        column_agents = tuple(map(as_agent, self.columns))
        plan = self.plan
        row_refusals = [refusal_text(agent, plan.setup) for agent in row_agents]
        column_refusals = [refusal_text(agent, plan.setup) for agent in column_agents]
        native: list[tuple[Cell, Team]] = []
        others: list[Cell] = []
        finished = table.finished
        for row, first in enumerate(row_agents):
            for column, other in enumerate(column_agents):
                if finished[row, column]:
                    continue
                refusal = row_refusals[row] or column_refusals[column]
                if refusal:
                    yield self._refuse((row, column), refusal, table)
                    continue
                team = Team(plan.setup, (first, *[other] * (plan.setup.players - 1)))
                if team.is_native:
                    native.append(((row, column), team))
                else:
                    others.append((row, column))
        yield from self._native(native, table)
        for cell in others:
            yield from self._python(cell, table)

    def _refuse(self, cell: Cell, reason: str, table: MatchupTable) -> int:
        plan = self.plan
        Tally.failed(plan.setup, plan.first_seed, plan.games, reason).enter(table, *cell)
        return plan.games

    def _native(self, pairs: list[tuple[Cell, Team]], table: MatchupTable) -> Iterator[int]:
        """Plays several pairs side by side, so that no thread waits at the end of a pair."""
        open_pairs: dict[Cell, Tally] = {}
        played = self.workers.each(_Shard.play, self._shards(pairs), _BATCH)
        for cell, tally in played:
            sums = open_pairs.setdefault(cell, Tally.empty(self.plan.setup))
            sums.add(tally)
            if sums.games == self.plan.games:
                open_pairs.pop(cell).enter(table, *cell)
            yield tally.games

    def _shards(self, pairs: list[tuple[Cell, Team]]) -> Iterator[_Shard]:
        for cell, team in pairs:
            for done in range(0, self.plan.games, _SHARD):
                size = min(_SHARD, self.plan.games - done)
                yield _Shard(cell, team, self.plan.first_seed + done, size)

    def _python(self, cell: Cell, table: MatchupTable) -> Iterator[int]:
        """Plays a pair with an agent written in Python as one episode, with agents of its own."""
        plan, sums = self.plan, Tally.empty(self.plan.setup)
        seats = [self.rows[cell[0]], *[self.columns[cell[1]]] * (plan.setup.players - 1)]
        try:
            agents = [replica(as_agent(seat)) for seat in seats]
            chunks = match_in_chunks(
                *agents,
                games=plan.games,
                first_seed=plan.first_seed,
                setup=plan.setup,
                key=plan.key,
            )
            for chunk in chunks:
                if chunk.lost:
                    raise TamayaError(next(iter(chunk.lost.values())))
                sums.add(Tally.of(chunk))
                yield chunk.games
        except Exception as error:
            missing, seed = plan.games - sums.games, plan.first_seed + sums.games
            sums.add(Tally.failed(plan.setup, seed, missing, failure_text(error)))
            yield missing
        sums.enter(table, *cell)
