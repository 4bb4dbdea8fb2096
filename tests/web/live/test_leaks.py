"""Nobody is told of cards that they may not see: not in any frame, error, log line or body.

The same moves are played with other hidden cards; whatever a viewer receives must not change.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from types import SimpleNamespace

import pytest

from tamaya.game import Seat
from tamaya.web.game.history import GameHistory, Viewer, deck_text
from tamaya.web.game.protocol import Act, Help, MoveReason, Note, ServerFrame
from tamaya.web.game.records import Began, Moved, Record, SeatedPlayer
from tamaya.web.live import table as tables
from tamaya.web.live.seated_agent import PartnerBelief
from tamaya.web.live.table import LiveTable, encode
from tests.web.hidden import Deal, elsewhere, some_deal

GAMES = 208
LEVELS: tuple[Help, ...] = ("positive", "negative", "counting")


class ComputeCache:
    """Stands in for the database and the agents: the test itself says what agents do."""

    async def keep(self, table: LiveTable, record: Record) -> None:
        logging.getLogger("tamaya.web").info("kept %s", table.game)

    def think(self, table: LiveTable) -> None:
        """The test moves."""

    def finished(self, table: LiveTable) -> None:
        """Nobody learns."""

    def broken(self, table: LiveTable) -> None:
        raise AssertionError("a table broke")


class Ear:
    """A page that writes down all it receives."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.heard: list[bytes] = []

    def send(self, frame: ServerFrame) -> None:
        self.heard.append(encode(frame))

    def close(self, code: int) -> None:
        raise AssertionError("hung up")


def began(deal: Deal, people: set[Seat], level: Help) -> Began:
    seats = tuple(
        SeatedPlayer("human", f"P{seat}")
        if seat in people
        else SeatedPlayer("agent", f"A{seat}", "piers")
        for seat in range(deal.setup.players)
    )
    return Began(0.0, str(deal.setup), deck_text(deal.deck), 1, seats, level, "episode")


def talkative(table: LiveTable, move: str, seat: Seat) -> tuple[Moved, PartnerBelief]:
    """An agent's move whose reason tells every card there is, and whose belief does, too."""
    cards = str(table.history.state) + deck_text(table.history.state.full_deck)
    reason = MoveReason(table.history.state.turn, seat, "piers", "rule", cards, cards, 1, (cards,))
    return Moved(0.0, seat, move, reason=reason), PartnerBelief({"0": {cards: 1.0}}, cards, 1.0)


async def heard(deal: Deal, viewer: Viewer, level: Help, people: set[Seat]) -> list[bytes]:
    """All that a viewer receives in a game."""
    table = LiveTable("game", GameHistory(began(deal, people, level)), 1, ComputeCache())
    ear = Ear(viewer)
    others = {seat: Ear(Viewer(seat, plays=True)) for seat in people}
    table.join(ear, None)
    for turn, move in enumerate(deal.moves):
        seat = table.history.state.current
        _pester(table, ear, turn)
        if seat in people:
            table.act(others[seat], Act(1, turn, str(move), f"{turn}"))
        else:
            table.decided(*talkative(table, str(move), seat))
        await table.ask(lambda: None)
    _pester(table, ear, len(deal.moves))
    for after in (None, max(0, len(deal.moves) - 6)):
        table.join(ear, after)
    await table.ask(lambda: None)
    assert table.history.state.turn == len(deal.moves)
    await table.ask(table.pages.clear)
    await table.close()
    return ear.heard


def _pester(table: LiveTable, ear: Ear, turn: int) -> None:
    """Frames that are refused, now and then, and notes."""
    if turn % 7 == 0:
        for number, move in enumerate(("play 9", "hint +9 r", "nonsense", "discard 0")):
            seen = turn + (number == 3)
            table.act(ear, Act(1, seen, move, f"bad {turn} {number}"))
        table.note(ear, Note(1, f"{ear.viewer.seat or 0}-1", f"note {turn}", "mine", "keep"))


def told_apart(deal: Deal, viewer: Viewer, level: Help, people: set[Seat], seed: int) -> int:
    """Plays a game twice, with other hidden cards, and compares. Gives how many cards moved."""
    other = elsewhere(deal, viewer.seat, seed)
    first = asyncio.run(heard(deal, viewer, level, people))
    second = asyncio.run(heard(other, viewer, level, people))
    assert first == second
    return sum(a != b for a, b in zip(deal.deck, other.deck, strict=True))


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    still = SimpleNamespace(time=lambda: 0.0, monotonic=lambda: 0.0)
    monkeypatch.setattr(tables, "time", still)


@pytest.mark.usefixtures("stopped_clock")
@pytest.mark.parametrize("part", range(8))
def test_what_a_seat_receives_does_not_depend_on_hidden_cards(
    part: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="tamaya.web")
    moved = compared = 0
    for seed in range(part, GAMES, 8):
        rng = random.Random(seed)
        whole = some_deal(seed)
        unfinished = len(whole.moves) - 1
        deal = whole.cut(rng.randrange(unfinished // 2, unfinished + 1))
        seat = rng.randrange(deal.setup.players)
        viewer = Viewer(seat, plays=seed % 3 > 0)
        people = {seat, *(s for s in range(deal.setup.players) if rng.random() < 0.5)}
        moved += told_apart(deal, viewer, LEVELS[seed % 3], people, seed) > 0
        compared += 1
    assert compared == GAMES // 8
    assert moved > 0.9 * compared
    lines = [record.getMessage() for record in caplog.records]
    assert set(lines) == {"kept game"}


@pytest.mark.usefixtures("stopped_clock")
def test_who_watches_agents_sees_all_hands_and_nothing_of_the_deck() -> None:
    moved = 0
    for seed in range(24):
        whole = some_deal(seed)
        deal = whole.cut(len(whole.moves) * 2 // 3)
        moved += told_apart(deal, Viewer(None, plays=False), "negative", set(), seed) > 0
    assert moved > 20


@pytest.mark.usefixtures("stopped_clock")
def test_the_comparison_finds_a_leak() -> None:
    """A viewer of another seat does receive other frames when these cards change."""
    found = 0
    for seed in range(16):
        whole = some_deal(seed)
        deal = whole.cut(len(whole.moves) // 2)
        other = elsewhere(deal, 0, seed)
        viewer = Viewer(1, plays=True)
        first, second = (
            asyncio.run(heard(one, viewer, "negative", {0, 1})) for one in (deal, other)
        )
        found += first != second
    assert found > 12


@pytest.mark.usefixtures("stopped_clock")
def test_everything_is_told_with_the_last_turn_and_not_before() -> None:
    for seed in range(8):
        deal = some_deal(seed)
        over = GameHistory(began(deal, {0}, "negative"), played(deal)).state.over
        frames = asyncio.run(heard(deal, Viewer(0, plays=True), "negative", {0}))
        telling = [
            one for one in map(json.loads, frames) if "reveal" in one or one["t"] == "explain"
        ]
        assert bool(telling) == over
        if over:
            assert telling[0]["entry"]["turn"] == len(deal.moves) - 1


def played(deal: Deal) -> list[Moved]:
    return [Moved(0.0, 0, str(move)) for move in deal.moves]
