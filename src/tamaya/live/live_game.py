"""One game on the server: loads it, follows it, and moves in the bot's turns.

Every answer of the server can be lost or late. The bot then asks again; before it repeats a move,
it asks for the whole game, so that no move is made twice.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from enum import Enum, auto

from tamaya.errors import OutOfStepError, TamayaError
from tamaya.game import Move, NotationError
from tamaya.hanab_live import suit_index
from tamaya.live.bot_seat import BotSeat, TableSeating
from tamaya.live.fields import Fields, fields, flag, integers, number, objects, text, texts
from tamaya.live.lobby import site_setup
from tamaya.live.settings import LiveSettings
from tamaya.live.site_log import SiteLog

Send = Callable[[str, Fields], None]
_MOST_REFUSALS = 3
"""how often the bot repeats a refused move at once"""
_SHARE_OF_CLOCK = 0.5
"""the share of its remaining time that the agent may use for one move of a timed game"""
_log = logging.getLogger("tamaya.live")


class GameStage(Enum):
    """How far a game is loaded."""

    RETURNING = auto()
    """the bot connected again and asked to return to its seat"""
    STARTING = auto()
    """the bot asked who plays which variant"""
    LOADING = auto()
    """the bot asked for all turns so far"""
    PLAYING = auto()
    OVER = auto()


class LiveGame:
    """A game of the bot at one table.

    :param table: number of the table
    :param send: sends a message to the server
    :param ended: called once when the game is over
    """

    def __init__(
        self,
        table: int,
        settings: LiveSettings,
        seat: BotSeat,
        send: Send,
        ended: Callable[[], None],
    ) -> None:
        self.table = table
        self.stage = GameStage.STARTING
        self.players: tuple[str, ...] = ()
        self._settings, self._seat = settings, seat
        self._send, self._ended = send, ended
        self._log: SiteLog | None = None
        self._seating: TableSeating | None = None
        self._timed, self._speedrun, self._paused, self._present = False, False, False, False
        self._clock: float | None = None
        """seconds that the bot has left in a timed game"""
        self._loaded = 0.0
        """when the bot told the server that it is present"""
        self._lost = False
        """whether the log is incomplete and the whole list is awaited"""
        self._deadline = 0.0
        self._move: tuple[int, Move] | None = None
        """number of turns before the bot's last decision, and its move"""
        self._sent: int | None = None
        """number of turns before the move that was sent last"""
        self._asked_since_sent = False
        self._refusals = 0
        self._wants_end, self._vote_counts = False, False
        self._thinking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Asks who plays which variant."""
        self.stage = GameStage.STARTING
        self._ask("getGameInfo1")

    def on_start(self) -> None:
        """Loads the game, unless this message is a repeated one."""
        if self.stage in (GameStage.RETURNING, GameStage.STARTING):
            self.start()

    def come_back(self) -> None:
        """Asks for the seat again after the connection broke."""
        if self.stage is not GameStage.OVER:
            self.stage, self._lost, self._present = GameStage.RETURNING, True, False
            self._ask("tableReattend")

    def waits_before_the_game(self, table: int | None) -> bool:
        """Does a message that the bot joined this table mean that its game has not begun?

        A server that was started again counts its tables anew, so a new table can have the number
        of a finished game.
        """
        return self.table == table and self.stage in (GameStage.RETURNING, GameStage.OVER)

    def watch(self) -> None:
        """Asks again if an answer is late, or if the game has been silent for long."""
        if self.stage is GameStage.OVER or time.monotonic() < self._deadline:
            return
        asks = {
            GameStage.RETURNING: "tableReattend",
            GameStage.STARTING: "getGameInfo1",
            GameStage.LOADING: "getGameInfo2",
        }
        if self.stage is GameStage.PLAYING:
            self._ask_for_list()
        else:
            self._ask(asks[self.stage])

    async def on_init(self, data: Fields) -> str:
        """Learns who plays which variant. Says what people should know; empty for nothing.

        :raises NotationError: naming the variant or option that Tamaya cannot play
        """
        watching = any(flag(data, name) for name in ("spectating", "replay", "sharedReplay"))
        if watching or self.stage is not GameStage.STARTING:
            return ""
        names, options = texts(data.get("playerNames")), fields(data.get("options"))
        try:
            setup = site_setup(len(names), options)
        except NotationError:
            self._deadline = math.inf  # to ask again would repeat the vote, which takes it back
            raise
        me = number(data, "ourPlayerIndex")
        if not 0 <= me < len(names):
            raise OutOfStepError(f"ourPlayerIndex {me} of {len(names)} players")
        self.players, self._paused = names, flag(data, "paused")
        self._timed, self._speedrun = flag(options, "timed"), flag(options, "speedrun")
        game = f"{self.table} {text(data, 'seed')} {text(data, 'datetimeStarted')}"
        self._seating = TableSeating(game, setup, names, me)
        self.stage = GameStage.LOADING
        try:
            remark = await self._seat.begin(self._seating)
        except TamayaError as error:
            remark = f"my agent fails, so a simpler one plays: {error}"
        if self.stage is GameStage.LOADING:
            self._ask("getGameInfo2")
        return remark

    def on_list(self, data: Fields) -> None:
        """Replaces the log by the whole list of actions, unless the list is older."""
        if self.stage not in (GameStage.LOADING, GameStage.PLAYING) or self._seating is None:
            return
        actions = objects(data.get("list"))
        try:
            log = SiteLog.from_list(self._seating.setup, self._seating.me, actions)
        except OutOfStepError as error:
            _log.warning("table %d: %s", self.table, error)
            return
        if self._log is not None and len(log.turns) < len(self._log.turns):
            return
        if self._asked_since_sent and self._sent == len(log.turns):
            self._sent = None  # the server does not know the move: send it again
        self._log, self._lost = log, False
        self._asked_since_sent = False
        self._load()
        self._heard()
        self._go_on()

    def _load(self) -> None:
        """Tells the server that the bot is present; otherwise it would send no further turns."""
        self.stage = GameStage.PLAYING
        if not self._present:
            self._present, self._loaded = True, time.monotonic()
            self._send("loaded", {"tableID": self.table})

    def on_action(self, data: Fields) -> None:
        """Adds one action to the log, or asks for the whole list if something is missing."""
        if self.stage is not GameStage.PLAYING or self._lost or self._log is None:
            return
        try:
            self._log.add(fields(data.get("action")))
        except OutOfStepError as error:
            _log.info("table %d: %s", self.table, error)
            self._ask_for_list()
            return
        self._heard()
        self._go_on()

    def on_connected(self, data: Fields) -> None:
        """Learns whether the server knows that the bot is present."""
        present = data.get("list")
        is_old = time.monotonic() < self._loaded + self._settings.answer
        if self.stage is GameStage.PLAYING and self._seating and isinstance(present, list):
            me = self._seating.me
            if me < len(present) and present[me] is False and not is_old:
                self._present = False
                self._load()

    def on_pause(self, data: Fields) -> None:
        """Stops or resumes a timed game."""
        self._paused = flag(data, "active")
        self._go_on()

    def on_clock(self, data: Fields) -> None:
        """Learns how much time the bot has left in a timed game."""
        times = integers(data.get("times"))
        if self._timed and self._seating and self._seating.me < len(times):
            self._clock = times[self._seating.me] / 1000

    def on_warning(self) -> None:
        """Checks the game again if the server may have refused a move."""
        if self.stage is GameStage.PLAYING and self._sent is not None:
            self._refusals += 1
            if self._refusals <= _MOST_REFUSALS:
                self._ask_for_list()

    def vote_to_end(self) -> None:
        """Votes to end the game, unless the vote counts already: a second one takes it back."""
        self._wants_end = True
        if not self._vote_counts:
            self._send("tableVoteForTermination", {"tableID": self.table})

    def on_vote(self, data: Fields) -> None:
        """Learns whether the bot's vote counts. Votes again if it was taken back."""
        self._vote_counts = flag(data, "vote")
        if self._wants_end and self.stage is not GameStage.OVER:
            self.vote_to_end()

    def end(self) -> None:
        """Ends the game: the server said that it is over."""
        if self.stage is GameStage.OVER:
            return
        self.stage = GameStage.OVER
        self.stop_thinking()
        self._ended()

    def stop_thinking(self) -> None:
        """Cancels the open question to the agent."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def learn(self) -> None:
        """Lets the agent learn from the finished game."""
        if self._log is not None and not self._lost:
            await self._seat.finish(self._log)

    def _go_on(self) -> None:
        """Moves, or starts to think, if it is the bot's turn."""
        log = self._log
        if log is not None and log.over and self.stage is GameStage.PLAYING:
            self.end()
            return
        ready = self.stage is GameStage.PLAYING and not self._lost and not self._paused
        if log is None or not ready or not log.is_my_turn:
            return
        turn = len(log.turns)
        if self._move is not None and self._move[0] == turn:
            if self._sent != turn:
                self._send_move(turn, self._move[1], log)
        elif self._thinking is None:
            self._thinking = asyncio.create_task(self._think(turn, log))

    async def _think(self, turn: int, log: SiteLog) -> None:
        began = time.monotonic()
        try:
            move = await self._seat.decide(log, self._limit())
        except OutOfStepError as error:
            _log.warning("table %d: %s", self.table, error)
            self._thinking = None
            self._ask_for_list()
            return
        if not self._speedrun:
            await asyncio.sleep(max(0.0, began + self._settings.delay - time.monotonic()))
        self._move, self._thinking, self._refusals = (turn, move), None, 0
        self._go_on()

    def _limit(self) -> float:
        """Seconds that the agent may think."""
        if self._clock is None:
            return self._settings.seconds
        return max(0.1, min(self._settings.seconds, _SHARE_OF_CLOCK * self._clock))

    def _send_move(self, turn: int, move: Move, log: SiteLog) -> None:
        self._sent, self._asked_since_sent = turn, False
        self._send("action", {"tableID": self.table, **site_action(move, log)})
        self._deadline = time.monotonic() + self._settings.answer

    def _ask_for_list(self) -> None:
        self._asked_since_sent = self._sent is not None
        self._lost = True
        self._ask("getGameInfo2")

    def _ask(self, command: str) -> None:
        self._send(command, {"tableID": self.table})
        self._deadline = time.monotonic() + self._settings.answer

    def _heard(self) -> None:
        """Sets when to ask again: soon if a turn is incomplete, otherwise after a long silence."""
        incomplete = self._log is not None and not self._log.is_announced
        wait = self._settings.answer if incomplete else self._settings.quiet
        self._deadline = time.monotonic() + wait


def site_action(move: Move, log: SiteLog) -> Fields:
    """A move of the bot as the server expects it."""
    if move.slot is not None:
        return {"type": 0 if move.kind == "play" else 1, "target": log.hands[log.me][move.slot]}
    target = (log.me + (move.offset or 0)) % log.setup.players
    if move.color is not None:
        return {"type": 2, "target": target, "value": suit_index(move.color)}
    return {"type": 3, "target": target, "value": move.rank}
