"""Tables: players, spectators, chat, clocks, and who may see what."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.live.stand_in.game import IN_PROGRESS, LiveGame
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import Session

NEVER = "0001-01-01T00:00:00Z"


def timestamp() -> str:
    """The time as the site writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@dataclass
class Member:
    """A player or spectator of a table."""

    session: Session
    present: bool = True
    shadowing: int = -1
    """seat whose view a spectator shares; -1 for none"""
    notes: dict[int, str] = field(default_factory=dict)
    requested_pause: bool = False
    seconds: float = 0.0
    """time left in a timed game; otherwise minus the time used"""
    votes_to_end: bool = False

    @property
    def user_id(self) -> int:
        """Number of the account."""
        return self.session.user_id

    @property
    def name(self) -> str:
        """Name of the account."""
        return self.session.name


@dataclass
class Table:
    """A table before, during and after its game."""

    id: int
    name: str
    owner: int
    options: Json
    password: str = ""
    max_players: int = 5
    visible: bool = True
    players: list[Member] = field(default_factory=list)
    spectators: list[Member] = field(default_factory=list)
    chat: list[Json] = field(default_factory=list)
    game: LiveGame | None = None
    running: bool = False
    replay: bool = False
    progress: int = 0
    database_id: int = -1
    started: str = NEVER
    finished: str = NEVER
    began: float = 0.0
    turn_began: float = 0.0
    timer_started: bool = False
    paused_by: int = -1
    pauses: int = 0
    last_action: float = 0.0
    initial_name: str = ""
    clock_speed: float = 1.0

    @property
    def room(self) -> str:
        """Name of its chat room."""
        return f"table{self.id}"

    @property
    def ongoing(self) -> bool:
        """Whether a game is being played."""
        return self.running and not self.replay

    @property
    def live(self) -> LiveGame:
        """The game of a table that has started."""
        assert self.game is not None, f"table {self.id} has not started"
        return self.game

    def now(self) -> float:
        """Seconds of game time."""
        return time.monotonic() * self.clock_speed

    def seat_of(self, session: Session) -> int | None:
        """The seat of a user, if it is a player."""
        return _index(self.players, session)

    def spectator(self, session: Session) -> Member | None:
        """The user as a spectator, if it is one."""
        index = _index(self.spectators, session)
        return None if index is None else self.spectators[index]

    def eyes_of(self, session: Session) -> int | None:
        """The seat whose own cards must stay hidden from a user; None if it may see all cards."""
        if self.replay:
            return None
        seat = self.seat_of(session)
        if seat is not None:
            return seat
        member = self.spectator(session)
        if member is None:
            raise LookupError(f"{session.name!r} is not at table {self.id}")
        return None if member.shadowing < 0 else member.shadowing

    def audience(self) -> Iterator[Session]:
        """Everyone who receives the messages of this table now."""
        if not self.replay:
            yield from (player.session for player in self.players if player.present)
        yield from (watcher.session for watcher in self.spectators)

    def notify(self, command: str, payload: Json) -> None:
        """Sends the same message to the whole audience."""
        for session in list(self.audience()):
            session.emit(command, payload)

    def times(self) -> list[int]:
        """The clocks in milliseconds."""
        seconds = [player.seconds for player in self.players]
        if self.timer_started and self.paused_by < 0 and self.live.end_condition == IN_PROGRESS:
            seconds[self.live.active] -= self.now() - self.turn_began
        return [int(left * 1000) for left in seconds]

    def leader(self) -> str:
        """Name of the owner."""
        for member in [*self.spectators, *self.players]:
            if member.user_id == self.owner:
                return member.name
        return "(Unknown)"

    def note_count(self) -> int:
        """Notes per player: one for each card and one for each stack."""
        return len(self.live.deck) + len(self.live.state.fireworks)


def _index(members: list[Member], session: Session) -> int | None:
    return next((i for i, m in enumerate(members) if m.user_id == session.user_id), None)
