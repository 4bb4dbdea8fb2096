"""The bot: answers the server's messages and people's requests, and sits at one table at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine

from tamaya import __version__
from tamaya.errors import OutOfStepError
from tamaya.game import NotationError
from tamaya.live.bot_seat import BotSeat
from tamaya.live.fields import Fields, fields, flag, integers, objects, table_id, text
from tamaya.live.live_game import GameStage, LiveGame, Send
from tamaya.live.lobby import MOST_PLAYERS, Lobby, SiteTable, site_setup
from tamaya.live.requests import HELP, VOTED, ChatRequest, chat_request, shortened, turn_number
from tamaya.live.settings import LiveSettings
from tamaya.live.waiting_room import WaitingRoom

_IGNORED = frozenset(
    {
        "cardIdentities",
        "chatList",
        "chatTyping",
        "friends",
        "gameHistory",
        "gameHistoryFriends",
        "gameHistoryOtherScores",
        "hypothetical",
        "maintenance",
        "name",
        "note",
        "noteList",
        "noteListPlayer",
        "replayEfficiencyMod",
        "replayIndicator",
        "replayLeader",
        "replaySegment",
        "replaySuggestion",
        "shutdown",
        "sound",
        "soundLobby",
        "tableProgress",
        "user",
        "userLeft",
        "userList",
    }
)
"""messages of the site that a player does not need"""
_log = logging.getLogger("tamaya.live")
Work = Coroutine[None, None, None]


class LiveBot:
    """A bot on a server. It outlives its connections.

    :param send: sends a message to the server
    :param stop: called after the last game, if the settings limit their number
    """

    def __init__(self, settings: LiveSettings, send: Send, stop: Callable[[], None]) -> None:
        self.name = ""
        self.lobby = Lobby()
        self.waiting: WaitingRoom | None = None
        """the table where the bot waits for a game"""
        self.game: LiveGame | None = None
        """the running game, or the last one if people may still restart it"""
        self.seat = BotSeat(settings.agent)
        self._settings, self._send, self._stop = settings, send, stop
        self._finished = 0
        self._replay: int | None = None
        """the table whose replay the bot attends after a game"""
        self._replay_until = 0.0
        self._unknown: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._handlers: dict[str, Callable[[Fields], None]] = {
            "welcome": self._welcome,
            "table": self._table,
            "tableGone": self._table_gone,
            "chat": self._chat,
            "game": self._pregame,
            "joined": self._joined,
            "left": self._left,
            "boot": self._left,
            "tableStart": self._table_start,
            "init": self._init,
            "spectators": self._spectators,
            "voteChange": self._vote_changed,
            "finishOngoingGame": self._finish,
            "databaseID": self._finish,
            "warning": self._warning,
            "error": self._error,
        }
        self._game_handlers: dict[str, Callable[[LiveGame], Callable[[Fields], None]]] = {
            "gameActionList": lambda game: game.on_list,
            "gameAction": lambda game: game.on_action,
            "connected": lambda game: game.on_connected,
            "pause": lambda game: game.on_pause,
            "clock": lambda game: game.on_clock,
        }

    @property
    def is_playing(self) -> bool:
        """Does the bot take part in a running game?"""
        return self.game is not None and self.game.stage is not GameStage.OVER

    def receive(self, command: str, content: object) -> None:
        """Handles one message of the server."""
        data = fields(content)
        if command in self._game_handlers:
            if self.game is not None and table_id(data) == self.game.table:
                self._game_handlers[command](self.game)(data)
        elif command == "tableList":
            self.lobby.fill(content)
            self._return_to_table()
        elif command in self._handlers:
            self._handlers[command](data)
        elif command not in _IGNORED and command not in self._unknown:
            self._unknown.add(command)
            _log.info("ignores messages %r, which it does not know", command[:40])

    def watch(self) -> None:
        """Asks again for late answers. Call it several times per second."""
        if self.is_playing and self.game is not None:
            self.game.watch()
        if self.waiting is not None:
            self._tell(self.waiting.inviter, self.waiting.watch())
            self._forget_refused_table()
        if self._replay is not None and time.monotonic() > self._replay_until:
            self._leave_replay()

    def disconnected(self) -> None:
        """Forgets what the server forgets when a connection breaks."""
        self._replay = None

    def close(self) -> None:
        """Cancels everything that is still going on."""
        if self.game is not None:
            self.game.stop_thinking()
        for task in self._tasks:
            task.cancel()

    # After a connection

    def _welcome(self, data: Fields) -> None:
        self.name = text(data, "username")
        _log.info("connected as %s", self.name)
        running = integers(data.get("playingAtTables"))
        if self.is_playing and self.game is not None and self.game.table not in running:
            _log.info("the game at table %d ended in the meantime", self.game.table)
            self.game.end()
        if running and not self.is_playing:
            self._begin(running[0])
        if self.is_playing and self.game is not None:
            self.game.come_back()

    def _return_to_table(self) -> None:
        """Joins the table where the bot waited: a broken connection has given up its seat."""
        if self.waiting is None or self.is_playing:
            return
        table = self.lobby.tables.get(self.waiting.table)
        if table is None or not table.is_open:
            self.waiting = None
        elif self.name not in table.players:
            self.waiting.join()

    # Before a game

    def _table(self, data: Fields) -> None:
        table = self.lobby.update(data)
        if table is None:
            return
        if self.waiting is not None and table.number == self.waiting.table:
            if table.running and self.name in table.players and not self.is_playing:
                self._begin(table.number)
            elif table.is_open and self.name in table.players:
                self.waiting.confirm()
                self._check_table(table.players, table.options)

    def _table_gone(self, data: Fields) -> None:
        self.lobby.remove(data)
        if self.waiting is not None and self.waiting.table == table_id(data):
            self.waiting = None
        if self._replay == table_id(data):
            self._replay = None
        if self.is_playing and self.game is not None and self.game.table == table_id(data):
            self.game.end()

    def _pregame(self, data: Fields) -> None:
        if self.waiting is not None and self.waiting.table == table_id(data):
            names = tuple(text(player, "name") for player in objects(data.get("players")))
            if self.name in names:
                self._check_table(names, fields(data.get("options")))

    def _check_table(self, players: tuple[str, ...], options: Fields) -> None:
        """Leaves a table where the bot would be alone, or whose game it cannot play."""
        assert self.waiting is not None
        if players == (self.name,):
            self._leave_table("")
            return
        try:
            site_setup(max(2, len(players)), options)
        except NotationError as error:
            self._leave_table(f"I leave, because I {error}")

    def _leave_table(self, message: str) -> None:
        assert self.waiting is not None
        self._say(self.waiting.table, message)
        self._send("tableLeave", {"tableID": self.waiting.table})
        self.waiting = None

    def _joined(self, data: Fields) -> None:
        table = table_id(data)
        if self.game is not None and self.game.waits_before_the_game(table):
            self.game = None
        if table is None or self.is_playing:
            return
        if self.waiting is None or self.waiting.table != table:
            self.waiting = WaitingRoom(table, self._settings, self._send)
        self.waiting.confirm()
        _log.info("joined table %d", table)

    def _left(self, data: Fields) -> None:
        if self.waiting is not None and self.waiting.table == table_id(data):
            self.waiting = None
        if self._replay == table_id(data):
            self._replay = None

    # Games

    def _table_start(self, data: Fields) -> None:
        table = table_id(data)
        if table is None or flag(data, "replay"):
            return
        if not self.is_playing:
            self._begin(table)
        elif self.game is not None and self.game.table == table:
            self.game.on_start()

    def _begin(self, table: int) -> None:
        if self.game is not None and self.game.table == table and self.game.stage is GameStage.OVER:
            return  # a repeated message of a finished game
        self.waiting, self._replay = None, None
        self.game = LiveGame(table, self._settings, self.seat, self._send, self._over)
        _log.info("the game at table %d begins", table)
        self.game.start()

    def _init(self, data: Fields) -> None:
        if self.game is not None and self.game.table == table_id(data):
            self._start_task(self._load(self.game, data))

    async def _load(self, game: LiveGame, data: Fields) -> None:
        try:
            self._say(game.table, await game.on_init(data))
        except NotationError as error:
            self._say(game.table, f"I vote to end this game; please vote, too. I {error}")
            game.vote_to_end()
        except OutOfStepError as error:
            _log.warning("table %d: %s", game.table, error)

    def _vote_changed(self, data: Fields) -> None:
        if self.game is not None:
            self.game.on_vote(data)

    def _over(self) -> None:
        assert self.game is not None
        _log.info("the game at table %d is over", self.game.table)
        self._finished += 1
        self._replay, self._replay_until = None, time.monotonic() + self._settings.replay
        self._start_task(self._learn(self.game))

    async def _learn(self, game: LiveGame) -> None:
        await game.learn()
        if self._finished == self._settings.games:
            self._stop()

    def _finish(self, data: Fields) -> None:
        if self.game is not None and self.game.table == table_id(data):
            self.game.end()
            self._replay = self.game.table

    def _spectators(self, data: Fields) -> None:
        """Leaves a replay that nobody else watches."""
        names = {text(row, "name") for row in objects(data.get("spectators"))}
        if self._replay is not None and table_id(data) == self._replay and names == {self.name}:
            self._leave_replay()

    def _leave_replay(self) -> None:
        if self._replay is not None:
            self._send("tableUnattend", {"tableID": self._replay})
            self._replay = None

    # People

    def _chat(self, data: Fields) -> None:
        request = chat_request(data, self.name)
        if request is None:
            return
        answers: dict[str, Callable[[ChatRequest], str]] = {
            "/join": self._invited,
            "/leave": self._sent_away,
            "/terminate": self._asked_to_end,
            "/version": lambda _: f"Tamaya {__version__}, agent {self._settings.agent}",
        }
        if request.word == "/why":
            self._start_task(self._explain(request))
        else:
            answer = answers.get(request.word)
            self._tell(request.who, HELP if answer is None else answer(request))

    def _invited(self, request: ChatRequest) -> str:
        table = self.lobby.table_of(request.who)
        if self.is_playing:
            return "I am playing. Please ask again after this game."
        if table is None:
            return "Please create or join a table first; then send /join again."
        if self.waiting is not None and self.waiting.table == table.number:
            return ""
        if self.waiting is not None:
            return "I am sitting at another table. Its players can send me /leave."
        return self._join(table, request)

    def _join(self, table: SiteTable, request: ChatRequest) -> str:
        try:
            site_setup(2, table.options)
        except NotationError as error:
            return f"I {error}"
        if table.is_full:
            return f"Your table is full. (I play with up to {MOST_PLAYERS} players.)"
        self._leave_replay()
        self.waiting = WaitingRoom(
            table.number, self._settings, self._send, inviter=request.who, password=request.rest
        )
        self.waiting.join()
        return ""

    def _sent_away(self, request: ChatRequest) -> str:
        if self.is_playing:
            return "The game is running. /terminate makes me vote to end it."
        self._leave_replay()
        if self.waiting is None:
            return ""
        table = self.lobby.tables.get(self.waiting.table)
        if table is not None and request.who not in table.players:
            return "Only players of my table can send me away."
        self._leave_table("")
        return ""

    def _asked_to_end(self, request: ChatRequest) -> str:
        if not self.is_playing or self.game is None or request.who not in self.game.players:
            return "You are not in a game with me."
        self.game.vote_to_end()
        return VOTED

    async def _explain(self, request: ChatRequest) -> None:
        if self.is_playing:
            message = "I tell my reasons after the game: now they could reveal your cards."
        else:
            message = await self.seat.reason(turn_number(request.rest))
        self._tell(request.who, message)

    def _tell(self, who: str, message: str) -> None:
        """Sends a private message, if there is something to say."""
        if message and who:
            words = {"msg": shortened(message), "recipient": who, "room": "lobby"}
            self._send("chatPM", words)

    def _say(self, table: int, message: str) -> None:
        """Speaks to everyone at a table, if there is something to say."""
        if message:
            _log.info("says at table %d: %s", table, message)
            self._send("chat", {"msg": shortened(message), "room": f"table{table}"})

    # Errors

    def _warning(self, data: Fields) -> None:
        message = text(data, "warning")
        _log.warning("the server warns: %s", message[:200])
        if self.waiting is not None and not self.waiting.joined:
            self._tell(self.waiting.inviter, f"I could not join: {message}")
            self.waiting = None
        elif self.is_playing and self.game is not None:
            self.game.on_warning()

    def _forget_refused_table(self) -> None:
        if self.waiting is not None and self.waiting.gave_up:
            self.waiting = None

    def _error(self, data: Fields) -> None:
        _log.error("the server reports: %s", text(data, "error")[:200])

    def _start_task(self, work: Work) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
