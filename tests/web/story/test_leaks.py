"""The coach tells nothing that a player could not know: compared byte by byte.

The same moves are played with other hidden cards. While the game runs, nothing may change. After
it, the judgement of a turn may change only by the card that the turn revealed.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from fastapi.testclient import TestClient

from tamaya.game import Seat
from tamaya.transcript import Transcript
from tamaya.web.replay.recording import Recording
from tamaya.web.story import telling
from tamaya.web.story.judging import Judge
from tamaya.web.story.models import seat_models
from tamaya.web.story.protocol import TurningPoint
from tamaya.web.story.telling import Telling
from tests.sampling import sampled
from tests.web.given_decks import SESSION, begin_with_deck, make_moves
from tests.web.hidden import Deal, elsewhere, random_deal
from tests.web.pages import serving

SEEDS = range(40)
SAMPLES = 6
"""imagined games of each move"""
REVEALED = ("card", "after", "change", "error", "luck", "verdict")
"""fields that the card of a play or discard may change"""


def judged(deal: Deal, seat: Seat) -> tuple[TurningPoint, list[float]]:
    """The last turn of a game as the coach tells it, and the expected scores up to it."""
    names = tuple(f"P{at}" for at in range(deal.setup.players))
    transcript = Transcript(deal.setup, deal.deck, deal.moves, names)
    specs = [None] * len(names)
    game = Recording("game", transcript, tuple(specs), 0)
    coach = Telling(game, specs, seat, haste=30)
    models = [model.agent for model in seat_models(specs)]
    turn = Judge(game.positions, models).turn(game.turns - 1, SAMPLES)
    assert turn is not None
    assert turn.seat == seat
    return coach.turning_point(turn), coach.curve()[: game.turns]


def turn_of(seed: int) -> tuple[Deal, Deal, Seat]:
    """A game up to a turn, the same with cards exchanged that its player did not know, and who."""
    full_game = random_deal(seed)
    longest = min(16, len(full_game.moves))
    turns = random.Random(seed).randrange(longest // 2, longest)
    before = full_game.cut(turns)
    mover = (before.setup.first_seat + turns) % before.setup.players
    other = elsewhere(before, mover, seed)
    moves = full_game.moves[: turns + 1]
    return replace(before, moves=moves), replace(other, moves=moves), mover


def without(point: TurningPoint, fields: tuple[str, ...]) -> bytes:
    values = msgspec.structs.asdict(point)
    return msgspec.json.encode({name: values[name] for name in values if name not in fields})


@pytest.fixture(autouse=True)
def quick_advisers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice of agents that answer at once."""
    monkeypatch.setattr(telling, "advisers", lambda players: ["tamaya", "piers", "eger:full"])


@pytest.mark.parametrize("seed", sampled(SEEDS, SEEDS[:8]))
def test_a_turn_is_judged_by_what_its_player_knew(seed: int) -> None:
    deal, other, seat = turn_of(seed)
    (point, curve), (other_point, other_curve) = judged(deal, seat), judged(other, seat)
    permitted = REVEALED if deal.moves[-1].slot is not None else ()
    assert without(point, permitted) == without(other_point, permitted)
    assert curve == other_curve


def test_the_comparison_finds_a_leak() -> None:
    """Who sees the exchanged cards judges other positions."""
    differs = []
    for seed in SEEDS[:4]:
        deal, other, seat = turn_of(seed)
        moves = deal.moves[:-1]
        watcher = (seat - 1) % deal.setup.players
        differs.append(
            judged(replace(deal, moves=moves), watcher)
            != judged(replace(other, moves=moves), watcher)
        )
    assert any(differs)


def answers_during_a_game(client: TestClient, game: str) -> list[tuple[int, bytes]]:
    """Everything that explains, judges or shows a game, asked while it runs."""
    replay, body = f"/api/replays/{game}", {"turn": 2, "agents": ["piers"]}
    branch = {"branch": {"turn": 2, "moves": []}, "agents": ["piers"] * 5, "turns": 5}
    responses = [
        *(client.get(f"/api/stories/{game}{rest}") for rest in ("", "?seat=0", "/board")),
        *(client.get(replay + rest) for rest in ("", "/export", "/picture.png", "/film.gif")),
        client.get(f"{replay}/trace?turn=2&agent=piers"),
        client.get(f"{replay}/beliefs?turn=2&seat=0"),
        client.post(f"{replay}/ask", json=body),
        client.post(f"{replay}/try", json=branch),
        client.get(f"/api/games/{game}/belief"),
        client.get("/api/progress"),
        client.get("/api/progress/export"),
    ]
    return [(response.status_code, response.content) for response in responses]


def test_the_coach_says_nothing_about_running_games(tmp_path: Path) -> None:
    answers = []
    deal = random_deal(11).cut(9)
    for number, deck in enumerate((deal, elsewhere(deal, 0, 11))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with serving(folder) as client:
            begin_with_deck(client, "game", deck, 0)
            make_moves(client, "game", deck)
            client.cookies.set("tamaya_session", SESSION)
            answers.append(answers_during_a_game(client, "game"))
    assert answers[0] == answers[1]
    assert [status for status, _ in answers[0][:11]] == [409] * 11
