"""No frame, error, log line or body tells a viewer about cards that they may not see.

The same moves are played with other hidden cards; what a viewer receives must not change.
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
from tests.web.hidden import Deal, elsewhere, random_deal

GAMES = 208
LEVELS: tuple[Help, ...] = ("positive", "negative", "counting")


class TableHost:
    """Replaces the database and the agents; the test makes the agents' moves."""

    async def keep(self, table: LiveTable, record: Record) -> None:
        logging.getLogger("tamaya.web").info("kept %s", table.game)

    def think(self, table: LiveTable) -> None:
        """The test moves."""

    def time_ran_out(self, table: LiveTable) -> None:
        """There is no clock."""

    def finished(self, table: LiveTable) -> None:
        """Nobody learns."""

    def broken(self, table: LiveTable) -> None:
        raise AssertionError("a table broke")


class RecordingPage:
    """A page that records everything it receives."""

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
    """An agent's move whose reason and belief name every card.

    Agents do not know the deck. Their reasons are shown while no people play, so that they name
    only the hands then.
    """
    state = table.history.state
    cards = str([state.hand(seat) for seat in range(state.setup.players)])
    if table.history.with_people:
        cards += deck_text(state.full_deck)
    reason = MoveReason(table.history.state.turn, seat, "piers", "rule", cards, cards, 1, (cards,))
    return Moved(0.0, seat, move, reason=reason), PartnerBelief({"0": {cards: 1.0}}, cards, 1.0)


async def heard(deal: Deal, viewer: Viewer, level: Help, people: set[Seat]) -> list[bytes]:
    """Everything that a viewer receives in a game."""
    table = LiveTable("game", GameHistory(began(deal, people, level)), 1, TableHost())
    page = RecordingPage(viewer)
    other_pages = {seat: RecordingPage(Viewer(seat, plays=True)) for seat in people}
    table.join(page, None)
    for turn, move in enumerate(deal.moves):
        seat = table.history.state.current
        _send_bad_frames(table, page, turn)
        if seat in people:
            table.act(other_pages[seat], Act(1, turn, str(move), f"{turn}"))
        else:
            table.decided(*talkative(table, str(move), seat))
        await table.ask(lambda: None)
    _send_bad_frames(table, page, len(deal.moves))
    for after in (None, max(0, len(deal.moves) - 6)):
        table.join(page, after)
    await table.ask(lambda: None)
    assert table.history.state.turn == len(deal.moves)
    await table.ask(table.pages.clear)
    await table.close()
    return page.heard


def _send_bad_frames(table: LiveTable, page: RecordingPage, turn: int) -> None:
    """Every seventh turn, sends moves that the table refuses, and a note."""
    if turn % 7 == 0:
        for number, move in enumerate(("play 9", "hint +9 r", "nonsense", "discard 0")):
            claimed_turn = turn + (number == 3)
            table.act(page, Act(1, claimed_turn, move, f"bad {turn} {number}"))
        table.note(page, Note(1, f"{page.viewer.seat or 0}-1", f"note {turn}", "mine", "keep"))
        table.say(page, "nice")


def cards_exchanged(deal: Deal, viewer: Viewer, level: Help, people: set[Seat], seed: int) -> int:
    """Compares what a viewer receives with other hidden cards; returns how many cards changed."""
    lookalike = elsewhere(deal, viewer.seat, seed)
    first = asyncio.run(heard(deal, viewer, level, people))
    second = asyncio.run(heard(lookalike, viewer, level, people))
    assert first == second
    return sum(a != b for a, b in zip(deal.deck, lookalike.deck, strict=True))


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
        full_game = random_deal(seed)
        unfinished = len(full_game.moves) - 1
        deal = full_game.cut(rng.randrange(unfinished // 2, unfinished + 1))
        seat = rng.randrange(deal.setup.players)
        viewer = Viewer(seat, plays=seed % 3 > 0)
        people = {seat, *(s for s in range(deal.setup.players) if rng.random() < 0.5)}
        moved += cards_exchanged(deal, viewer, LEVELS[seed % 3], people, seed) > 0
        compared += 1
    assert compared == GAMES // 8
    assert moved > 0.9 * compared
    lines = [record.getMessage() for record in caplog.records]
    assert set(lines) == {"kept game"}


@pytest.mark.usefixtures("stopped_clock")
def test_who_watches_agents_sees_all_hands_and_nothing_of_the_deck() -> None:
    moved = 0
    for seed in range(24):
        full_game = random_deal(seed)
        deal = full_game.cut(len(full_game.moves) * 2 // 3)
        moved += cards_exchanged(deal, Viewer(None, plays=False), "negative", set(), seed) > 0
    assert moved > 20


@pytest.mark.usefixtures("stopped_clock")
def test_the_comparison_finds_a_leak() -> None:
    """A viewer of another seat does receive other frames when these cards change."""
    leaks = 0
    for seed in range(16):
        full_game = random_deal(seed)
        deal = full_game.cut(len(full_game.moves) // 2)
        lookalike = elsewhere(deal, 0, seed)
        viewer = Viewer(1, plays=True)
        first, second = (
            asyncio.run(heard(game, viewer, "negative", {0, 1})) for game in (deal, lookalike)
        )
        leaks += first != second
    assert leaks > 12


@pytest.mark.usefixtures("stopped_clock")
def test_everything_is_told_with_the_last_turn_and_not_before() -> None:
    for seed in range(8):
        deal = random_deal(seed)
        over = GameHistory(began(deal, {0}, "negative"), played(deal)).state.over
        frames = asyncio.run(heard(deal, Viewer(0, plays=True), "negative", {0}))
        revealing = [
            frame
            for frame in map(json.loads, frames)
            if "reveal" in frame or frame["t"] == "explain"
        ]
        assert bool(revealing) == over
        if over:
            assert revealing[0]["entry"]["turn"] == len(deal.moves) - 1


def played(deal: Deal) -> list[Moved]:
    return [Moved(0.0, 0, str(move)) for move in deal.moves]
