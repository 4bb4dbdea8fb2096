"""A game: its records, the current position, and what each viewer may see.

This module does no input or output: a table hands it records, and tests use it directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec
from msgspec import UNSET, UnsetType

from tamaya.game import Card, Move, Seat, State
from tamaya.transcript import Transcript
from tamaya.web.game.hands import Hands
from tamaya.web.game.log import entry
from tamaya.web.game.protocol import (
    VERSION,
    EventFrame,
    MoveReason,
    NoteFrame,
    NoteView,
    Reveal,
    TableView,
    TurnEntry,
)
from tamaya.web.game.public_table import PublicTable
from tamaya.web.game.records import Began, Claimed, Moved, Noted, Record
from tamaya.web.game.sight import PublicPlayer, Sight, table_view


@dataclass(frozen=True)
class Viewer:
    """A player or spectator of a table."""

    seat: Seat | None
    """the seat whose view this is; None for a spectator who sees every hand"""
    plays: bool
    """whether the viewer plays in that seat"""


class GameHistory:
    """A game. `take` updates it with each record."""

    def __init__(self, began: Began, records: Iterable[Record] = ()) -> None:
        self.began = began
        self.state = State.from_deck(began.cards, began.rules)
        self.hands = Hands(self.state.setup)
        self.moves: list[Moved] = []
        self.notes: dict[Seat, list[Noted]] = {}
        self._names = [player.name for player in began.seats]
        self._order: list[Moved | Noted] = []
        self._places: dict[tuple[Seat, str], int] = {}
        """number of events before the first record of a frame, by its seat and id"""
        self._logs: dict[Seat | None, list[TurnEntry]] = {}
        self._sights: dict[Seat | None, Sight] = {}
        self._public: PublicTable | None = None
        for record in records:
            self.take(record)

    @property
    def players(self) -> list[PublicPlayer]:
        """The players by seat, as everybody may know them."""
        kinds = [player.kind == "human" for player in self.began.seats]
        return [PublicPlayer(name, human) for name, human in zip(self._names, kinds, strict=True)]

    @property
    def with_people(self) -> bool:
        """Does a person play?"""
        return any(player.kind == "human" for player in self.began.seats)

    @property
    def revealed(self) -> bool:
        """May everybody know everything? Only after the game."""
        return self.state.over or self.began.imported

    def take(self, record: Record) -> None:
        """Adds one record.

        :raises IllegalMoveError: if it is an illegal move
        """
        if isinstance(record, Moved):
            self._move(record)
        elif isinstance(record, Noted):
            self._remember(record)
            self.notes.setdefault(record.seat, []).append(record)
        elif isinstance(record, Claimed):
            self._names[record.seat] = record.name

    def _move(self, moved: Moved) -> None:
        before = {viewer: self._sight(viewer) for viewer in self._logs}
        event = self.state.apply(Move.parse(moved.move)) if moved.move else self.state.give_up()
        self._sights.clear()
        self._public = None
        tracked = self.hands.follow(event)
        shown = self._without_timing(moved)
        for viewer, log in self._logs.items():
            after = self._sight(viewer)
            line = entry(before[viewer], tracked, after, shown, self.players)
            log.append(line if self.began.comments else msgspec.structs.replace(line, why=()))
        self._remember(moved)
        self.moves.append(moved)

    def _remember(self, record: Moved | Noted) -> None:
        place = len(self.moves) + len(self.notes.get(record.seat, ()))
        self._places.setdefault((record.seat, record.cid), place)
        self._order.append(record)

    def _without_timing(self, moved: Moved) -> Moved:
        """In studies, hides thinking times and failures of agents, which would tell arms apart."""
        if not self.began.study or self.began.seats[moved.seat].kind == "human":
            return moved
        return msgspec.structs.replace(moved, think=0.0, late=False)

    def _sight(self, seat: Seat | None) -> Sight:
        """What a seat sees now, cached until the next move."""
        if seat not in self._sights:
            if self._public is None:
                self._public = PublicTable(self.state.view(0), self.hands.sets)
            self._sights[seat] = Sight.of(self.state, seat, self._public)
        return self._sights[seat]

    def transcript(self) -> Transcript:
        """The game as a transcript."""
        return Transcript.of(self.state, tuple(self._names))

    def reasons(self) -> tuple[MoveReason, ...]:
        """Why agents made their moves. Callers check `revealed` first."""
        if self.began.study:
            return ()
        return tuple(moved.reason for moved in self.moves if moved.reason is not None)

    def stand_ins(self) -> tuple[tuple[int, Seat], ...]:
        """Turns and seats in which a simple rule agent moved instead; none in studies."""
        if self.began.study:
            return ()
        return tuple((turn, moved.seat) for turn, moved in enumerate(self.moves) if moved.late)

    # What a viewer receives.

    def seq(self, viewer: Viewer) -> int:
        """Number of events that a viewer has received so far."""
        own_notes = (
            self.notes.get(viewer.seat, ()) if viewer.plays and viewer.seat is not None else ()
        )
        return len(self.moves) + len(own_notes)

    def place(self, viewer: Viewer, cid: str) -> int:
        """Number of events before the one that frame `cid` caused, or of all if there is none."""
        seq = self.seq(viewer)
        if not viewer.plays or viewer.seat is None:
            return seq
        return self._places.get((viewer.seat, cid), seq)

    def _newest(self, viewer: Viewer, number: int) -> list[Moved | Noted]:
        """The newest events that a viewer has received, oldest first."""
        newest: list[Moved | Noted] = []
        for record in reversed(self._order):
            if len(newest) >= number:
                break
            if isinstance(record, Moved) or (viewer.plays and record.seat == viewer.seat):
                newest.append(record)
        return newest[::-1]

    def log(self, seat: Seat | None) -> tuple[TurnEntry, ...]:
        """The log of all turns, as a seat may read it."""
        if seat not in self._logs:
            replayed = GameHistory(self.began)
            replayed._names = self._names
            replayed._logs[seat] = []
            for moved in self.moves:
                replayed.take(moved)
            self._logs[seat] = replayed._logs[seat]
        return tuple(self._logs[seat])

    def table(self, viewer: Viewer) -> TableView:
        """The table as a viewer may see it now."""
        sight = self._sight(viewer.seat)
        return table_view(sight, self.hands, self.players, self.began.help, moves=viewer.plays)

    def own_notes(self, viewer: Viewer) -> tuple[NoteView, ...]:
        """The viewer's newest note about each card."""
        if not viewer.plays or viewer.seat is None:
            return ()
        newest = {note.key: note for note in self.notes.get(viewer.seat, [])}
        return tuple(_note_view(note) for note in newest.values() if note.text or note.mark)

    def frames(self, viewer: Viewer, after: int) -> list[EventFrame | NoteFrame]:
        """The frames after the first `after` events, as they were sent at the time."""
        missing = self._newest(viewer, self.seq(viewer) - after)
        moves = sum(isinstance(record, Moved) for record in missing)
        tables = self._tables(viewer, len(self.moves) - moves)
        turns = iter(range(len(self.moves) - moves, len(self.moves)))
        frames: list[EventFrame | NoteFrame] = []
        for seq, record in enumerate(missing, after + 1):
            cid = record.cid if viewer.plays and record.seat == viewer.seat else ""
            if isinstance(record, Noted):
                frames.append(NoteFrame(VERSION, seq, _note_view(record), cid or UNSET))
            else:
                turn = next(turns)
                log, table = self.log(viewer.seat)[turn], next(tables)
                last = turn + 1 == len(self.moves)
                reveal = self.reveal() if last else UNSET
                frames.append(EventFrame(VERSION, seq, log, table, cid or UNSET, reveal))
        return frames

    def _tables(self, viewer: Viewer, after: int) -> Iterator[TableView]:
        """Yields the table after each move, beginning with move number `after`."""
        if after >= len(self.moves) - 1:
            yield self.table(viewer)
            return
        replayed = GameHistory(self.began)
        replayed._names = self._names
        for number, moved in enumerate(self.moves):
            replayed.take(moved)
            if number >= after:
                yield replayed.table(viewer)

    def reveal(self) -> Reveal | UnsetType:
        """The deck, the hands and the agents; UNSET before the game is over.

        In studies only the hands: other people meet the same decks, and agents stay secret.
        """
        state = self.state
        if not self.revealed:
            return UNSET
        hands = [
            [str(card) for card in state.hand(s) if card is not None]
            for s in range(state.setup.players)
        ]
        return Reveal(
            deck=() if self.began.study else tuple(map(str, state.full_deck)),
            agents=tuple("" if self.began.study else seat.agent for seat in self.began.seats),
            hands=tuple(map(tuple, hands)),
            strict_score=state.strict_score,
            setup=str(state.setup),
        )


def _note_view(note: Noted) -> NoteView:
    return NoteView(note.key, note.text, note.mark)


def deck_text(deck: Iterable[Card]) -> str:
    """A deck as text, as records store it."""
    return "".join(map(str, deck))
