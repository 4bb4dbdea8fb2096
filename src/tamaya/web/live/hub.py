"""Creates, finds, authorizes and evicts the tables of a server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from tamaya import __version__
from tamaya.agents.seeds import new_key
from tamaya.errors import BusyError, NoGameError, NotAllowedError, NotOverError, TamayaError
from tamaya.game import Seat, Seed, Setup, State
from tamaya.transcript import Transcript
from tamaya.web.config import ServerConfig
from tamaya.web.game.history import GameHistory, Viewer, deck_text
from tamaya.web.game.protocol import Join
from tamaya.web.game.records import Began, Believed, Moved, Record, SeatedPlayer
from tamaya.web.http import tokens
from tamaya.web.live.agent_turns import AgentTurns
from tamaya.web.live.answer_times import AnswerTimes
from tamaya.web.live.process_pool import AgentProcesses
from tamaya.web.live.protocol import (
    CreateGame,
    DailyDeck,
    DeckWish,
    NamedDeck,
    NextGame,
    SeatWish,
    SeedDeck,
)
from tamaya.web.live.roster import SURPRISE, Roster, display
from tamaya.web.live.table import LiveTable
from tamaya.web.live.table_sharing import TableSharing
from tamaya.web.maps.run_folders import run_folders
from tamaya.web.storage.game_store import SeatKeys, Store, StoredGame
from tamaya.web.storage.profile_store import ProfileStore

_log = logging.getLogger("tamaya.web")
_SWEEP = 30.0
"""seconds between two evictions of idle tables"""
NEUTRAL = ("Aki", "Bo", "Chiyo", "Dai", "Emi")
"""names of agents that stay secret until the game is over"""


@dataclass(frozen=True)
class NewGame:
    """A new game, with the tokens of its human seats."""

    game: str
    tokens: dict[Seat, str]


class Hub:
    """All tables: those in memory, and those that must be loaded from the database."""

    def __init__(self, config: ServerConfig) -> None:
        self.config = config
        self.roster = Roster(config.agents, run_folders(config.runs))
        self.store = Store(config.database)
        self.profiles = ProfileStore(self.store)
        self.tables: dict[str, LiveTable] = {}
        self.answer_times = AnswerTimes()
        self.secret = config.secret or ""
        self.workers = AgentProcesses(config.workers, config.seconds)
        self._thinking = AgentTurns(self, config.delay, config.pace)
        self._keys: dict[str, tuple[SeatKeys, ...]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.sharing: TableSharing | None = None
        """if other server processes use the same database"""
        if config.address:
            self.sharing = TableSharing(self.store.engine, config.address, self)

    async def start(self) -> None:
        """Resumes games without people and starts the eviction of idle tables."""
        if not self.secret:
            self.secret = await self.store.setting("secret", tokens.fresh())
        if self.sharing is not None:
            await self.sharing.start()
        else:
            for game in await self.store.unattended():
                await self.resume(game)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Closes all tables. Running games resume after the next start."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self._thinking.close()
        await asyncio.gather(*(table.close() for table in list(self.tables.values())))
        self.tables.clear()
        if self.sharing is not None:
            await self.sharing.close()
        self.workers.close()
        await asyncio.to_thread(self.store.close)

    # Tables, and the services that they use.

    async def table(self, game: str) -> LiveTable:
        """The table of a game, loaded if it is not in memory.

        :raises NoGameError: if there is no such game
        :raises BusyError: if another server process holds it
        """
        table = self.tables.get(game)
        if table is not None and not table.ended:
            return table
        try:
            async with self._locks.setdefault(game, asyncio.Lock()):
                table = self.tables.get(game)
                if table is None or table.ended:
                    table = self._open(await self._load(game))
        finally:
            self._locks.pop(game, None)
        return table

    async def _load(self, game: str) -> StoredGame:
        if self.sharing is not None and await self.sharing.elsewhere(game):
            raise BusyError("another process of this server holds the table: try again")
        stored = await self.store.load(game)
        if stored is None:
            raise NoGameError(f"no game {game[:40]!r}")
        return stored

    def _open(self, stored: StoredGame) -> LiveTable:
        table = LiveTable(stored.id, stored.history, stored.size, self)
        table.next_game = stored.next_game
        table.beliefs = stored.beliefs
        self._keys[stored.id] = stored.keys
        self.tables[stored.id] = table
        return table

    async def keep(self, table: LiveTable, record: Record) -> None:
        """Commits a record to the database."""
        await self.store.add(table.game, table.size, record, table.history)

    def think(self, table: LiveTable) -> None:
        """Asks the agent that is to move."""
        self._thinking.move(table)

    def time_ran_out(self, table: LiveTable) -> None:
        """Moves for the person whose time has run out."""
        self._thinking.substitute(table)

    def finished(self, table: LiveTable) -> None:
        """Lets the agents learn from the finished game."""
        self._thinking.learn(table)

    def broken(self, table: LiveTable) -> None:
        """Drops a table whose memory differs from the database; it is loaded again when needed."""
        self.tables.pop(table.game, None)
        for page in list(table.pages):
            page.close(1012)

    @property
    def open_tables(self) -> Collection[str]:
        """Games whose table is in memory."""
        return self.tables

    async def resume(self, game: str) -> None:
        """Opens the table of a running game without people."""
        await self.table(game)

    async def drop(self, game: str, code: int = 1012) -> None:
        """Closes a table; its pages connect again."""
        table = self.tables.pop(game, None)
        self._keys.pop(game, None)
        if table is not None:
            await table.close(code)

    async def evict(self, game: str) -> None:
        """Closes the table of a game that was changed in the database, in any process."""
        await self.drop(game)
        if self.sharing is not None:
            await self.sharing.release(game)

    async def forget(self, game: str) -> None:
        """Closes the table of a game that was deleted."""
        await self.drop(game, 1008)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP, self.config.idle))
            now = time.monotonic()
            for table in list(self.tables.values()):
                waits = table.history.with_people or table.history.revealed
                if waits and not table.pages and now - table.used > self.config.idle:
                    await self.evict(table.game)

    # Permissions to play and watch.

    async def viewer(self, game: str, join: Join, session: str | None) -> Viewer:
        """Decides which view a page gets.

        :raises NotAllowedError: if the token belongs to no seat, or the game may not be watched
        """
        table = await self.table(game)
        seat = await self.seat_of(game, join.token, session)
        if join.token is not None and seat is None:
            raise NotAllowedError("the token opens no seat of this game")
        if seat is not None and not (join.watch and table.history.revealed):
            return Viewer(seat, plays=True)
        return self._watcher(table, join.shadows)

    def _watcher(self, table: LiveTable, shadows: Seat | None) -> Viewer:
        history = table.history
        if history.began.study or not (history.began.watchable or history.revealed):
            raise NotAllowedError("this game may not be watched")
        if shadows is not None and shadows >= len(history.began.seats):
            raise NotAllowedError(f"no seat {shadows} at this table")
        if history.revealed or not history.with_people:
            return Viewer(shadows, plays=False)
        return Viewer(shadows or 0, plays=False)

    async def seat_of(self, game: str, token: str | None, session: str | None) -> Seat | None:
        """The seat that a token or a browser belongs to; None if there is none.

        A browser without a seat of its own has that of a linked browser, but not in studies.
        """
        for seat, keys in enumerate(self._keys[game]):
            if tokens.opens(token, session, keys.token):
                return seat
        if token is not None or session is None:
            return None
        for seat, keys in enumerate(self._keys[game]):
            if tokens.matches(session, keys.session):
                return seat
        if (await self.table(game)).history.began.study:
            return None
        linked = await self.profiles.sessions(session)
        seats = (seat for seat, keys in enumerate(self._keys[game]) if keys.session in linked)
        return next(seats, None)

    async def claim(self, game: str, token: str, session: str, name: str | None) -> Seat:
        """Gives a seat to an invited player. From then on, the token needs the player's session.

        :raises NotAllowedError: if the token opens no seat, or somebody else accepted it before
        """
        await self.table(game)  # requests for games that do not exist leave no lock behind
        async with self._locks.setdefault(f"claim {game}", asyncio.Lock()):
            table = await self.table(game)
            seat = await self.seat_of(game, token, session)
            if seat is None:
                raise NotAllowedError("this invitation opens no seat, or somebody has accepted it")
            keys = list(self._keys[game])
            keys[seat] = SeatKeys(tokens.bound(token, session), tokens.hashed(session))
            await self.store.claim(game, seat, keys[seat])
            self._keys[game] = tuple(keys)
        if name is not None and name != table.history.players[seat].name:
            await table.claimed(seat, name)
        return seat

    async def finished_game(self, game: str) -> GameHistory:
        """The history of a finished game.

        :raises NotOverError: if the game is not over
        """
        table = await self.table(game)
        if table.history.began.study:
            raise NotAllowedError("games of a study are not shown")
        if not table.history.revealed:
            raise NotOverError("the game is not over")
        return table.history

    async def beliefs(self, game: str) -> tuple[tuple[int, Believed], ...]:
        """What agents believed about their partners, with the number of the episode's game.

        A belief depends on cards that the agent sees and its partner does not. So beliefs of a game
        with people are included only after the game; those of earlier games always are.
        """
        table = await self.table(game)
        began = table.history.began
        before = await self.store.episode(began.episode, began.number)
        beliefs = [
            (game.history.began.number, belief) for game in before for belief in game.beliefs
        ]
        if table.history.revealed or not table.history.with_people:
            beliefs += [(began.number, belief) for belief in table.beliefs]
        return tuple(beliefs)

    # New games.

    async def begin(self, request: CreateGame, session: str) -> NewGame:
        """Starts a game; the first human seat goes to the session.

        :raises TamayaError: if an agent or the set-up is unknown
        """
        setup = _setup(request)
        seats = self._seated(request, setup.players)
        people = any(player.kind == "human" for player in seats)
        seed = self._seed(request.deck)
        began = Began(
            at=time.time(),
            setup=str(setup),
            deck=deck_text(State.deal(seed, setup).full_deck),
            seed=seed,
            seats=seats,
            help=request.help,
            episode=tokens.fresh_id(),
            version=__version__,
            watchable=request.watchable if request.watchable is not None else not people,
            key=new_key().hex(),
            clock=request.clock,
        )
        return await self._store_new(GameHistory(began), session)

    async def branch(self, history: GameHistory, session: str) -> NewGame:
        """Starts a game from a position of another; the human seat goes to the session."""
        began = msgspec.structs.replace(
            history.began, at=time.time(), episode=tokens.fresh_id(), key=new_key().hex()
        )
        return await self._store_new(GameHistory(began, history.moves), session)

    async def _store_new(self, history: GameHistory, session: str) -> NewGame:
        self.check_room()
        seat_tokens: dict[Seat, str] = {}
        keys = []
        for seat, player in enumerate(history.began.seats):
            if player.kind == "agent":
                keys.append(SeatKeys())
                continue
            seat_tokens[seat] = tokens.fresh()
            own_session = tokens.hashed(session) if len(seat_tokens) == 1 else None
            keys.append(SeatKeys(tokens.hashed(seat_tokens[seat]), own_session))
        game = tokens.fresh_id()
        await self.store.begin(game, history, keys)
        if not history.with_people and not history.revealed:
            await self.table(game)
        return NewGame(game, seat_tokens)

    def check_room(self) -> None:
        """Refuses new games while the server is full.

        :raises BusyError: if all tables are taken
        """
        if len(self.tables) >= self.config.tables:
            raise BusyError(f"all {self.config.tables} tables of this server are taken")

    def _seated(self, request: CreateGame, players: int) -> tuple[SeatedPlayer, ...]:
        return tuple(
            self._seat_player(seat, number, players, blind=request.blind)
            for number, seat in enumerate(request.seats)
        )

    def _seat_player(
        self, request: SeatWish, number: int, players: int, *, blind: bool
    ) -> SeatedPlayer:
        if request.kind == "human":
            return SeatedPlayer("human", request.name or f"Player {number + 1}")
        if request.agent is None:
            raise TamayaError(f"seat {number} has an agent without a name")
        if request.agent == SURPRISE:
            agent = random.SystemRandom().choice(self.roster.recommended(players))
            return SeatedPlayer("agent", NEUTRAL[number], agent)
        self.roster.spec(request.agent)  # raises if the agent is unknown
        info = self.roster.info(request.agent)
        public_name = info.name if info is not None else display(request.agent)
        return SeatedPlayer(
            "agent", request.name or (NEUTRAL[number] if blind else public_name), request.agent
        )

    def _seed(self, request: DeckWish) -> Seed:
        """The seed of the deck and of the agents' random numbers, as `tamaya.play` uses it."""
        if isinstance(request, SeedDeck):
            return request.seed
        if isinstance(request, NamedDeck):
            return tokens.seed_of("tamaya", f"named {request.name.casefold()}")
        if isinstance(request, DailyDeck):
            today = time.strftime("%Y-%m-%d", time.gmtime())
            return tokens.seed_of(self.secret, f"daily {today}")
        return secrets.randbits(62)

    async def follow(self, game: str, request: NextGame, session: str | None) -> NewGame:
        """Starts another game after a finished one; its seats keep their tokens and sessions.

        :raises NotOverError: if the game is not over
        :raises NotAllowedError: if the caller had no seat in it
        """
        table = await self.table(game)
        if table.history.began.study:
            raise NotAllowedError("games of a study are not played again")
        caller = await self.seat_of(game, request.token, session)
        if caller is None and table.history.with_people:
            raise NotAllowedError("only players of this game can start the next one")
        if not table.history.state.over:
            raise NotOverError("the game is not over")
        async with self._locks.setdefault(f"after {game}", asyncio.Lock()):
            if request.how == "again" and table.next_game is not None:
                return NewGame(table.next_game, {})
            history = GameHistory(self._following(table.history, request, caller))
            self.check_room()
            following = tokens.fresh_id()
            before = game if request.how == "again" else None
            keys = [
                old if player.kind == "human" else SeatKeys()
                for old, player in zip(self._keys[game], history.began.seats, strict=True)
            ]
            await self.store.begin(following, history, keys, before)
        if request.how == "again":
            table.followed_by(following)
        await self.table(following)
        return NewGame(following, {})

    def _following(self, history: GameHistory, request: NextGame, caller: Seat | None) -> Began:
        old = history.began
        seats = [
            SeatedPlayer(seat.kind, player.name, seat.agent)
            for seat, player in zip(old.seats, history.players, strict=True)
        ]
        again = request.how == "again"
        chosen = iter(() if again else request.agents)
        fills_all = caller is not None and len(request.agents) == len(seats) - 1
        for number, player in enumerate(seats):
            is_free = number != caller if fills_all else player.kind == "agent"
            agent = next(chosen, None) if is_free else None
            if agent is not None:
                seats[number] = self._seat_player(
                    SeatWish("agent", agent), number, len(seats), blind=False
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
            key=new_key().hex(),
            clock=old.clock,
        )

    async def import_game(self, transcript: Transcript, session: str) -> str:
        """Stores an imported game as a replay."""
        now = time.time()
        names = transcript.players or NEUTRAL[: transcript.setup.players]
        began = Began(
            at=now,
            setup=str(transcript.setup),
            deck=deck_text(transcript.deck),
            seed=0,
            seats=tuple(
                SeatedPlayer("agent", name[:40] or NEUTRAL[at]) for at, name in enumerate(names)
            ),
            help="negative",
            episode=tokens.fresh_id(),
            version=__version__,
            watchable=False,
            imported=True,
        )
        seats = _movers(transcript)
        moves = [
            Moved(now, seat, str(move)) for seat, move in zip(seats, transcript.moves, strict=True)
        ]
        new_game = await self._store_new(GameHistory(began, moves), session)
        return new_game.game


def _movers(transcript: Transcript) -> list[Seat]:
    first, players = transcript.setup.first_seat, transcript.setup.players
    return [(first + turn) % players for turn in range(len(transcript.moves))]


def _setup(request: CreateGame) -> Setup:
    setup, seats = Setup.parse(request.setup), len(request.seats)
    if setup.players != seats and "players=" in request.setup:
        raise TamayaError(f"{seats} seats for the set-up {request.setup!r}")
    return setup.replace(players=seats)
