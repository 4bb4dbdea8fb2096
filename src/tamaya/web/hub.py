"""All tables of a server: begun, found, opened to those who may look, and put away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import time
from dataclasses import dataclass

import msgspec

from tamaya import __version__
from tamaya.game import Seat, Seed, Setup, State, TamayaError
from tamaya.transcript import Transcript
from tamaya.web import runs, tokens
from tamaya.web.config import Config
from tamaya.web.course import Course, Viewer, deck_text
from tamaya.web.http_protocol import (
    CreateGame,
    DailyDeck,
    DeckWish,
    NamedDeck,
    NextGame,
    SeatWish,
    SeedDeck,
)
from tamaya.web.protocol import Join
from tamaya.web.record import Began, Believed, Moved, Record, Sitting
from tamaya.web.roster import SURPRISE, Roster, display
from tamaya.web.store import Kept, Keys, Store
from tamaya.web.table import Table
from tamaya.web.thinking import Thinking
from tamaya.web.workers import Workers

_log = logging.getLogger("tamaya.web")
_SWEEP = 30.0
"""seconds between two looks for tables that nobody needs"""
NEUTRAL = ("Aki", "Bo", "Chiyo", "Dai", "Emi")
"""names of agents that shall not be known before the end"""


class NoGameError(TamayaError):
    """There is no such game."""


class NotOverError(TamayaError):
    """What was asked for is only told once the game is over."""


class NotAllowedError(TamayaError):
    """Not for the one who asks."""


class BusyError(TamayaError):
    """The server has all the tables it can take."""


@dataclass(frozen=True)
class Begun:
    """A new game, and the tokens of its human seats."""

    game: str
    tokens: dict[Seat, str]


class Hub:
    """The tables in memory, and the way to those that are not."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.roster = Roster(config.agents, runs.found(config.runs))
        self.store = Store(config.database)
        self.tables: dict[str, Table] = {}
        self.secret = config.secret or ""
        self.workers = Workers(config.workers, config.seconds)
        self._thinking = Thinking(self, config.delay, config.pace)
        self._keys: dict[str, tuple[Keys, ...]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Goes on with games that nobody has to come back to."""
        if not self.secret:
            self.secret = await self.store.setting("secret", tokens.fresh())
        for game in await self.store.unattended():
            await self.table(game)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Puts everything away; what is running goes on after the next start."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self._thinking.close()
        await asyncio.gather(*(table.close() for table in list(self.tables.values())))
        self.tables.clear()
        self.workers.close()
        await asyncio.to_thread(self.store.close)

    # Tables, and what they need of the world.

    async def table(self, game: str) -> Table:
        """A table by its game.

        :raises NoGameError: if there is none
        """
        found = self.tables.get(game)
        if found is not None and not found.ended:
            return found
        async with self._locks.setdefault(game, asyncio.Lock()):
            found = self.tables.get(game)
            if found is None or found.ended:
                found = self._opened(await self._kept(game))
        self._locks.pop(game, None)
        return found

    async def _kept(self, game: str) -> Kept:
        kept = await self.store.load(game)
        if kept is None:
            raise NoGameError(f"no game {game[:40]!r}")
        return kept

    def _opened(self, kept: Kept) -> Table:
        table = Table(kept.id, kept.course, kept.size, self)
        table.next_game = kept.next_game
        table.beliefs = kept.beliefs
        self._keys[kept.id] = kept.keys
        self.tables[kept.id] = table
        return table

    async def keep(self, table: Table, record: Record) -> None:
        """Commits a record."""
        await self.store.add(table.game, table.size, record, table.course)

    def think(self, table: Table) -> None:
        """Lets an agent move."""
        self._thinking.move(table)

    def finished(self, table: Table) -> None:
        """Lets agents learn."""
        self._thinking.learn(table)

    def broken(self, table: Table) -> None:
        """Forgets what memory holds: the database is right."""
        self.tables.pop(table.game, None)
        for line in list(table.lines):
            line.close(1012)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP, self.config.idle))
            now = time.monotonic()
            for table in list(self.tables.values()):
                waits = table.course.with_people or table.course.revealed
                if waits and not table.lines and now - table.used > self.config.idle:
                    self.tables.pop(table.game, None)
                    self._keys.pop(table.game, None)
                    await table.close()

    # Who may look.

    async def viewer(self, game: str, join: Join, session: str | None) -> Viewer:
        """As whom somebody looks at a table.

        :raises NotAllowedError: if the token opens no seat, or nobody may watch
        """
        table = await self.table(game)
        seat = self.seat_of(game, join.token, session)
        if join.token is not None and seat is None:
            raise NotAllowedError("the token opens no seat of this game")
        if seat is not None and not (join.watch and table.course.revealed):
            return Viewer(seat, plays=True)
        return self._watcher(table, join.shadows)

    def _watcher(self, table: Table, shadows: Seat | None) -> Viewer:
        course = table.course
        if not (course.began.watchable or course.revealed):
            raise NotAllowedError("this game may not be watched")
        if shadows is not None and shadows >= len(course.began.seats):
            raise NotAllowedError(f"no seat {shadows} at this table")
        if course.revealed or not course.with_people:
            return Viewer(shadows, plays=False)
        return Viewer(shadows or 0, plays=False)

    def seat_of(self, game: str, token: str | None, session: str | None) -> Seat | None:
        """The seat that a token or a session's cookie opens."""
        for seat, keys in enumerate(self._keys[game]):
            if tokens.opens(token, keys.token):
                return seat
        if token is not None:
            return None
        for seat, keys in enumerate(self._keys[game]):
            if tokens.opens(session, keys.session):
                return seat
        return None

    async def claim(self, game: str, token: str, session: str, name: str | None) -> Seat:
        """Somebody who was invited takes a seat.

        :raises NotAllowedError: if the token opens none
        """
        table = await self.table(game)
        seat = self.seat_of(game, token, None)
        if seat is None:
            raise NotAllowedError("the token opens no seat of this game")
        await self.store.claim(game, seat, tokens.hashed(session))
        keys = list(self._keys[game])
        keys[seat] = Keys(keys[seat].token, tokens.hashed(session))
        self._keys[game] = tuple(keys)
        if name is not None and name != table.course.players[seat].name:
            await table.claimed(seat, name)
        return seat

    async def finished_course(self, game: str) -> Course:
        """A finished game, with everything.

        :raises NotOverError: before the end
        """
        table = await self.table(game)
        if not table.course.revealed:
            raise NotOverError("the game is not over")
        return table.course

    async def beliefs(self, game: str) -> tuple[tuple[int, Believed], ...]:
        """What agents believed of their partners, with the number of the episode's game.

        An agent sees its partners' cards, and what it believes within a game depends on them: until
        a game with people is over, only what was believed in the games before is told.
        """
        table = await self.table(game)
        began = table.course.began
        before = await self.store.episode(began.episode, began.number)
        found = [(kept.course.began.number, one) for kept in before for one in kept.beliefs]
        if table.course.revealed or not table.course.with_people:
            found += [(began.number, one) for one in table.beliefs]
        return tuple(found)

    # New games.

    async def begin(self, wish: CreateGame, session: str) -> Begun:
        """Begins a game; the first human seat goes to the session.

        :raises TamayaError: if there is no such agent, set-up or deck
        """
        setup = _setup(wish)
        seats = self._seated(wish, setup.players)
        people = any(one.kind == "human" for one in seats)
        seed = self._seed(wish.deck)
        began = Began(
            at=time.time(),
            setup=str(setup),
            deck=deck_text(State.deal(seed, setup).full_deck),
            seed=seed,
            seats=seats,
            help=wish.help,
            episode=tokens.fresh_id(),
            version=__version__,
            watchable=wish.watchable if wish.watchable is not None else not people,
        )
        return await self._begun(Course(began), session)

    async def go_on(self, course: Course, session: str) -> Begun:
        """Begins a game that others have played up to here; the human seat goes to the session."""
        began = msgspec.structs.replace(course.began, at=time.time(), episode=tokens.fresh_id())
        return await self._begun(Course(began, course.moves), session)

    async def _begun(self, course: Course, session: str) -> Begun:
        self._check_room(course)
        given: dict[Seat, str] = {}
        keys = []
        for seat, one in enumerate(course.began.seats):
            if one.kind == "agent":
                keys.append(Keys())
                continue
            given[seat] = tokens.fresh()
            mine = tokens.hashed(session) if len(given) == 1 else None
            keys.append(Keys(tokens.hashed(given[seat]), mine))
        game = tokens.fresh_id()
        await self.store.begin(game, course, keys)
        if not course.with_people and not course.revealed:
            await self.table(game)
        return Begun(game, given)

    def _check_room(self, course: Course) -> None:
        if len(self.tables) >= self.config.tables:
            raise BusyError(f"all {self.config.tables} tables of this server are taken")

    def _seated(self, wish: CreateGame, players: int) -> tuple[Sitting, ...]:
        return tuple(
            self._sitting(one, number, players, blind=wish.blind)
            for number, one in enumerate(wish.seats)
        )

    def _sitting(self, wish: SeatWish, number: int, players: int, *, blind: bool) -> Sitting:
        if wish.kind == "human":
            return Sitting("human", wish.name or f"Player {number + 1}")
        if wish.agent is None:
            raise TamayaError(f"seat {number} has an agent without a name")
        if wish.agent == SURPRISE:
            wanted = random.SystemRandom().choice(self.roster.recommended(players))
            return Sitting("agent", NEUTRAL[number], wanted)
        self.roster.spec(wish.agent)  # complains now
        info = self.roster.info(wish.agent)
        known = info.name if info is not None else display(wish.agent)
        return Sitting("agent", wish.name or (NEUTRAL[number] if blind else known), wish.agent)

    def _seed(self, wish: DeckWish) -> Seed:
        """Decides the deck, and the agents' luck: as `tamaya.play` does with it."""
        if isinstance(wish, SeedDeck):
            return wish.seed
        if isinstance(wish, NamedDeck):
            return tokens.seed_of("tamaya", f"named {wish.name.casefold()}")
        if isinstance(wish, DailyDeck):
            today = time.strftime("%Y-%m-%d", time.gmtime())
            return tokens.seed_of(self.secret, f"daily {today}")
        return secrets.randbits(62)

    async def follow(self, game: str, wish: NextGame, session: str | None) -> Begun:
        """Another game after a finished one; the same tokens and sessions open its seats.

        :raises NotOverError: before the end
        :raises NotAllowedError: if the caller had no seat
        """
        table = await self.table(game)
        if self.seat_of(game, wish.token, session) is None and table.course.with_people:
            raise NotAllowedError("only those who played can go on")
        if not table.course.state.over:
            raise NotOverError("the game is not over")
        async with self._locks.setdefault(f"after {game}", asyncio.Lock()):
            if wish.how == "again" and table.next_game is not None:
                return Begun(table.next_game, {})
            course = Course(self._following(table.course, wish))
            self._check_room(course)
            following = tokens.fresh_id()
            before = game if wish.how == "again" else None
            await self.store.begin(following, course, self._keys[game], before)
        if wish.how == "again":
            table.followed_by(following)
        await self.table(following)
        return Begun(following, {})

    def _following(self, course: Course, wish: NextGame) -> Began:
        old = course.began
        seats = [Sitting(one.kind, player.name, one.agent)
                 for one, player in zip(old.seats, course.players, strict=True)]  # fmt: skip
        again = wish.how == "again"
        chosen = iter(() if again else wish.agents)
        for number, one in enumerate(seats):
            wanted = next(chosen, None) if one.kind == "agent" else None
            if wanted is not None:
                seats[number] = self._sitting(
                    SeatWish("agent", wanted), number, len(seats), blind=False
                )
        setup = old.rules
        deck = State.deal(secrets.randbits(62), setup).full_deck if again else old.cards
        return Began(
            at=time.time(),
            setup=old.setup,
            deck=deck_text(deck),
            seed=secrets.randbits(62),
            seats=tuple(seats),
            help=old.help,
            episode=old.episode if again else tokens.fresh_id(),
            number=old.number + 1 if again else 1,
            version=__version__,
            watchable=old.watchable,
        )

    async def take_in(self, transcript: Transcript, session: str) -> str:
        """Keeps a game from elsewhere as a replay."""
        now = time.time()
        names = transcript.players or NEUTRAL[: transcript.setup.players]
        began = Began(
            at=now,
            setup=str(transcript.setup),
            deck=deck_text(transcript.deck),
            seed=0,
            seats=tuple(
                Sitting("agent", name[:40] or NEUTRAL[at]) for at, name in enumerate(names)
            ),
            help="negative",
            episode=tokens.fresh_id(),
            version=__version__,
            watchable=False,
            imported=True,
        )
        seats = _movers(transcript)
        moves = [Moved(now, seat, str(move))
                 for seat, move in zip(seats, transcript.moves, strict=True)]  # fmt: skip
        begun = await self._begun(Course(began, moves), session)
        return begun.game


def _movers(transcript: Transcript) -> list[Seat]:
    first, players = transcript.setup.first_seat, transcript.setup.players
    return [(first + turn) % players for turn in range(len(transcript.moves))]


def _setup(wish: CreateGame) -> Setup:
    setup, seats = Setup.parse(wish.setup), len(wish.seats)
    if setup.players != seats and "players=" in wish.setup:
        raise TamayaError(f"{seats} seats for the set-up {wish.setup!r}")
    return setup.replace(players=seats)
