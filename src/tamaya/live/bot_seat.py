"""The agent in its seat: follows a game by its own views, decides, and remembers its reasons.

It receives the same calls as in the arena. Games with the same partners, one after another, are one
episode, so that an agent that learns about its partners keeps what it learnt.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import logging
from dataclasses import dataclass

from tamaya.agents import Decision, Episode, Player, PythonPlayer, ValueAgent, as_agent
from tamaya.errors import IllegalMoveError, OutOfStepError, failure_text
from tamaya.game import Event, Move, Seat, Seed, Setup, View
from tamaya.live.own_view import views
from tamaya.live.site_log import SiteLog
from tamaya.live.thinking_thread import ThinkingThread
from tamaya.search.agent import SearchPlayer

SUBSTITUTE = "tamaya"
"""the agent that moves where the bot's agent cannot, is too slow or fails; it plays every set-up"""
GAMES = 10
"""length of an episode that agents are told; the real length is unknown"""
_log = logging.getLogger("tamaya.live")


@dataclass(frozen=True)
class TableSeating:
    """One game and who plays it."""

    game: str
    """identifies the game on its server"""
    setup: Setup
    names: tuple[str, ...]
    me: Seat

    @property
    def partners(self) -> tuple[str, ...]:
        """The other players, starting with the next seat."""
        return self.names[self.me + 1 :] + self.names[: self.me]

    @property
    def seed(self) -> Seed:
        """The agent's own randomness: the same game gives the same decisions after a restart."""
        return int.from_bytes(hashlib.blake2b(self.game.encode(), digest_size=8).digest(), "little")


class BotSeat:
    """The seat of a bot, for one game after another.

    :param agent: name of the agent
    """

    def __init__(self, agent: str) -> None:
        self.agent = agent
        self._thread = ThinkingThread()
        self._player: Player | None = None
        self._playing = agent
        self._seating: TableSeating | None = None
        self._partners: tuple[str, ...] = ()
        self._seen = -1
        """turns that the player has observed; -1 before the game began"""
        self._decisions: dict[int, Decision] = {}
        self._substituted: dict[int, str] = {}
        """turns in which the substitute moved, and why"""

    async def begin(self, seating: TableSeating) -> str:
        """Prepares for a game. Says why the substitute plays it; empty if it does not."""
        return await self._thread.run(lambda: self._begin(seating))

    async def decide(self, log: SiteLog, seconds: float) -> Move:
        """The agent's move, or that of the substitute if the agent fails or takes too long.

        :raises OutOfStepError: if the log contradicts the rules of the game
        """
        log = copy.deepcopy(log)
        thinking = self._thread.run(lambda: self._decide(log))
        thinking.add_done_callback(_read_exception)
        try:
            return await asyncio.wait_for(asyncio.shield(thinking), seconds)
        except OutOfStepError:
            raise
        except TimeoutError:
            why = f"{self._playing} took longer than {seconds:g} s"
        except Exception as error:
            why = failure_text(error)
        _log.warning("turn %d: %s; %s moves instead", len(log.turns) + 1, why, SUBSTITUTE)
        self._substituted[len(log.turns)] = why
        return await asyncio.to_thread(_substitute_move, log)

    async def finish(self, log: SiteLog) -> None:
        """Lets the agent learn from a finished game."""
        log = copy.deepcopy(log)
        await self._thread.run(lambda: self._finish(log))

    async def reason(self, turn: int | None) -> str:
        """Why the agent made a move of its last game, as a sentence.

        :param turn: number of the turn as the site counts, from 1; None for the last own move
        """
        return await self._thread.run(lambda: self._reason(turn))

    def _begin(self, seating: TableSeating) -> str:
        if self._seating == seating:
            return ""  # the bot returns to its running game
        agent = as_agent(self.agent)
        refusal = agent.refusal(seating.setup) if isinstance(agent, ValueAgent) else None
        playing = self.agent if refusal is None else SUBSTITUTE
        if self._player is None or (playing, seating.partners) != (self._playing, self._partners):
            self._leave()
        self._playing, self._partners = playing, seating.partners
        self._seating, self._seen = seating, -1
        self._decisions, self._substituted = {}, {}
        return "" if refusal is None else f"{self.agent} cannot play this: it {refusal}"

    def _leave(self) -> None:
        if self._player is not None:
            self._player.close()
        self._player, self._seen = None, -1

    def _decide(self, log: SiteLog) -> Move:
        try:
            player, view = self._follow(log)
            decision = self._decisions.get(len(log.turns)) or player.decide(view)
        except OutOfStepError:
            raise
        except BaseException:
            self._leave()  # the next turn seats a new player, which follows the game from its start
            raise
        self._decisions[len(log.turns)] = decision
        if decision.move is None or decision.move not in view.legal_moves():
            raise IllegalMoveError(f"{self._playing} makes no legal move: {decision.move}")
        return decision.move

    def _follow(self, log: SiteLog) -> tuple[Player, View]:
        """Shows the player all turns that it has not seen; returns it and the current view."""
        assert self._seating is not None
        seen = list(views(log))
        if self._player is None:
            self._player = as_agent(self._playing).sit(log.me)
            self._player.begin_episode(Episode(self._partners, GAMES))
        for turn, (event, view) in enumerate(seen):
            if turn > self._seen:
                before = seen[turn - 1][1] if turn else None
                self._show(self._player, before, event, view)
                self._seen = turn
        return self._player, seen[-1][1]

    def _show(self, player: Player, before: View | None, event: Event | None, view: View) -> None:
        assert self._seating is not None
        if before is None or event is None:
            player.begin_game(view, self._seating.seed)
            return
        if event.actor == view.me and before.turn not in self._decisions and _repeats(player):
            self._decisions[before.turn] = player.decide(before)
        player.observe(event, view)

    def _finish(self, log: SiteLog) -> None:
        try:
            player, view = self._follow(log)
            player.end_game(view)
        except (Exception, SystemExit) as error:
            _log.warning("the agent did not learn from the game: %s", failure_text(error))
            self._leave()

    def _reason(self, turn: int | None) -> str:
        mine = sorted(self._decisions.keys() | self._substituted.keys())
        if not mine:
            return "I have not finished a game yet."
        index = mine[-1] if turn is None else turn - 1
        if index not in mine:
            numbers = ", ".join(str(own + 1) for own in mine)
            return f"I did not move in turn {index + 1}. My turns: {numbers}"
        if index in self._substituted:
            return f"Turn {index + 1}: {self._substituted[index]}; {SUBSTITUTE} moved instead."
        decision = self._decisions[index]
        return f"Turn {index + 1}, {decision.move}: {decision.reason}"


def _repeats(player: Player) -> bool:
    """Must an earlier decision be repeated to restore the player's memory and random numbers?

    Searches remember nothing of their own moves and are slow; code of others may fail.
    """
    return player.trusted and not isinstance(player, PythonPlayer | SearchPlayer)


def _substitute_move(log: SiteLog) -> Move:
    *_, (_, view) = views(log)
    player = as_agent(SUBSTITUTE).sit(log.me)
    player.begin_game(view, 0)
    move = player.decide(view).move
    assert move is not None
    return move


def _read_exception(thinking: asyncio.Future[Move]) -> None:
    """Reads the exception of an answer that came too late, so that asyncio does not report it."""
    if not thinking.cancelled():
        thinking.exception()
