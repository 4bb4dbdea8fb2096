"""Many bots at once, on a server of their own or on a given one."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tamaya.errors import TamayaError
from tamaya.study import reading
from tamaya.study.simulation.people import models
from tamaya.study.study_file import StudyFile
from tamaya.web.simulated.browser_person import BrowserPerson, chromium
from tamaya.web.simulated.checks import missing
from tamaya.web.simulated.own_server import own_server
from tamaya.web.simulated.person import BotAccount, SimulatedPerson
from tamaya.web.storage.database import opened
from tamaya.web.study.collected import exported
from tamaya.web.study.protocol import MoveTimes

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium


@dataclass(frozen=True, kw_only=True)
class CrowdArgs:
    """Settings of a simulation."""

    people: int = 20
    browsers: int = 0
    """number of people who use real browsers"""
    at_once: int = 200
    """bots that take part at the same time"""
    drop_out: float = 0.1
    """chance that a bot leaves before the end"""
    think: float = 0.0
    """mean seconds that a bot thinks about a move or an answer"""
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.browsers <= min(self.people, 50):
            raise TamayaError(
                f"{self.browsers} browsers for {self.people} people (expected at most 50, and at "
                "most one each)"
            )
        if not (1 <= self.people <= 10_000 and 1 <= self.at_once <= 1000):
            raise TamayaError(
                f"{self.people} people, {self.at_once} at once (expected 1 to 10,000 people, 1 to "
                "1,000 at once)"
            )
        if not (0 <= self.drop_out <= 1 and 0 <= self.think <= 60):
            raise TamayaError(
                f"drop-out {self.drop_out} and {self.think} seconds to think (expected a share "
                "from 0 to 1 and 0 to 60 seconds)"
            )


@dataclass(frozen=True)
class CrowdResult:
    """The result of a simulation: how participations ended, errors, and response times."""

    study: str
    args: CrowdArgs
    seconds: float
    ended: dict[str, int]
    """people by how their participation ended: `end`, `closed`, `left`, or `error`"""
    errors: tuple[str, ...]
    lost: tuple[str, ...] | None
    """differences between the export and what bots did; None if there was no export"""
    games: int
    moves: int
    expired: int
    """pages and games whose time ran out"""
    bots: MoveTimes
    """seconds until a move was confirmed, measured by bots at sockets, their own work included"""
    pages: MoveTimes
    """the same in the pages of bots in browsers"""
    server: MoveTimes | None
    """the same measured by the server, from a page's frame to its own; None for other servers"""
    tables: str = ""
    """folder of the export"""

    def to_json(self) -> str:
        """All numbers as JSON."""
        return msgspec.json.format(msgspec.json.encode(self)).decode() + "\n"


def simulate(
    file: Path,
    args: CrowdArgs,
    *,
    address: str = "",
    out: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> CrowdResult:
    """Lets bots take part in a study.

    Without an address, a server is started for them, without waiting times and rate limits, and
    what it stored is compared with what the bots did.

    :param out: folder for the export of that server
    :raises TamayaError: if the server cannot be started
    """
    study = reading.read(file)
    if address:
        return _result(study, args, _run(study, address, args, progress))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        adapted = adapt(study, args.people)
        database = f"sqlite:///{folder / 'simulated.db'}"
        path = folder / "study.toml"
        path.write_text(as_toml(adapted), encoding="utf-8")
        with own_server(path, database) as own:
            ran = _run(adapted, own.address, args, progress)
            times = own.move_times()
        engine = opened(database)
        target = out or folder / "export"
        tables = exported(engine, adapted, target)
        engine.dispose()
        lost = tuple(missing(ran.accounts, tables))
        result = _result(study, args, ran)
        return replace(result, lost=lost, server=times, tables=str(out or ""))


def adapt(study: StudyFile, people: int) -> StudyFile:
    """The study with room for all bots, and with agents that reply at once."""
    table = msgspec.structs.replace(study.table, reply_seconds=0)
    room = msgspec.structs.replace(study.people, target=people, extra=10_000)
    return msgspec.structs.replace(study, table=table, people=room)


def as_toml(study: StudyFile) -> str:
    """A study file of a study, one line for each part."""
    values = msgspec.to_builtins(study)
    return "".join(
        f"{key} = {_inline(value)}\n" for key, value in values.items() if value is not None
    )


def _inline(value: object) -> str:
    if isinstance(value, dict):
        parts = [f"{json.dumps(k)} = {_inline(v)}" for k, v in value.items() if v is not None]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers and booleans are written alike


@dataclass(frozen=True)
class _Ran:
    accounts: Sequence[BotAccount]
    seconds: float


def _run(study: StudyFile, address: str, args: CrowdArgs, progress: Callable[[int], None]) -> _Ran:
    began = time.perf_counter()
    accounts = asyncio.run(_crowd(study, address, args, progress))
    return _Ran(accounts, time.perf_counter() - began)


async def _crowd(
    study: StudyFile, address: str, args: CrowdArgs, progress: Callable[[int], None]
) -> list[BotAccount]:
    rng = np.random.default_rng(args.seed)
    shares = models()
    chosen = rng.choice(list(shares), size=args.people, p=list(shares.values()))
    leaves = rng.random(args.people) < args.drop_out
    pages = rng.integers(1, max(2, len(study.pages) + study.games), args.people)
    room, done = asyncio.Semaphore(args.at_once), 0
    run = f"simulated-{args.seed}-{os.getpid()}-{int(time.time())}"

    async def take_part(number: int, browser: Chromium | None) -> BotAccount:
        nonlocal done
        who = study, address, str(chosen[number]), args.seed * 1_000_003 + number, f"{run}-{number}"
        person = SimulatedPerson(*who) if browser is None else BrowserPerson(*who, browser=browser)
        person.think = args.think
        async with room:
            account = await person.take_part(int(pages[number]) if leaves[number] else None)
        done += 1
        progress(done)
        return account

    async with _browser(wanted=args.browsers > 0) as browser:
        seats = [browser if number < args.browsers else None for number in range(args.people)]
        return list(await asyncio.gather(*(take_part(n, seat) for n, seat in enumerate(seats))))


@asynccontextmanager
async def _browser(*, wanted: bool) -> AsyncIterator[Chromium | None]:
    if not wanted:
        yield None
        return
    async with chromium() as browser:
        yield browser


def _result(study: StudyFile, args: CrowdArgs, ran: _Ran) -> CrowdResult:
    accounts = ran.accounts
    ended = Counter("error" if account.error else account.ended for account in accounts)
    return CrowdResult(
        study.id,
        args,
        ran.seconds,
        dict(ended),
        tuple(account.error for account in accounts if account.error),
        None,
        sum(len(account.games) for account in accounts),
        sum(len(account.moves) for account in accounts),
        sum(account.expired for account in accounts),
        _times([account for account in accounts if not account.in_browser]),
        _times([account for account in accounts if account.in_browser]),
        None,
    )


def _times(accounts: Sequence[BotAccount]) -> MoveTimes:
    seconds = [taken for account in accounts for taken in account.moves]
    quantiles = np.quantile(seconds or [0.0], (0.5, 0.95, 1.0))
    return MoveTimes(len(seconds), *map(float, quantiles))
